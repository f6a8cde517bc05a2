internal import Glibc
package import RecordStore

/// The lock that all programs share while they use a file of records, whoever has it open: flock(2).
package final class SharedUse: Sendable {
    private let descriptor: Int32

    /// Takes a share.
    ///
    /// - Parameter path: the file of the lock, which is made if it is missing, and left there.
    /// - Throws: `RecordError.notOpened`.
    package init(_ path: String) throws(RecordError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .notOpened(path, reason: String(cString: strerror(errno)))
        }
        lock(LOCK_SH)
    }

    deinit { close(descriptor) }

    /// Whether no other program has a share now. Only then are the tests that the records call
    /// running abandoned ones.
    package var isAlone: Bool {
        // The attempt gives up the share, whether it succeeds or not.
        defer { lock(LOCK_SH) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private func lock(_ kind: Int32) { while flock(descriptor, kind) != 0, errno == EINTR {} }
}

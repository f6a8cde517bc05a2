internal import Glibc
package import RecordStore

/// The lock that all programs share while they use a file of records, whoever has it open: flock(2).
package final class SharedUse: Sendable {
    private let descriptor: Int32

    /// Takes a share.
    ///
    /// - Parameter path: the file of the lock, which is made if it is missing, and left there.
    /// - Throws: `RecordError.notOpened`; `.busy` if a program keeps the lock for itself, which it
    ///   has for a moment only.
    package init(_ path: String) throws(RecordError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .notOpened(path, reason: String(cString: strerror(errno)))
        }
        guard share() else {
            throw .busy(
                "a program that uses them is paused while it looks for others. Continue it, or end"
                    + " it.")
        }
    }

    deinit { close(descriptor) }

    /// Whether no other program has a share now. Only then are the tests that the records call
    /// running abandoned ones.
    package var isAlone: Bool {
        // The attempt gives up the share, whether it succeeds or not.
        defer { _ = share() }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Number of tries to take a share, 10 ms apart: two seconds, chosen.
    private static let mostTries = 200

    /// Takes a share, and whether it was taken.
    private func share() -> Bool {
        for _ in 0..<Self.mostTries {
            if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return true }
            // On a file system without locks there is none to wait for.
            guard [EAGAIN, EINTR].contains(errno) else { return true }
            usleep(10_000)
        }
        return false
    }
}

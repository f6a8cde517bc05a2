internal import Glibc
package import RecordStore

/// The claims of programs of this machine that send deliveries, in a file next to the records.
///
/// A claim is a delivery with the due time at which the claim ends. The program that sends the
/// delivery has a lock for this claim, which the kernel frees when the program ends. It also notes
/// the due time at the place of the delivery in the file. If a claim is noted but not locked, its
/// program was killed. Each claim has its own lock, so a program that hangs holds up nobody once its
/// claim has ended. The locks are those of open files (fcntl(2)), so two objects in one program
/// exclude each other, too.
///
/// One thread at a time.
package final class LocalClaims: Sendable {
    private let descriptor: Int32

    /// F_OFD_GETLK and F_OFD_SETLK of Linux (fcntl(2)), which glibc shows only with _GNU_SOURCE, so
    /// that Swift does not see them.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37
    /// Bytes of a place.
    private static let size = MemoryLayout<Int64>.size

    /// Opens the file, which is made if it is missing, and left there.
    ///
    /// - Parameter records: the path of the records.
    /// - Returns: nil if it cannot be opened. A claim then ends only by its time.
    package init?(of records: String) {
        descriptor = open(records + "-sending", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        // Root gives the file to the owner of the records, as SQLite does with its own files.
        var status = stat()
        if geteuid() == 0, stat(records, &status) == 0 {
            _ = fchown(descriptor, status.st_uid, status.st_gid)
        }
    }

    deinit { close(descriptor) }

    /// Locks a claim until `release`. It must be locked before the records have it: whoever reads it
    /// there can then rely on its lock.
    ///
    /// - Parameter claim: the delivery as the records will have it, with the due time of the claim.
    /// - Returns: false if another program of this machine makes the same claim.
    package func lock(_ claim: Delivery) -> Bool {
        var lock = Self.lock(F_WRLCK, on: claim)
        // A file system without locks makes no claim known to others.
        return fcntl(descriptor, Self.setLock, &lock) == 0 || errno != EAGAIN && errno != EACCES
    }

    /// Notes a claim once the records have it. If this fails, as on a full disk, or if the program
    /// is killed before, the claim ends only by its time.
    package func note(_ claim: Delivery) { write(claim.due, for: claim) }

    /// Erases the note of a claim, and frees its lock. If the records still have the claim, it ends by
    /// its time.
    package func release(_ claim: Delivery) {
        if isNoted(claim) { write(0, for: claim) }
        var lock = Self.lock(F_UNLCK, on: claim)
        _ = fcntl(descriptor, Self.setLock, &lock)
    }

    /// Whether a living program of this machine has the claim of a delivery, as read from the
    /// records; nil if the file system has no locks.
    func isLocked(_ delivery: Delivery) -> Bool? {
        var lock = Self.lock(F_WRLCK, on: delivery)
        guard fcntl(descriptor, Self.getLock, &lock) == 0 else { return nil }
        return lock.l_type != Int16(F_UNLCK)
    }

    /// Whether a program of this machine made the claim of a delivery, as read from the records, and
    /// was killed.
    func isAbandoned(_ delivery: Delivery) -> Bool {
        isLocked(delivery) == false && isNoted(delivery)
    }

    private func isNoted(_ claim: Delivery) -> Bool {
        var due: Int64 = 0
        return pread(descriptor, &due, Self.size, Self.place(of: claim)) == Self.size
            && due == claim.due
    }

    private func write(_ due: Int64, for claim: Delivery) {
        var due = due
        _ = pwrite(descriptor, &due, Self.size, Self.place(of: claim))
    }

    private static func place(of delivery: Delivery) -> Int { delivery.number * size }

    /// A lock of the byte of a claim. Its position, far beyond the end of the file, has the number of
    /// the delivery in its lower 16 bits, and the due time above them.
    private static func lock(_ kind: Int32, on claim: Delivery) -> flock {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Int(claim.due) << 16 | claim.number & 0xFFFF
        lock.l_len = 1
        return lock
    }
}

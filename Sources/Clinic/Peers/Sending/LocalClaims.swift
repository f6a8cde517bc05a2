internal import Glibc
package import RecordStore

/// The deliveries that programs of this machine send now, in a file next to the records.
///
/// Each delivery has a place in the file. The program that sends it locks the place and writes the
/// due time of its claim there. If the program is killed, the kernel frees the lock and the due time
/// stays, so the next program knows that nobody sends the delivery any more. The locks are those of
/// open files (fcntl(2)), so two objects in one program exclude each other, too.
///
/// One thread at a time.
package final class LocalClaims: Sendable {
    private let descriptor: Int32

    /// F_OFD_GETLK and F_OFD_SETLK of Linux (fcntl(2)), which glibc shows only with _GNU_SOURCE, so
    /// that Swift does not see them.
    private static let getLock: Int32 = 36
    private static let setLock: Int32 = 37
    /// Bytes of a place: the due time of a claim, or 0.
    private static let size = MemoryLayout<Int64>.size

    /// - Parameter path: the file, which is made if it is missing, and left there.
    /// - Returns: nil if it cannot be opened. A claim then ends only by its time.
    package init?(_ path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Claims a delivery until `release`.
    ///
    /// - Parameter delivery: the delivery as the records will have it, with the due time of the claim.
    /// - Returns: false if another program of this machine sends it.
    package func claim(_ delivery: Delivery) -> Bool {
        var lock = Self.lock(F_WRLCK, on: delivery)
        guard fcntl(descriptor, Self.setLock, &lock) == 0 else {
            // A file system without locks makes no claim known to others.
            return errno != EAGAIN && errno != EACCES
        }
        write(delivery.due, for: delivery)
        return true
    }

    /// Ends a claim.
    func release(_ delivery: Delivery) {
        write(0, for: delivery)
        var lock = Self.lock(F_UNLCK, on: delivery)
        _ = fcntl(descriptor, Self.setLock, &lock)
    }

    /// Whether a program of this machine made the claim of a delivery, and was killed.
    func isAbandoned(_ delivery: Delivery) -> Bool {
        var lock = Self.lock(F_WRLCK, on: delivery)
        var due: Int64 = 0
        return fcntl(descriptor, Self.getLock, &lock) == 0 && lock.l_type == Int16(F_UNLCK)
            && pread(descriptor, &due, Self.size, Self.place(of: delivery)) == Self.size
            && due != 0 && due == delivery.due
    }

    /// If this fails, as on a full disk, the claim ends only by its time.
    private func write(_ due: Int64, for delivery: Delivery) {
        var due = due
        _ = pwrite(descriptor, &due, Self.size, Self.place(of: delivery))
    }

    private static func place(of delivery: Delivery) -> Int { delivery.number * size }

    private static func lock(_ kind: Int32, on delivery: Delivery) -> flock {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place(of: delivery)
        lock.l_len = size
        return lock
    }
}

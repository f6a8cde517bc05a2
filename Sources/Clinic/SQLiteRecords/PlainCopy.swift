internal import Foundation
internal import Glibc
package import RecordStore

/// An unencrypted copy of the records, for a short time. Only its owner can read it. It is locked
/// (flock(2)) while it is used, so that a later start recognises a copy that a killed program left.
package final class PlainCopy {
    /// The use of a copy.
    package enum Use: String, CaseIterable, Sendable { case backup, restore, verify }

    /// The file. Files that belong to it have its name and one of `endings`.
    package let path: String
    private var descriptor: Int32

    /// The endings of the files of a copy: its logs, and ".db" for the copy itself if the file
    /// without an ending is only the lock.
    private static let endings = [".db", ".db-wal", ".db-journal", "-wal", "-journal", "-shm", ""]

    /// Makes an empty file in the folder of the records.
    ///
    /// - Throws: `RecordError.notOpened`, `.full`, `.readOnly`.
    package init(_ use: Use, beside records: String) throws(RecordError) {
        let folder = URL(fileURLWithPath: records).deletingLastPathComponent().path
        for _ in 0..<10 {
            let path = "\(folder)/.\(use.rawValue)-\(UUID().uuidString)"
            let descriptor = try Self.made(path, O_EXCL)
            var status = stat()
            // Another program that just started may have removed this copy as abandoned.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
                status.st_nlink == 1
            {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            close(descriptor)
        }
        throw .notOpened(folder, reason: "a copy cannot be locked")
    }

    deinit { remove() }

    /// Removes the copy and the files that belong to it.
    package func remove() {
        guard descriptor >= 0 else { return }
        for end in Self.endings { unlink(path + end) }
        close(descriptor)
        descriptor = -1
    }

    /// Marks the file as one without a write-ahead log (SQLite, "Database File Format", 1.3.2).
    func forgetLog() { _ = pwrite(descriptor, [1, 1] as [UInt8], 2, 18) }

    /// Makes a file for a copy, which only its owner can read, or makes sure that it is empty.
    static func makeEmpty(_ path: String) throws(RecordError) {
        let descriptor = try made(path, 0)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size == 0 else {
            throw .notOpened(path, reason: "there is such a file already")
        }
    }

    private static func made(_ path: String, _ flags: Int32) throws(RecordError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOSPC, EDQUOT: throw .full
            case EROFS: throw .readOnly
            default: throw .notOpened(path, reason: String(cString: strerror(errno)))
            }
        }
        fchmod(descriptor, 0o600)
        return descriptor
    }

    /// The files of abandoned copies in the folder of the records, as paths.
    package static func left(besides records: String) -> [String] {
        let folder = URL(fileURLWithPath: records).deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { name in
            guard let base = base(of: name) else { return false }
            return isOurs(folder + "/" + name) && isUnused(folder + "/" + base)
        }.map { folder + "/" + $0 }
    }

    /// Removes these copies.
    static func removeLeft(besides records: String) {
        for path in left(besides: records) { unlink(path) }
    }

    /// The name without an ending: "." with a use and an identifier; nil for any other file.
    private static func base(of name: String) -> String? {
        for use in Use.allCases where name.hasPrefix(".\(use.rawValue)-") {
            let rest = name.dropFirst(use.rawValue.count + 2)
            let end = String(rest.dropFirst(36))
            guard UUID(uuidString: String(rest.prefix(36))) != nil, endings.contains(end)
            else { return nil }
            return String(name.dropLast(end.count))
        }
        return nil
    }

    private static func isOurs(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid() && status.st_nlink == 1
    }

    private static func isUnused(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}

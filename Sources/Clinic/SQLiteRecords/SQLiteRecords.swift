internal import Foundation
internal import Glibc
package import RecordSQL
package import RecordStore

/// A store in one file: SQLite with a write-ahead log that is on the disk before a call returns.
package typealias SQLiteRecords = SQLRecords<SQLiteConnection>

extension SQLRecords where Connection == SQLiteConnection {
    /// Opens a file, which is made with its folder if it is missing.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - digest: chains the audit trail.
    ///   - keys: seal the audit trail; nil for entries without a seal.
    ///   - now: the clock.
    ///   - layer: a file layer of SQLite by its name, for tests of crashes; nil for the system's.
    /// - Throws: `RecordError`.
    package convenience init(
        _ path: String, digest: @escaping AuditChain.Digest, keys: AuditKeys? = nil,
        now: @escaping @Sendable () -> Moment, layer: String? = nil
    ) throws(RecordError) {
        let path = try Self.place(of: path)
        let connection = try SQLiteConnection(path, layer: layer)
        try SQLiteSchema.prepare(connection, path: path)
        // Only this program uses the file, so all copies of it are abandoned.
        PlainCopy.removeLeft(besides: path)
        self.init(over: connection, chain: AuditChain(digest, keys: keys), now: now)
    }

    /// The path without links; its folder is made if it is missing, for its owner alone.
    ///
    /// - Throws: `RecordError.notOpened`.
    package static func place(of path: String) throws(RecordError) -> String {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent()
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notOpened(path, reason: "the folder cannot be made")
        }
        // A new folder must be on the disk before its files are.
        if !isThere { Self.sync(folder.deletingLastPathComponent().path) }
        return folder.resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent)
            .path
    }

    /// Waits until the names in a folder are on the disk.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }
}

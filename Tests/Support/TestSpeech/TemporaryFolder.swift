package import Foundation

/// A folder for one test, removed after it.
package final class TemporaryFolder {
    /// Its path.
    package let path: String

    /// Makes it.
    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    /// The address of a file in the folder.
    package func url(_ name: String) -> URL { URL(fileURLWithPath: file(name)) }

    /// Writes bytes to a file in the folder and gives its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: url(name))
        return file(name)
    }

    /// Writes a text to a file in the folder and gives its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }
}

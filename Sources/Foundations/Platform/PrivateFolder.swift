internal import Foundation

/// A folder for files with patient data. Only its user can read it, and it is erased with its last
/// owner.
package final class PrivateFolder {
    /// The path.
    package let path: String

    /// Makes the folder.
    ///
    /// - Throws: `NoTemporaryFile` if there is no room.
    package init() throws(NoTemporaryFile) {
        let parent = FileManager.default.temporaryDirectory
        path = parent.appending(path: "aloud-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        } catch { throw NoTemporaryFile(parent.path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and returns its path.
    ///
    /// - Throws: `NoTemporaryFile` if there is no room.
    package func file(_ name: String, _ bytes: some Sequence<UInt8>) throws(NoTemporaryFile)
        -> String
    {
        let file = "\(path)/\(name)"
        guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
            throw NoTemporaryFile(path)
        }
        return file
    }
}

extension Program {
    /// Runs the program, and reads its messages instead of its output.
    ///
    /// - Parameters:
    ///   - folder: takes the messages, and is the current folder of the program.
    ///   - seconds: the longest time.
    /// - Throws: `ProgramFault`, `NoTemporaryFile`.
    package func messages(
        _ arguments: [String], in folder: PrivateFolder, within seconds: Double
    ) throws -> (isSuccess: Bool, text: String) {
        let path = try folder.file("messages", [])
        guard let file = FileHandle(forWritingAtPath: path) else {
            throw NoTemporaryFile(folder.path)
        }
        defer { try? file.close() }
        let deadline = ContinuousClock.now + .seconds(seconds)
        let running = try start(
            arguments, messages: file.fileDescriptor, in: folder.path, keepsOutput: false)
        guard let reason = running.end(by: deadline) else {
            throw ProgramFault.tooLong(name: name, seconds: seconds)
        }
        let reading = FileHandle(forReadingAtPath: path)
        defer { try? reading?.close() }
        let bytes = (try? reading?.read(upToCount: Self.mostMessages)) ?? nil
        return (reason == .status(0), String(decoding: bytes ?? Data(), as: UTF8.self))
    }

    /// Maximum size of the messages that are read, bytes: chosen.
    private static var mostMessages: Int { 1 << 18 }
}

internal import Foundation
internal import Glibc

/// A file that a result will be written to: opened before the work begins, so that hours of work are
/// not done for a path that cannot be written.
struct ResultFile {
    private let path: String
    private let content: String
    private let handle: FileHandle

    /// Opens or makes it; what it holds stays until the result is written.
    ///
    /// - Parameters:
    ///   - path: where it lies.
    ///   - content: what messages call that which is to be written: "the page".
    ///   - inputs: files that are read, which it must not replace.
    init(
        _ path: String, for content: String, sparing inputs: Set<FileIdentity> = []
    ) throws(ResultFileError) {
        func failed(_ reason: ResultFileError.Reason) -> ResultFileError {
            ResultFileError(path: path, content: content, reason: reason)
        }
        guard !inputs.contains(FileIdentity(path)) else { throw failed(.alsoUsed) }
        var isFolder: ObjCBool = false
        if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        guard !isFolder.boolValue else { throw failed(.isFolder) }
        guard let handle = FileHandle(forWritingAtPath: path) else { throw failed(.notWritten) }
        self.path = path
        self.content = content
        self.handle = handle
    }

    /// Writes the result in place of what the file held.
    func write(_ text: String) throws(ResultFileError) { try write(Data(text.utf8)) }

    /// Writes bytes in place of what the file held.
    func write(_ bytes: Data) throws(ResultFileError) {
        do {
            // A pipe or a terminal has no length to be cut to.
            if isRegular { try handle.truncate(atOffset: 0) }
            try handle.write(contentsOf: bytes)
            try handle.close()
        } catch { throw ResultFileError(path: path, content: content, reason: .notWritten) }
    }

    private var isRegular: Bool {
        var status = stat()
        return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

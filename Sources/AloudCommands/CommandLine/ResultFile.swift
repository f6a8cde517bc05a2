internal import Foundation
internal import Glibc

/// A file that a result will be written to: opened before the work begins, so that hours of work are
/// not done for a path that cannot be written.
struct ResultFile {
    private let path: String
    private let content: String
    private let handle: FileHandle

    /// Opens or makes it; what it holds stays until the result is written. The corresponding C
    /// function is `open`.
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
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let code = errno
            throw failed(code == EISDIR ? .isFolder : .notWritten(systemReason(code)))
        }
        self.path = path
        self.content = content
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes the result in place of what the file held.
    func write(_ text: String) throws(ResultFileError) { try write(Data(text.utf8)) }

    /// Writes bytes in place of what the file held.
    func write(_ bytes: Data) throws(ResultFileError) {
        let descriptor = handle.fileDescriptor
        // A pipe or a terminal has no length to be cut to.
        if isRegular, ftruncate(descriptor, 0) != 0 { throw failure(errno) }
        var left = bytes[...]
        while !left.isEmpty {
            let written = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                throw failure(errno)
            }
            left = left.dropFirst(written)
        }
        do {
            // Some systems tell only here that there was no room.
            try handle.close()
        } catch { throw failure(EIO) }
    }

    private func failure(_ code: Int32) -> ResultFileError {
        ResultFileError(path: path, content: content, reason: .notWritten(systemReason(code)))
    }

    private var isRegular: Bool {
        var status = stat()
        return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

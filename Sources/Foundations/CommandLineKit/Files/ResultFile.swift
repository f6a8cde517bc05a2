package import Foundation
internal import Glibc
internal import Platform

/// The file for a result. It is opened for a check before the work begins, so that no hours of work
/// are lost to a path that cannot be written. The check leaves no file: an empty file after a
/// failed run would read as an empty result.
package struct ResultFile {
    private let path: String
    private let content: String
    /// The open file; nil for a new file.
    private let handle: FileHandle?

    /// Opens the file; its content stays until the result is written. A missing file is created as
    /// a check, and removed. The corresponding C function is `open`.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - content: the name of the result in messages: "the page".
    ///   - inputs: files that are read. The result must not replace them.
    package init(
        _ path: String, for content: String, sparing inputs: Set<FileIdentity> = []
    ) throws(ResultFileError) {
        func failed(_ reason: ResultFileError.Reason) -> ResultFileError {
            ResultFileError(path: path, content: content, reason: reason)
        }
        guard !inputs.contains(FileIdentity(path)) else { throw failed(.alsoUsed) }
        var descriptor = open(path, O_WRONLY | O_CLOEXEC)
        var isTrial = false
        if descriptor < 0, errno == ENOENT {
            let place = FileIdentity.placeToMake(path)
            descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            isTrial = descriptor >= 0
            if isTrial {
                unlink(place)
            } else if errno == EEXIST {
                // Another program made it meanwhile.
                descriptor = open(path, O_WRONLY | O_CLOEXEC)
            }
        }
        guard descriptor >= 0 else {
            let code = errno
            throw failed(code == EISDIR ? .isFolder : ResultFileError.reason(code))
        }
        if isTrial { close(descriptor) }
        handle =
            isTrial ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
        self.content = content
    }

    /// - Returns: a descriptor; less than 0 if the file cannot be made.
    private static func make(_ path: String) -> Int32 {
        open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    }

    /// Replaces the file's content with the result.
    package func write(_ text: String) throws(ResultFileError) { try write(Data(text.utf8)) }

    /// Replaces the file's content. If there is no room for all bytes, the content stays as it was.
    /// A pipe, or a file with two names, is written in place.
    package func write(_ bytes: Data) throws(ResultFileError) {
        do {
            try write { add in try add(bytes) }
        } catch let error as ResultFileError {
            throw error
        } catch { throw failure(EIO) }
    }

    /// Replaces the file's content, piece by piece, as `write(_:)` does; if the function throws, the
    /// file stays as it was, except a pipe and a file with two names.
    ///
    /// - Parameter pieces: calls the function that it is given with each piece.
    /// - Throws: `ResultFileError`, or the error of the function.
    package func write<Result>(
        _ pieces: ((Data) throws -> Void) throws -> Result
    ) throws -> Result {
        func add(to descriptor: Int32) -> (Data) throws -> Void {
            { piece in
                let code = writeAll(Array(piece), to: descriptor)
                guard code == 0 else { throw failure(code) }
            }
        }
        if let draft = Draft(of: path, opened: handle?.fileDescriptor) {
            do {
                let result = try pieces(add(to: draft.descriptor))
                guard draft.replace() else { throw failure(errno) }
                return result
            } catch {
                draft.discard()
                throw error
            }
        }
        let descriptor = handle?.fileDescriptor ?? Self.make(path)
        guard descriptor >= 0 else { throw failure(errno) }
        // A pipe or a terminal has no length to be cut to.
        if Self.isRegular(descriptor), ftruncate(descriptor, 0) != 0 { throw failure(errno) }
        let result = try pieces(add(to: descriptor))
        do {
            // Some systems report a full disk only here.
            try (handle ?? FileHandle(fileDescriptor: descriptor)).close()
        } catch { throw failure(EIO) }
        return result
    }

    private func failure(_ code: Int32) -> ResultFileError {
        ResultFileError(path: path, content: content, reason: ResultFileError.reason(code))
    }

    private static func isRegular(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension ResultFile {
    /// A temporary file next to the target. It replaces the target when it is complete.
    struct Draft {
        let descriptor: Int32
        private let path: String
        private let target: String

        /// Makes a draft with the permissions of the file to replace.
        ///
        /// - Parameters:
        ///   - path: the path of the file to replace.
        ///   - opened: a descriptor of it; nil if it does not exist.
        /// - Returns: nil if the file must not be replaced (it is not a regular file, has another
        ///   name or owner, or is a link to nowhere), or if its folder takes no new file.
        init?(of path: String, opened: Int32?) {
            var status = stat()
            if let opened {
                guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                    status.st_nlink == 1, status.st_uid == geteuid()
                else { return nil }
            } else {
                guard lstat(path, &status) != 0 else { return nil }
            }
            target =
                realpath(path, nil).map { resolved in
                    defer { free(resolved) }
                    return String(cString: resolved)
                } ?? path
            self.path = "\(target).\(UUID().uuidString)"
            descriptor = open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return nil }
            if opened != nil { fchmod(descriptor, status.st_mode & 0o7777) }
        }

        /// Replaces the file, once all bytes are on the disk.
        ///
        /// - Returns: false if it cannot; `errno` has the reason.
        fileprivate func replace() -> Bool {
            guard fsync(descriptor) == 0, rename(path, target) == 0 else { return false }
            close(descriptor)
            return true
        }

        /// Leaves the file as it was.
        func discard() {
            unlink(path)
            close(descriptor)
        }
    }
}

/// A result that could not be written to its file.
package struct ResultFileError: Error, Equatable, CustomStringConvertible {
    /// The reason that a file cannot be written.
    package enum Reason: Equatable {
        /// The system refuses to write; the reason is in its words.
        case notWritten(String)
        /// A name in the path is longer than the system takes.
        case nameTooLong
        /// The path is that of a folder instead of a file.
        case isFolder
        /// A folder cannot be made at that path.
        case noFolder
        /// The command reads this file, or writes something else to it.
        case alsoUsed
    }

    package var path: String
    /// The name of the result: "the page".
    package var content: String
    package var reason: Reason

    /// Sets each property from the parameter of its name.
    package init(path: String, content: String, reason: Reason) {
        self.path = path
        self.content = content
        self.reason = reason
    }

    /// The reason of an error number of the system.
    static func reason(_ code: Int32) -> Reason {
        code == ENAMETOOLONG ? .nameTooLong : .notWritten(systemReason(code))
    }

    package var description: String {
        switch reason {
        case .notWritten(let reason):
            "Cannot write \(content) to '\(path)' (\(reason)): check that the folder exists and may be"
                + " written, and that the disk has room."
        case .nameTooLong:
            "Cannot write \(content) to '\(path)', because the name is too long: shorten it."
        case .isFolder:
            "Cannot write \(content) to '\(path)', which is a folder: name a file in it."
        case .noFolder:
            "Cannot write \(content) to '\(path)', because its folder cannot be made: check that the"
                + " folder's path is not a file's, and that the folder above may be written."
        case .alsoUsed:
            "Cannot write \(content) to '\(path)', which this command also reads, or writes something"
                + " else to: name another file."
        }
    }
}

package import Foundation
internal import Glibc
internal import Platform

/// A file that a result will be written to: tried before the work begins, so that hours of work are
/// not done for a path that cannot be written. Nothing is left of the trial: an empty file after a run
/// that failed would read as an empty result.
package struct ResultFile {
    private let path: String
    private let content: String
    /// Nil for a file that has to be made.
    private let handle: FileHandle?

    /// Opens it; what it holds stays until the result is written. One that is not there is made to see
    /// whether it can be, and removed. The corresponding C function is `open`.
    ///
    /// - Parameters:
    ///   - path: where it lies.
    ///   - content: what messages call that which is to be written: "the page".
    ///   - inputs: files that are read, which it must not replace.
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
            throw failed(code == EISDIR ? .isFolder : .notWritten(systemReason(code)))
        }
        if isTrial { close(descriptor) }
        handle =
            isTrial ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
        self.content = content
    }

    /// - Returns: a descriptor; less than 0 where the file cannot be made.
    private static func make(_ path: String) -> Int32 {
        open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    }

    /// Writes the result in place of what the file held.
    package func write(_ text: String) throws(ResultFileError) { try write(Data(text.utf8)) }

    /// Writes bytes in place of what the file held: all of them, or none where they find no room. What is no
    /// file of one's own alone, as a pipe or one with two names, is written as it is.
    package func write(_ bytes: Data) throws(ResultFileError) {
        if let draft = Draft(of: path, opened: handle?.fileDescriptor) {
            guard Self.write(bytes, to: draft.descriptor), draft.replace() else {
                let code = errno
                draft.discard()
                throw failure(code)
            }
            return
        }
        let descriptor = handle?.fileDescriptor ?? Self.make(path)
        guard descriptor >= 0 else { throw failure(errno) }
        // A pipe or a terminal has no length to be cut to.
        if Self.isRegular(descriptor), ftruncate(descriptor, 0) != 0 { throw failure(errno) }
        guard Self.write(bytes, to: descriptor) else { throw failure(errno) }
        do {
            // Some systems tell only here that there was no room.
            try (handle ?? FileHandle(fileDescriptor: descriptor)).close()
        } catch { throw failure(EIO) }
    }

    /// - Returns: false if not all could be written; `errno` has the reason.
    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            let written = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                return false
            }
            left = left.dropFirst(written)
        }
        return true
    }

    private func failure(_ code: Int32) -> ResultFileError {
        ResultFileError(path: path, content: content, reason: .notWritten(systemReason(code)))
    }

    private static func isRegular(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension ResultFile {
    /// A file beside the one that it takes the place of when it is whole.
    struct Draft {
        let descriptor: Int32
        private let path: String
        private let target: String

        /// Makes it, with the rights that the other has.
        ///
        /// - Parameters:
        ///   - path: of the file that is to be replaced.
        ///   - opened: a descriptor of it; nil where it is not there.
        /// - Returns: nil where it must not be replaced (what is no file, has another name or owner, or is
        ///   a link that leads nowhere), and where its folder takes no other file.
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

        /// Takes the place of the file, once all is on the disk.
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
    /// Why a file cannot be written.
    package enum Reason: Equatable {
        /// The system refuses; in its words.
        case notWritten(String)
        /// The path of a folder where a file's is needed.
        case isFolder
        /// There can be no folder of that path.
        case noFolder
        /// The command reads this file, or writes something else to it.
        case alsoUsed
    }

    package var path: String
    /// What was to be written: "the page".
    package var content: String
    package var reason: Reason

    /// The parameters as the properties of their names.
    package init(path: String, content: String, reason: Reason) {
        self.path = path
        self.content = content
        self.reason = reason
    }

    package var description: String {
        switch reason {
        case .notWritten(let reason):
            "Cannot write \(content) to '\(path)' (\(reason)): check that the folder exists and may be"
                + " written, and that the disk has room."
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

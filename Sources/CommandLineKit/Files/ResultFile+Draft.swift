internal import Foundation
internal import Glibc

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
        /// - Returns: false where it cannot; `errno` tells why.
        func replace() -> Bool {
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

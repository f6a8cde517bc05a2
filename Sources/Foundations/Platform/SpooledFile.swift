internal import Glibc

/// Text that is too long for memory: a file without a name, which the system removes when it is
/// closed. One thread writes it, then others may read it.
package final class SpooledFile: Sendable {
    /// The descriptor, which this object closes. The corresponding C functions are `mkstemp` and
    /// `unlink`.
    package let descriptor: Int32

    /// A file that could not be made or written, in the words of the system.
    package struct Fault: Error {
        /// Whether the disk is full.
        package let isFull: Bool
        /// The reason.
        package let reason: String

        fileprivate init() {
            isFull = errno == ENOSPC || errno == EDQUOT
            reason = NoTemporaryFile(SpooledFile.folder).description
        }
    }

    /// An empty file in the folder for temporary files that only its owner can read.
    ///
    /// - Throws: `Fault`.
    package init() throws(Fault) {
        descriptor = Self.nameless()
        guard descriptor >= 0 else { throw Fault() }
    }

    /// The descriptor of an empty file without a name. Only its owner can read it, and it is gone
    /// when it is closed; negative, with `errno`, if there is none.
    package static func nameless() -> Int32 {
        var path = FileName.cString(of: folder + "/aloud-XXXXXX")
        let descriptor = mkstemp(&path)
        if descriptor >= 0 {
            unlink(path)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptor
    }

    /// The folder of such files. It is not /tmp, which may be in memory.
    package static var folder: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }

    deinit { close(descriptor) }

    /// Adds text.
    ///
    /// - Throws: `Fault`.
    package func write(_ text: String) throws(Fault) {
        guard writeAll(Array(text.utf8), to: descriptor) == 0 else { throw Fault() }
    }

    /// The number of bytes.
    package var count: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }
}

extension SpooledFile: Equatable {
    package static func == (one: SpooledFile, two: SpooledFile) -> Bool { one === two }
}

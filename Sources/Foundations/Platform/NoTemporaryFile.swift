internal import Glibc

/// The folder for temporary files takes no file.
package struct NoTemporaryFile: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder.
    package let folder: String
    /// The reason in the words of the system.
    package let reason: String

    /// The fault of a folder.
    ///
    /// - Parameter code: the system's number of the reason.
    package init(_ folder: String, code: Int32 = errno) {
        self.folder = folder
        reason = String(cString: strerror(code))
    }

    /// The folder and the way out.
    package var description: String {
        "Cannot write to the folder for temporary files, '\(FileName.shown(folder))'"
            + " (\(reason)). Set TMPDIR to a writable folder with free space."
    }
}

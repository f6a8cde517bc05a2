/// A result that could not be written to its file.
package struct ResultFileError: Error, Equatable, CustomStringConvertible {
    /// What stands in the way.
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
            "Cannot write \(content) to '\(path)' (\(reason)): check that the folder is there and may be written,"
                + " and that the disk has room."
        case .isFolder:
            "Cannot write \(content) to '\(path)', which is a folder: name a file in it."
        case .noFolder:
            "Cannot write \(content) to '\(path)', where no folder can be made: check that no file"
                + " stands there, and that the folder above may be written."
        case .alsoUsed:
            "Cannot write \(content) to '\(path)', which this command also reads, or writes something"
                + " else to: name another file."
        }
    }
}

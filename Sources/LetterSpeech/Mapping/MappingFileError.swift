/// Why a file that the phonetic mapper works by could not be used.
public struct MappingFileError: Error, Equatable, CustomStringConvertible {
    /// The file's path as it was given.
    public let file: String
    /// The line, from 1; nil where the whole file is meant.
    public let line: Int?
    /// What is wrong, and what to do.
    public let reason: String

    public init(file: String, line: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    public var description: String {
        line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
    }
}

public import Platform

/// Why a file that the phonetic mapper works by could not be used.
public struct MappingFileError: Error, Equatable, CustomStringConvertible {
    /// The file's path as it was given.
    public let file: String
    /// Where in it; nil where the whole file is meant.
    public let position: SourcePosition?
    /// What is wrong, and what to do.
    public let reason: String

    /// What is wrong in a file, or with all of it.
    public init(file: String, position: SourcePosition? = nil, reason: String) {
        self.file = file
        self.position = position
        self.reason = reason
    }

    public var description: String {
        position.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
    }
}

public import Platform

/// One thing that is wrong in a grammar or dictionary file, and where.
///
/// Its description is one line in the form that editors and compilers share:
/// `grammars/etdrs.gram:12:8: error: what is wrong: what to do`.
public struct GrammarProblem: Sendable, Equatable {
    /// An error stops the file from being used; a warning does not.
    public enum Severity: String, Sendable {
        /// The file cannot be used.
        case error
        /// The file is used, and something in it does nothing or not what it seems to.
        case warning
    }

    /// What is wrong.
    public let fault: GrammarFault
    /// The file's name as it was given.
    public let file: String
    /// Where in the file.
    public let position: SourcePosition

    /// A fault at a place of a file, whose name is told as it was given.
    public init(_ fault: GrammarFault, file: String, at position: SourcePosition) {
        self.fault = fault
        self.file = file
        self.position = position
    }

    /// Whether it stops the file from being used.
    public var severity: Severity { fault.severity }
}

extension GrammarProblem: CustomStringConvertible {
    public var description: String {
        "\(file):\(position): \(severity.rawValue): \(fault.message)"
    }
}

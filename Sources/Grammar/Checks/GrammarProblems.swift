public import Platform

/// All that is wrong in a file, in the order of the file. At least one of them is an error.
public struct GrammarProblems: Error, Sendable, Equatable {
    /// Sorted by file and place.
    public let problems: [GrammarProblem]

    package init(_ problems: [GrammarProblem]) {
        self.problems = problems
    }
}

extension GrammarProblems: CustomStringConvertible {
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

extension [GrammarProblem] {
    /// More than this many problems are counted, not listed: nobody reads them, and a file of
    /// the wrong kind has one on each line.
    static var listed: Int { 50 }

    /// Sorted by file and place, without repetitions; what goes beyond `listed` is one last line.
    var inOrder: [GrammarProblem] {
        let sorted = self.sorted { ($0.file, $0.position) < ($1.file, $1.position) }
        var result: [GrammarProblem] = []
        for problem in sorted where problem != result.last { result.append(problem) }
        guard result.count > Self.listed else { return result }
        // Errors are kept before warnings, so that the list never hides why a file is refused.
        let kept =
            (result.filter { $0.severity == .error } + result.filter { $0.severity == .warning })
            .prefix(Self.listed)
        let rest = result.count - kept.count
        let last = kept[kept.count - 1]
        return kept.sorted { ($0.file, $0.position) < ($1.file, $1.position) } + [
            GrammarProblem(
                .tooManyProblems(more: rest), file: last.file, at: last.position)
        ]
    }

    var hasErrors: Bool { contains { $0.severity == .error } }
}

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

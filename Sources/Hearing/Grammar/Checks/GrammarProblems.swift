package import Platform

/// All problems of a file, in the order of the file. At least one of them is an error.
package struct GrammarProblems: Error, Sendable, Equatable {
    /// Sorted by file and position.
    package let problems: [GrammarProblem]

    package init(_ problems: [GrammarProblem]) {
        self.problems = problems
    }
}

extension GrammarProblems: CustomStringConvertible {
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

extension [GrammarProblem] {
    /// Problems beyond this number are counted, not listed: a file of the wrong kind has one on
    /// each line.
    static var listed: Int { 50 }

    /// Sorted by file and position, without repetitions; a last line counts those beyond `listed`.
    var inOrder: [GrammarProblem] {
        let sorted = self.sorted { ($0.file, $0.position) < ($1.file, $1.position) }
        var result: [GrammarProblem] = []
        for problem in sorted where problem != result.last { result.append(problem) }
        guard result.count > Self.listed else { return result }
        // Errors come first, so that the list never hides why a file is refused.
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

/// One problem of a grammar or dictionary file, with its position.
///
/// Its description has the form of compilers' messages:
/// `grammars/etdrs.gram:12:8: error: what is wrong: what to do`.
package struct GrammarProblem: Sendable, Equatable {
    /// An error stops the file from being used; a warning does not.
    package enum Severity: String, Sendable {
        /// The file cannot be used.
        case error
        /// The file is used, and part of it does nothing.
        case warning
    }

    /// The mistake.
    package let fault: GrammarFault
    /// The file's name as it was given.
    package let file: String
    /// Its position in the file.
    package let position: SourcePosition

    /// A fault at a position of a file.
    package init(_ fault: GrammarFault, file: String, at position: SourcePosition) {
        self.fault = fault
        self.file = file
        self.position = position
    }

    /// Whether it stops the file from being used.
    package var severity: Severity { fault.severity }
}

extension GrammarProblem: CustomStringConvertible {
    package var description: String {
        "\(file):\(position): \(severity.rawValue): \(fault.message)"
    }
}

internal import CommandLineKit
internal import Grammar
internal import Platform
internal import Records

/// The result of one check of `aloud doctor`.
struct Finding: Sendable, Equatable {
    enum Status: String, Sendable {
        case ok
        /// A test works, but not well.
        case warning
        /// A test does not work.
        case error
        /// The check could not run.
        case skipped
    }

    var status: Status
    /// The name of the check: "dictionary".
    var check: String
    /// The result in one line, with a remedy if it is not ok.
    var words: String
    /// Measured values, for `--json`.
    var measured: [JSONValue.Member] = []

    static func ok(
        _ check: String, _ words: String, measured: [JSONValue.Member] = []
    ) -> Finding {
        Finding(status: .ok, check: check, words: words, measured: measured)
    }

    static func warning(
        _ check: String, _ words: String, measured: [JSONValue.Member] = []
    ) -> Finding {
        Finding(status: .warning, check: check, words: words, measured: measured)
    }

    static func error(
        _ check: String, _ words: String, measured: [JSONValue.Member] = []
    ) -> Finding {
        Finding(status: .error, check: check, words: words, measured: measured)
    }

    static func skipped(_ check: String, _ words: String) -> Finding {
        Finding(status: .skipped, check: check, words: words)
    }

    /// One line for people.
    var line: String {
        let margin = String(repeating: " ", count: 9 - status.rawValue.count)
        // Messages of libraries may have several lines.
        let oneLine = words.split(whereSeparator: \.isNewline)
            .map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
        return "\(status.rawValue)\(margin)\(check): \(oneLine)"
    }

    /// One object of `aloud doctor --json`.
    var json: JSONValue {
        .object(
            [
                .init("check", .string(check)), .init("status", .string(status.rawValue)),
                .init("message", .string(words)),
            ] + measured)
    }
}

extension [JSONValue.Member] {
    /// A position in a file, with lines and columns counted from 1.
    static func place(in file: String, at position: SourcePosition) -> [JSONValue.Member] {
        [
            .init("file", .string(file)), .init("line", .integer(position.line)),
            .init("column", .integer(position.column)),
        ]
    }
}

/// Prints findings and counts them.
struct FindingLog {
    let printsJSON: Bool
    let environment: CommandEnvironment

    private(set) var errors = 0
    private(set) var warnings = 0

    init(printsJSON: Bool, environment: CommandEnvironment) {
        self.printsJSON = printsJSON
        self.environment = environment
    }

    mutating func add(_ finding: Finding) throws {
        switch finding.status {
        case .error: errors += 1
        case .warning: warnings += 1
        case .ok, .skipped: break
        }
        if printsJSON {
            try environment.emit(finding.json)
        } else {
            try environment.output.write(finding.line + "\n")
        }
    }

    mutating func add(_ findings: [Finding]) throws {
        for finding in findings { try add(finding) }
    }

    /// One sentence on all findings.
    ///
    /// - Parameter isPart: whether some checks were left out.
    func summary(isPart: Bool) -> String {
        switch (errors, warnings) {
        case (0, 0) where isPart: "These checks found no problem."
        case (0, 0): "Ready for a test."
        case (0, _): "Ready for a test, with \(warnings.counting("warning"))."
        default: "Not ready for a test: correct \(errors.counting("error")) first."
        }
    }
}

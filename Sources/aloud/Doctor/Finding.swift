internal import CommandLineKit
internal import Grammar
internal import Platform
internal import Records

/// What `aloud doctor` found about one thing that a test needs.
struct Finding: Sendable, Equatable {
    enum Status: String, Sendable {
        case ok
        /// A test works, but not as well as it could.
        case warning
        /// A test needs this.
        case error
        /// Could not be looked at, since something before it is missing.
        case skipped
    }

    var status: Status
    /// What was looked at: "acoustic model".
    var check: String
    /// What was found, in one line; where it is not ok, also what to do.
    var words: String
    /// What was measured, for `--json`.
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
        // Reasons of libraries, and lists of places, may come in several lines.
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
    /// Where in a file something was found, lines and columns counted from 1.
    static func place(in file: String, at position: SourcePosition) -> [JSONValue.Member] {
        [
            .init("file", .string(file)), .init("line", .integer(position.line)),
            .init("column", .integer(position.column)),
        ]
    }
}

/// Prints findings as they come, and counts them.
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

    /// All of it in a sentence.
    ///
    /// - Parameter isPart: whether something was left out.
    func summary(isPart: Bool) -> String {
        switch (errors, warnings) {
        case (0, 0) where isPart: "All that was looked at is there."
        case (0, 0): "All that a test needs is there."
        case (0, _): "Nothing is missing; warnings about what would make it better: \(warnings)."
        default: "Errors to mend before a test: \(errors)."
        }
    }
}

internal import CommandLineKit

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

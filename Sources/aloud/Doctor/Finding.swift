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

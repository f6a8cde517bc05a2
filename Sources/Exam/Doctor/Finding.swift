internal import CommandLineKit
package import Exam
internal import Grammar
internal import Platform

/// The result of one check of `aloud doctor`.
package struct Finding: Sendable, Equatable {
    package enum Status: String, Codable, Sendable {
        case ok
        /// A test works, but not well.
        case warning
        /// A test does not work.
        case error
        /// The check could not run.
        case skipped
    }

    package var status: Status
    /// The name of the check: "dictionary".
    package var check: String
    /// The result in one line, with a remedy if it is not ok.
    package var words: String
    /// Measured values, for `--json`.
    package var measured = MeasuredValues()
    /// The result for a bug report, if `words` quote free text that may name people.
    package var wordsWithoutQuotes: String?

    /// Sets each property from the parameter of its name.
    package init(
        status: Status, check: String, words: String,
        measured: MeasuredValues = MeasuredValues(), wordsWithoutQuotes: String? = nil
    ) {
        self.status = status
        self.check = check
        self.words = words
        self.measured = measured
        self.wordsWithoutQuotes = wordsWithoutQuotes
    }

    package static func ok(
        _ check: String, _ words: String, measured: MeasuredValues = MeasuredValues()
    ) -> Finding {
        Finding(status: .ok, check: check, words: words, measured: measured)
    }

    package static func warning(
        _ check: String, _ words: String, measured: MeasuredValues = MeasuredValues()
    ) -> Finding {
        Finding(status: .warning, check: check, words: words, measured: measured)
    }

    package static func error(
        _ check: String, _ words: String, measured: MeasuredValues = MeasuredValues()
    ) -> Finding {
        Finding(status: .error, check: check, words: words, measured: measured)
    }

    package static func skipped(_ check: String, _ words: String) -> Finding {
        Finding(status: .skipped, check: check, words: words)
    }

    /// One line for people.
    package var line: String { line(words) }

    /// One line for a bug report.
    package var lineOfReport: String { line(wordsWithoutQuotes ?? words) }

    private func line(_ words: String) -> String {
        let margin = String(repeating: " ", count: 9 - status.rawValue.count)
        // Messages of libraries may have several lines.
        let oneLine = words.split(whereSeparator: \.isNewline)
            .map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
        return "\(status.rawValue)\(margin)\(check): \(oneLine)"
    }
}

/// One object of `aloud doctor --json`, with the measured values among the other members.
extension Finding: Codable {
    private enum CodingKeys: String, CodingKey {
        case check, status
        case words = "message"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(Status.self, forKey: .status)
        check = try members.decode(String.self, forKey: .check)
        words = try members.decode(String.self, forKey: .words)
        measured = try MeasuredValues(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(check, forKey: .check)
        try members.encode(status, forKey: .status)
        try members.encode(words, forKey: .words)
        try measured.encode(to: encoder)
    }
}

/// The values that a check measured; nil for those of other checks.
package struct MeasuredValues: Sendable, Equatable, Codable {
    // The microphone.
    package var device: String?
    package var format: String?

    // Its sound: decibels relative to full scale, seconds, and counts.
    package var peak: Double?
    package var rms: Double?
    package var speech: Double?
    package var clippedSamples: Int?
    package var seconds: Double?
    package var overruns: Int?
    package var noise: Double?
    package var speechOverNoise: Double?

    // The hearing: the time to open the models, and letters of a synthetic voice.
    package var milliseconds: Double?
    package var right: Int?
    package var said: Int?

    // A place in a file, with lines and columns counted from 1.
    package var file: String?
    package var line: Int?
    package var column: Int?

    /// Sets each property from the parameter of its name.
    package init(
        device: String? = nil, format: String? = nil, peak: Double? = nil,
        rms: Double? =
            nil, speech: Double? = nil, clippedSamples: Int? = nil, seconds: Double? = nil,
        overruns: Int? = nil, noise: Double? = nil, speechOverNoise: Double? = nil,
        milliseconds: Double? = nil, right: Int? = nil, said: Int? = nil,
        file: String? =
            nil, line: Int? = nil, column: Int? = nil
    ) {
        self.device = device
        self.format = format
        self.peak = peak
        self.rms = rms
        self.speech = speech
        self.clippedSamples = clippedSamples
        self.seconds = seconds
        self.overruns = overruns
        self.noise = noise
        self.speechOverNoise = speechOverNoise
        self.milliseconds = milliseconds
        self.right = right
        self.said = said
        self.file = file
        self.line = line
        self.column = column
    }

    /// A position in a file.
    static func place(in file: String, at position: SourcePosition) -> MeasuredValues {
        MeasuredValues(file: file, line: position.line, column: position.column)
    }
}

/// Counts findings, and prints them. JSON Lines are printed at once; text for people at the end, so
/// that errors are first.
package struct FindingLog {
    let printsJSON: Bool
    let environment: CommandEnvironment

    package private(set) var errors = 0
    package private(set) var warnings = 0
    /// All findings, in their order.
    package private(set) var findings: [Finding] = []

    package init(printsJSON: Bool, environment: CommandEnvironment) {
        self.printsJSON = printsJSON
        self.environment = environment
    }

    package mutating func add(_ finding: Finding) throws {
        switch finding.status {
        case .error: errors += 1
        case .warning: warnings += 1
        case .ok, .skipped: break
        }
        findings.append(finding)
        if printsJSON { try environment.emit(finding) }
    }

    /// Prints the findings for people: errors, warnings, then the others, with one line for all grammars
    /// that are sound.
    package func show() throws {
        guard !printsJSON else { return }
        for finding in shown { try environment.output.write(finding.line + "\n") }
    }

    private var shown: [Finding] {
        let grammars = findings.filter { $0.status == .ok && $0.check.hasPrefix("grammar ") }
        var lines = findings
        if grammars.count > 1,
            let first = lines.firstIndex(where: { $0.check == grammars[0].check })
        {
            let names = grammars.map { $0.check.dropFirst("grammar ".count) }
            lines[first] = .ok(
                "grammars", "\(grammars.count) are sound (\(names.joined(separator: ", ")))")
            lines.removeAll { $0.status == .ok && $0.check.hasPrefix("grammar ") }
        }
        let kinds: [(Finding) -> Bool] = [
            { $0.status == .error }, { $0.status == .warning },
            { $0.status != .error && $0.status != .warning },
        ]
        return kinds.flatMap { lines.filter($0) }
    }

    package mutating func add(_ findings: [Finding]) throws {
        for finding in findings { try add(finding) }
    }

    /// One sentence on all findings.
    ///
    /// - Parameter isPart: whether some checks were left out.
    package func summary(isPart: Bool) -> String {
        switch (errors, warnings) {
        case (0, 0) where isPart: "These checks found no problem."
        case (0, 0): "Ready for a test."
        case (0, _): "Ready for a test, with \(warnings.counting("warning"))."
        default: "Not ready for a test: correct \(errors.counting("error")) first."
        }
    }
}

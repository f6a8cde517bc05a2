internal import Acuity

/// How often letters are taken to be misheard, as `--hearing` says.
enum AssumedHearing: Equatable, Sendable {
    /// A share of all letters, 0...0.5.
    case share(Double)
    /// What an evaluation counted, by its path.
    case file(String)

    static let option = Option<AssumedHearing?>(
        "hearing",
        ValueKind("share|file", expected: "a share from 0% to 50%, such as 5% or 0.05, or a file") {
            AssumedHearing($0)
        },
        help: "How often letters are misheard, for the estimate: a share, or what 'aloud evaluate"
            + " --json' printed. If not given, what was measured for spoken answers, and never for"
            + " typed ones.")

    /// The meaning of a text; nil for a share that is out of range.
    init?(_ text: String) {
        if let share = Double(share: text) {
            guard (0...0.5).contains(share) else { return nil }
            self = .share(share)
        } else {
            guard !text.isEmpty, !text.hasSuffix("%") else { return nil }
            self = .file(text)
        }
    }

    /// The model for a test.
    ///
    /// - Parameters:
    ///   - optotypes: what the test shows.
    ///   - choice: where the answers come from.
    /// - Throws: `HearingFileError`, or `UnreadableResource` for Aloud's own file.
    static func model(
        for optotypes: OptotypeSet, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> HearingModel {
        switch try arguments[option] {
        case .share(let share): return HearingModel(misheard: share, among: optotypes.choices)
        case .file(let path):
            return HearingModel(
                try HearingFile(path).counts(toAnswer: optotypes), toAnswer: optotypes)
        case nil:
            if case .text = choice { return .exact }
            let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
            return HearingModel(
                try HearingFile(measuredFor: optotypes, in: folder).counts(toAnswer: optotypes),
                toAnswer: optotypes)
        }
    }
}

internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Records

extension AssumedHearing {
    static let option = Option<AssumedHearing?>(
        "hearing",
        ValueKind("share|file", expected: "a share from 0% to 50%, such as 5% or 0.05, or a file") {
            AssumedHearing($0)
        },
        help: "How often letters are misheard, for the estimate: a share, or what 'aloud evaluate"
            + " --json' printed. If not given, what was measured for spoken answers, and never for"
            + " typed ones.")

    /// What the result of a test says of its hearing.
    ///
    /// - Parameter model: the one of the test.
    static func told(
        _ model: HearingModel, _ choice: AnswerChoice, _ arguments: ParsedArguments
    ) throws -> TestSetup.HearingTold {
        let usual = choice.isText ? AssumedHearing.share(0).name : measured
        return TestSetup.HearingTold(
            name: try arguments[option]?.name ?? usual, misheard: model.misheard)
    }

    /// The model that was measured on people.
    ///
    /// - Parameter folder: of grammars, where it is named.
    /// - Throws: `HearingFileError`, or `UnreadableResource`.
    static func measuredModel(
        for optotypes: OptotypeSet, folder: String?, in environment: CommandEnvironment
    ) throws -> HearingModel {
        let folder = try environment.grammars(named: folder)
        return HearingModel(
            try HearingFile(measuredFor: optotypes, in: folder).counts(toAnswer: optotypes),
            toAnswer: optotypes)
    }

    /// The model for a test.
    ///
    /// - Parameters:
    ///   - optotypes: what the test shows.
    ///   - choice: where the answers come from.
    ///   - telling: whether a person is told which letters a file does not count.
    /// - Throws: `HearingFileError`, or `UnreadableResource` for Aloud's own file.
    static func model(
        for optotypes: OptotypeSet, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, telling: Bool = true
    ) throws -> HearingModel {
        if let given = try arguments[option] {
            guard case .file(let path) = given else { return try given.model(for: optotypes) }
            // Read once: a pipe gives nothing the second time.
            let file = try HearingFile(path)
            let model = HearingModel(
                try file.counts(toAnswer: optotypes), toAnswer: optotypes)
            if telling, let note = file.note(on: optotypes) { environment.say("Note: \(note)") }
            return model
        }
        if choice.isText { return .exact }
        return try measuredModel(
            for: optotypes, folder: try arguments[HearingOptions.grammars], in: environment)
    }
}

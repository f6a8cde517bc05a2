internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Records

extension TestPlan {
    /// The plan of a test whose answers come from a choice, with what letters are taken to be misheard by.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - telling: whether a person is told which letters a file of hearing does not count.
    /// - Throws: `Misuse`, `HearingFileError`, or `UnreadableResource` for Aloud's own file of hearing.
    init(
        _ arguments: ParsedArguments, answeredBy choice: AnswerChoice, range: SizeRange = .all,
        telling: Bool = true, in environment: CommandEnvironment
    ) throws {
        var generator = SystemRandomNumberGenerator()
        let hearing = try AssumedHearing.model(
            for: try Self.optotypes(arguments), choice, arguments, in: environment,
            telling: telling)
        try self.init(arguments, hearing: hearing, range: range, using: &generator)
        setup.areAnswersTyped = choice.isText
        setup.hearing = try AssumedHearing.told(hearing, choice, arguments)
    }
}

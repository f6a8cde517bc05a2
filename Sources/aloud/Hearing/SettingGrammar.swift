internal import CommandLineKit
internal import Grammar
internal import Recognition

/// What is listened for before a test, to set it up.
enum SettingGrammar: String, CaseIterable, Sendable {
    /// At which line the test starts.
    case steps
    /// How far the eyes are from the screen.
    case distances

    /// The grammar's file in the folder of grammars.
    var file: String { rawValue + ".gram" }

    /// The rules of what is acted on.
    var commands: [String] {
        switch self {
        case .steps: ["number", "here", "cannotSee", "again", "pause", "resume"]
        case .distances: ["distance", "yes", "no", "again", "here"]
        }
    }

    /// The grammar, read and checked.
    func load(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ListeningGrammar {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return try HearingOptions.grammar(file, in: folder, commands: commands)
    }

    /// A listener for it.
    func listener(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> LetterListener {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return try ListenerMaking(
            grammar: try load(arguments, in: environment),
            ear: ListenerMaking.Ear(
                try environment.models(named: try arguments[HearingOptions.model])),
            mapper: try HearingOptions.mapper(in: folder, environment),
            thresholds: HearingThresholds(), instruments: environment.instruments
        ).make()
    }
}

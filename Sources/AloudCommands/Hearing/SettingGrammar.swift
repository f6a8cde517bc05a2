internal import LetterSpeech

/// What is listened for before a test, to set it up.
enum SettingGrammar: String, CaseIterable, Sendable {
    /// At which line the test starts.
    case steps
    /// How far the eyes are from the screen.
    case distances

    /// The grammar's file in the folder of grammars.
    var file: String { rawValue + ".gram" }

    /// The grammar, read and checked.
    func load(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ListeningGrammar {
        let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
        return try HearingOptions.grammar(file, in: folder)
    }

    /// A recogniser for it.
    func recognizer(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> any Recognizing {
        try environment.instruments.recognizer(
            try load(arguments, in: environment),
            try AcousticModelFolder.find(
                named: try arguments[HearingOptions.model], in: environment))
    }
}

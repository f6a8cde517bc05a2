internal import LetterSpeech

/// What is listened for before a test, to set it up.
enum SettingGrammar: String, CaseIterable, Sendable {
    /// At which line the test starts.
    case steps
    /// How far the eyes are from the screen.
    case distances

    /// The grammar's file in the folder of grammars.
    var file: String { rawValue + ".gram" }

    /// A recogniser for it.
    func recognizer(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> any Recognizing {
        let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
        return try environment.instruments.recognizer(
            try HearingOptions.grammar(file, in: folder),
            try AcousticModelFolder.find(
                named: try arguments[HearingOptions.model], in: environment))
    }
}

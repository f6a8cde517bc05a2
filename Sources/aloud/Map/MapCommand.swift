internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Recognition

/// `aloud map`: maps lines of text to letters and commands.
enum MapCommand: Command {
    static let letters = Option<LetterChoice>(
        "letters", .choice(among: [.etdrs, .alphabet, .hotv]),
        default: LetterChoice.alphabet.rawValue,
        help:
            "The letters that a sound may be taken for: the ten of the ETDRS charts, all 26, or the"
            + " four of HOTV.")
    static let json = Option.flag(
        "json", help: "Print JSON Lines, with the confidence and the words of each answer.")
    static let explain = Option.flag(
        "explain", help: "Explain how the sound of each word was judged.")
    static let dictionary = Option<String>(
        "dictionary", .file, default: CMUDictionary.debianPath,
        help: "The pronunciations of English words, as the CMU dictionary writes them.")

    static let verb = Verb(
        "map", summary: "Turn words, one utterance a line, into letters and commands.",
        discussion: """
            Reads utterances from standard input, one a line, and prints one line for each: letters \
            and commands with spaces between, '?' for a letter that was not understood, '-' for a \
            line without an answer. Each line is answered before the next one is read, so that \
            another program can use it through pipes. A line that is not text gives '-'. So does a \
            line of more than \(LineReader.limit) bytes, and the exit status is 1.

            Example:

              $ echo "see zee are aitch yes" | aloud map
              C Z R H S

            With --json an answer is an object:

              {"answers":[
               {"confidence":0.979,"heard":"see","kind":"letter","letter":"C"}],
               "line":"C","text":"see"}

            (in one line). With --explain, the judgement of each word's sound comes before the answer \
            on standard error, or as "explain" in the object. Known phrases count before it, and the \
            whole utterance after it: see docs/grammars.md.
            """,
        options: [letters, json, explain, HearingOptions.grammars, dictionary])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let grammars = try environment.grammars(named: arguments[HearingOptions.grammars])
        let mapper = try PhoneticMapper(
            grammars: grammars.path, dictionary: arguments[dictionary],
            guess: environment.instruments.pronouncer,
            letters: arguments[letters].letters)
        let printer = MappingPrinter(
            mapper: mapper, printsJSON: try arguments[json], explains: try arguments[explain],
            environment: environment)
        var reader = UtteranceReader(environment.input)
        var refused = 0
        var status = ExitStatus.success
        while let line = try reader.next() {
            switch line {
            case .text(let text):
                try printer.answer(text)
            case .noText(let reason):
                try printer.answerNoText(reason)
                refused += 1
                // For a file of another kind one message is enough.
                guard refused == 1 else { continue }
                environment.say("Ignored line \(reader.number), which is not text (\(reason)).")
            case .tooLong(let limit):
                try printer.answerNoText("it is longer than \(limit) bytes")
                status = .failure
                environment.say(
                    "Error: Line \(reader.number) of standard input is longer than \(limit) bytes. Write"
                        + " one utterance a line; for sound use 'aloud transcribe'.")
            }
        }
        if refused > 1 { environment.say("Ignored \(refused) lines that are not text.") }
        return status
    }
}

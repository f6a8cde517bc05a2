internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Recognition

/// `aloud map`: what utterances say, one line in, one line out.
enum MapCommand: Command {
    static let letters = Option<LetterChoice>(
        "letters", .choice(among: [.etdrs, .alphabet, .hotv]),
        default: LetterChoice.alphabet.rawValue,
        help: "Which letters a sound may be taken for: the ten of the ETDRS charts, all 26, or the"
            + " four of HOTV.")
    static let json = Option.flag(
        "json", help: "Print JSON Lines: every answer with its confidence and its words.")
    static let explain = Option.flag(
        "explain", help: "Tell how the sound of each word was judged.")
    static let dictionary = Option<String>(
        "dictionary", .file, default: CMUDictionary.debianPath,
        help: "The pronunciations of English words, as the CMU dictionary writes them.")

    static let verb = Verb(
        "map", summary: "Turn words, one utterance a line, into letters and commands.",
        discussion: """
            Reads utterances from standard input, one a line, and answers each with one line: \
            letters and commands with blanks between, '?' for what may be a letter and is not \
            sure enough, '-' for what is no answer. Each answer is out before the next line is \
            read, so that a program can talk with it through pipes. A line that is not text is \
            answered by '-'. So is a line of more than \(LineReader.limit) bytes, which is an error: the rest \
            goes on, and the exit status is 1.

            Example:

              $ echo "see zee are aitch yes" | aloud map
              C Z R H S

            With --json an answer is an object:

              {"answers":[
               {"confidence":0.979,"heard":"see","kind":"letter","letter":"C"}],
               "line":"C","text":"see"}

            (in one line). With --explain, how each word was judged by its sound comes before the answer \
            on standard error, or as "explain" in the object. Rulings come before that judgement, \
            and the utterance as a whole after it: docs/phonetic-mapper.md shows how.
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
                // One message says it all where a file of another kind was given.
                guard refused == 1 else { continue }
                environment.say("Line \(reader.number) is no text (\(reason)): no answer.")
            case .tooLong(let limit):
                try printer.answerNoText("it is longer than \(limit) bytes")
                status = .failure
                environment.say(
                    "Error: Line \(reader.number) of standard input is longer than \(limit) bytes: no"
                        + " answer. Write one utterance a line; 'aloud transcribe' hears sound.")
            }
        }
        if refused > 1 { environment.say("\(refused) lines were no text.") }
        return status
    }
}

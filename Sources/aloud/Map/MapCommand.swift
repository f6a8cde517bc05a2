internal import Acuity
internal import CommandLineKit
internal import Exam
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import Records
internal import Transcripts

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

    private static let file = Argument<String?>(
        optional: "-", .text("-"), help: "'-' for standard input, which is the default.")

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

            (in one line). With --explain, the judgement of each word's sound is printed before \
            the answer on standard error, or as "explain" in the object. Known phrases are matched \
            first, and the whole utterance is judged last: see docs/grammars.md.
            """,
        arguments: [file],
        options: [
            letters, json, explain, HearingOptions.language, HearingOptions.grammars,
            HearingOptions.dictionary,
        ])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        if let file = try arguments[file], file != "-" {
            throw Misuse("'aloud map' reads standard input: 'aloud map < \(file)'.")
        }
        let grammars = try environment.grammars(named: arguments[HearingOptions.grammars])
            .of(language: arguments[HearingOptions.language])
        let mapper = try PhoneticMapper(
            grammars: grammars.path, dictionary: arguments[HearingOptions.dictionary],
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

/// Prints the answers of utterances for `aloud map`.
struct MappingPrinter {
    let mapper: PhoneticMapper
    let printsJSON: Bool
    let explains: Bool
    let environment: CommandEnvironment

    /// Prints the answers of an utterance.
    func answer(_ text: String) throws {
        let answers = mapper.answers(to: text)
        guard printsJSON else {
            // The explanation comes before the answer that it explains.
            if explains { environment.say(explanation(of: text, answers)) }
            return try environment.output.write(mapper.line(for: text) + "\n")
        }
        try environment.emit(
            MappedLine(
                text: text, line: mapper.line(for: text), answers: answers.map(AnswerObject.init),
                explain: explains ? sounds(of: text) : nil))
    }

    /// The JSON object of a line, for programs.
    private struct MappedLine: Encodable {
        var text: String?
        var line: String
        var answers: [AnswerObject]
        var explain: [String]?
        var error: String?
    }

    /// Prints the answer to a line that is not text.
    func answerNoText(_ reason: String) throws {
        guard printsJSON else { return try environment.output.write("-\n") }
        try environment.emit(MappedLine(line: "-", answers: [], error: reason))
    }

    /// The answers with their words, then how each word sounds.
    private func explanation(of text: String, _ answers: [SpokenAnswer]) -> String {
        var lines = ["\"\(text)\""]
        for answer in answers {
            lines.append(
                "  \(answer.kind.word) \(answer.confidence.wholePercentText) % from"
                    + " \"\(answer.heard)\"")
        }
        if answers.isEmpty { lines.append("  no answer") }
        for sound in sounds(of: text) {
            lines += sound.split(separator: "\n").map { "    " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    /// The judgement of each word by its sound.
    private func sounds(of text: String) -> [String] {
        Self.words(of: text).map(mapper.explanation(ofSoundOf:))
    }

    /// The words to judge by sound: single letters are left out.
    private static func words(of text: String) -> [String] {
        text.lowercased()
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "\u{2019}" }
            .filter { $0.count > 1 }.map(String.init)
    }
}

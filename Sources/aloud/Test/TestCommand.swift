internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Foundation
internal import Platform
internal import Recognition
internal import Records

/// `aloud test`: the hands-free test.
enum TestCommand: Command {
    private static let json = Option.flag(
        "json", help: "Print the result as one JSON object; what is for people goes elsewhere.")
    private static let events = Option.flag(
        "events",
        help: "Print the test as JSON Lines while it runs; the last line is the result.")
    /// Where letters can be shown.
    enum Screen: String, CaseIterable, Sendable {
        case terminal, web
    }

    private static let screen = Option<Screen>(
        "display", .choice(), default: Screen.terminal.rawValue,
        help: "Where the letters are: in this terminal, which knows no true sizes, or in a browser"
            + " whose address is printed.")
    private static let feedback = Option.flag(
        "feedback", help: "Show after each line which letters were right.")

    static let verb = Verb(
        "test", summary: "Test visual acuity, hands-free.",
        discussion: """
            Shows lines of five letters, listens to them being read, shows what was heard position \
            by position, asks for what is missing, and reports the acuity. What is shown goes to \
            standard error, the report to standard output.

            Say the letters, in one breath or one at a time, and where needed: "I can't see it" or \
            "pass" (this letter is missed), "I can't see any" (all that are left), "no, N" (mends \
            the last letter), "again", "wait" and "continue" or "go on", "stop". Where a tumbling E or a \
            Landolt ring is shown, say where it is open: "up", "down", "left", "right", also "top" \
            and "bottom"; of eight directions also "up left", "top right", "left down".

            With --answers the answers are lines of text, the whole answer to a line shown or to \
            an asking in each ("see zee are aitch yes").

            With --input the answers are in a recording of such a test, one eye's, from its first line \
            to its end. It cannot hear that it is asked: where a letter was unclear, the reply to the \
            asking has to be in it, too. Where the person still reads after the end of the test, \
            there is no score, and the exit status is 1. What is read in other recordings is told by \
            'aloud transcribe'.

            Beside the score of the procedure stands an estimate that allows for what may have been \
            misheard, with its 95 % interval. Answers that cannot be relied on give neither.

            Ctrl-C ends the test and reports what was measured so far.

              aloud test --eye left --distance 3m
              aloud test --display web
              aloud test --procedure adaptive --interval 0.1
              aloud test --optotype landolt-8 --display web
              aloud test --answers -
            """,
        options: TestPlan.options + AnswerChoice.options + [screen]
            + WarmUpChoice.all + LaneOptions.all + VoiceOptions.all(default: .off) + [
                json, events, feedback,
            ]
            + HearingOptions.all,
        stopsOnRequest: true, isAttended: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let choice = try AnswerChoice(arguments)
        let optotypes = try TestPlan.optotypes(arguments)
        try TestPlan.checkStart(arguments)
        let warmsUp = try WarmUpChoice.isWanted(
            arguments, choice, showing: optotypes, usually: false)
        let plan = try TestPlan(arguments, answeredBy: choice, in: environment)
        try checkSource(of: choice, arguments, in: environment)
        let printer = try arguments[events] ? EventPrinter(to: environment) : nil
        let observers: [any TestObserver] = printer.map { [$0] } ?? []
        let report: TestReport
        switch try arguments[screen] {
        case .web:
            guard try !arguments[feedback] else {
                throw Misuse("'--feedback' is for the terminal: the page gives no hint.")
            }
            try checkHearing(of: choice, showing: optotypes, arguments, in: environment)
            let found = try runInBrowser(
                plan, choice, arguments, observers: observers, in: environment)
            guard let found else {
                environment.say("The test was ended before anybody began it.")
                return .success
            }
            report = found
        case .terminal:
            try LaneOptions.refuse(arguments)
            report = try runInTerminal(
                plan, choice, arguments, warmsUp: warmsUp, showsRightAndWrong: arguments[feedback],
                observers: observers, in: environment)
        }
        try tell(report, printer, asJSON: arguments[json], in: environment)
        return status(after: report, choice, in: environment)
    }

    /// Prints what came out, or has it said where the events were printed.
    ///
    /// - Parameter printer: where everything was printed, the result last; nil where nothing was.
    /// - Throws: why it could not be printed where it belongs; it was said then.
    private static func tell(
        _ report: TestReport, _ printer: EventPrinter?, asJSON: Bool,
        in environment: CommandEnvironment
    ) throws(OutputError) {
        if let printer {
            environment.say(report.text)
            if let failure = printer.failure { throw failure }
        } else if asJSON {
            environment.say(report.text)
            try environment.emit(report)
        } else {
            do throws(OutputError) {
                try environment.output.write(report.text + "\n")
            } catch {
                // What was measured must not be lost with the place where it was to go.
                environment.say(report.text)
                throw error
            }
        }
    }

    /// What the process exits with; says what went wrong and what to do.
    static func status(
        after report: TestReport, _ choice: AnswerChoice, in environment: CommandEnvironment
    ) -> ExitStatus {
        switch report.end {
        case .finished where report.leftOver != nil:
            environment.complain(AnswerChoice.adviceOnLeftOver)
        case .finished, .stoppedByPerson, .stoppedFromOutside: return .success
        case .answersEnded: environment.complain(choice.adviceAfterEnd)
        case .failed(let reason): environment.complain(reason)
        }
        return .failure
    }
}

extension TestCommand {
    /// The source of the answers that were chosen.
    ///
    /// - Parameter stop: ends it.
    static func answerSource(
        for choice: AnswerChoice, showing optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> any AnswerSource {
        let sound: any AudioSource
        switch choice {
        case .text(let path):
            return try typed(path, optotypes, arguments, in: environment, until: stop)
        case .microphone(let device):
            sound = try microphone(device, in: environment, until: stop)
        case .recording(let path): sound = try recording(path, arguments, in: environment)
        }
        let voice = try voice(
            of: TestedPerson(), from: sound, showing: optotypes, arguments, in: environment)
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
    }

    /// Makes sure that the files that answers come from are there and hold something. A microphone
    /// may be plugged in later.
    ///
    /// - Throws: why there can be no test.
    static func checkSource(
        of choice: AnswerChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws {
        switch choice {
        case .microphone, .text("-"), .recording("-"): return
        case .text(let path): try FileInput.check(path)
        case .recording(let path):
            guard !FileInput.isPipe(path) else { return }
            // A file can have a header and no sound.
            _ = try recording(path, arguments, in: environment).read()
        }
    }

    /// Makes sure that what is listened for can be loaded, or what tells typed answers.
    ///
    /// - Throws: why there can be no test.
    static func checkHearing(
        of choice: AnswerChoice, showing optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws {
        guard !choice.isText else {
            let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
            _ = try HearingOptions.mapper(in: folder, environment)
            return
        }
        _ = try HearingOptions.listener(
            for: LetterChoice(toAnswer: optotypes), arguments, in: environment)
        for grammar in SettingGrammar.allCases { _ = try grammar.load(arguments, in: environment) }
    }

    /// Answers that are typed.
    static func typed(
        _ path: String, _ optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> TypedAnswers {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return TypedAnswers(
            path == "-" ? environment.lines : LineFeed(try FileInput(path, stop: stop)),
            mapper: try HearingOptions.mapper(in: folder, environment),
            optotypes: optotypes, stop: stop,
            complain: { environment.say("Warning: \($0)") })
    }

    /// A microphone that is closed when the test ends.
    static func microphone(
        _ device: String?, in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> any LiveAudioSource {
        let microphone = try environment.instruments.microphone(device)
        stop.whenRequested { microphone.stop() }
        return microphone
    }

    /// What a person is heard to say, where letters or directions are asked for.
    static func voice(
        of person: TestedPerson, from sound: any AudioSource, showing optotypes: OptotypeSet,
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> VoiceAnswers {
        let answers = VoiceAnswers(
            source: sound,
            listener: try person.listener {
                try HearingOptions.listener(
                    for: LetterChoice(toAnswer: optotypes), arguments, in: environment)
            })
        answers.onClipping = {
            environment.say(
                "Warning: the voice drives the microphone to its limits: turn it down, or sit further"
                    + " from it.")
        }
        return answers
    }

    static func recording(
        _ path: String, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> any AudioSource {
        guard path == "-" else {
            return try ChannelOption.opening(arguments, in: environment)(path)
        }
        let input = environment.input
        return RawPCMSource(name: "standard input") { try input.read(upTo: $0) }
    }
}

internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import RecordStore
internal import Records

/// `aloud test`: the hands-free test.
enum TestCommand: Command {
    private static let json = Option.flag(
        "json", help: "Print the result as one JSON object; words for people go to standard error.")
    private static let events = Option.flag(
        "events",
        help: "Print the test as JSON Lines while it runs; the last line is the result.")
    /// The display of the letters.
    enum Screen: String, CaseIterable, Sendable {
        case terminal, web
    }

    private static let screen = Option<Screen>(
        "display", .choice(), default: Screen.terminal.rawValue,
        help:
            "Where the letters are shown: in this terminal, as words without their true size, or in"
            + " a browser, whose address is printed.")
    private static let feedback = Option.flag(
        "feedback", help: "Show after each line which letters were right.")

    static let verb = Verb(
        "test", summary: "Test visual acuity, hands-free.",
        discussion: """
            Shows lines of five letters, listens to the person who reads them, shows each letter as \
            it is heard, asks for those that are missing, and reports the acuity. The letters go to \
            standard error, the report to standard output.

            Say the letters, in one breath or one at a time. Also understood: "I can't see it" or \
            "pass" (for one letter), "I can't see any" (for all that are left), "no, N" (corrects \
            the last letter), "again", "wait", "continue" or "go on", and "stop". For a tumbling E \
            or a Landolt ring say where it is open: "up", "down", "left", "right", "top" or \
            "bottom"; of eight directions also "up left", "top right", "left down".

            With --answers the answers are lines of text, each the whole answer to a line of letters \
            or to a question ("see zee are aitch yes").

            With --input the answers are a recording of one test of one eye, from its first line to \
            its end, with the replies to questions about unclear letters. If the person reads on \
            after the end of the test, there is no score, and the exit status is 1. Use 'aloud \
            transcribe' for any other recording.

            The report also has an estimate that allows for misheard letters, with its \
            95 % interval. Unreliable answers give neither.

            A terminal shows no true letter sizes: its result is uncalibrated. '--display web' shows \
            the letters in their true size.

            Ctrl-C ends the test and reports what was measured so far.

            Each test is kept in the user's records, event by event; 'aloud records' shows them, and \
            '--no-records' keeps nothing.

              aloud test --eye left --distance 3m
              aloud test --display web
              aloud test --person 1042 --correction glasses
              aloud test --procedure adaptive --interval 0.1
              aloud test --optotype landolt-8 --display web
              aloud test --quantity contrast --display web
              aloud test --answers -
            """,
        options: MeasurementOptions.all + AnswerOptions.all + [screen]
            + WarmUpOptions.all + LaneOptions.all + VoiceOptions.all(default: .off) + [
                json, events, feedback,
            ]
            + HearingOptions.all + RecordOptions.all + PersonOptions.all + TrialOptions.all
            + AlertOptions.all + [NextStepOption.file],
        stopsOnRequest: true, isAttended: true, readsConfiguration: true,
        exclusive: ExamOptions.exclusive)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        var exam = try ExamOptions.configuration(
            arguments, warmsUp: false, hasPage: arguments[screen] == .web, in: environment)
        exam.showsRightAndWrong = try arguments[feedback]
        let output: Output =
            try arguments[events] ? .events : try arguments[json] ? .json : .text
        switch try arguments[screen] {
        case .terminal:
            try LaneOptions.refuse(arguments)
            guard exam.measurement.procedure.quantity == .acuity else {
                throw Misuse(
                    "A terminal shows no faint letters; add '--display web', or use 'aloud serve'.")
            }
            guard !exam.answers.areFromPage else {
                throw Misuse("'--microphone page' is for '--display web' only.")
            }
            return try kept(exam, on: nil, output, arguments, in: environment)
        case .web:
            guard !exam.showsRightAndWrong else {
                throw Misuse("'--feedback' is for the terminal: the page gives no hint.")
            }
            let pages = try LaneOptions.configuration(
                arguments, for: exam, voice: .off, in: environment)
            return try kept(exam, on: pages, output, arguments, in: environment)
        }
    }

    /// Runs a test that is kept in the records, if there are any.
    private static func kept(
        _ exam: ExamConfiguration, on pages: LaneConfiguration?, _ output: Output,
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let opened = try RecordOptions.open(arguments, in: environment)
        defer { opened?.close() }
        var exam = exam
        try TrialOptions.apply(
            arguments, to: &exam, in: opened, events: output == .events,
            isInTerminal: pages == nil, isOfOnePerson: true, environment: environment)
        let alerts = try AlertOptions.sending(arguments, from: opened, in: environment)
        // An alert that still waits is sent after the next test, or by 'aloud serve'.
        defer { alerts?.send(within: AlertWebhook.patience) }
        let records = try PersonOptions.records(
            arguments, of: exam, in: opened, ofOnePerson: true, in: environment)
        if exam.trial != nil {
            let room = ExamRoom(
                exam, instruments: environment.instruments, console: environment.console,
                records: records)
            // Without a subject, this fails before the test waits for a page and its screen.
            let next = try room.eyesOfTrial()?.first ?? exam.measurement.eye
            if !arguments.wasGiven(MeasurementOptions.eye) { exam.measurement.eye = next }
        }
        return try run(
            exam, on: pages, output, keptIn: records,
            nextSteps: try NextStepOption.table(arguments), in: environment)
    }

    /// The form of the result on standard output.
    enum Output {
        /// Words for people.
        case text
        /// One JSON object.
        case json
        /// The events as JSON Lines; the last line is the result.
        case events
    }

    /// Runs a test.
    ///
    /// - Parameter pages: nil for a test in the terminal.
    static func run(
        _ exam: ExamConfiguration, on pages: LaneConfiguration?, _ output: Output,
        keptIn records: ExamRecords? = nil, nextSteps: NextStepTable? = nil,
        in environment: CommandEnvironment
    ) throws -> ExitStatus {
        var room = ExamRoom(
            exam, instruments: environment.instruments, console: environment.console,
            records: records, nextSteps: nextSteps)
        let note: (String) -> Void = { environment.say("Note: \($0)") }
        // A test in a terminal joins its trial here, a test on a page when the person begins.
        if pages == nil, exam.trial != nil { room = try room.inTrial(exam.measurement.eye) }
        let plan = pages == nil ? try room.configuration.plan(note: note) : nil
        if pages != nil {
            _ = try exam.hearingModel(note: note)
            if let told = room.pageNote { note(told) }
        }
        try room.checkAnswers()
        let printer = output == .events ? EventPrinter(to: environment.console) : nil
        let observers: [any TestObserver] = printer.map { [$0] } ?? []
        let report: TestRecord
        let change: AcuityChange?
        let notKept: TestNotKept?
        if let plan {
            var test = TerminalTest(in: room, observers: observers)
            report = try test.run(plan)
            notKept = test.notKept
            change = test.change
        } else if let pages {
            try room.checkHearing()
            var test = BrowserTest(in: room, on: pages, observers: observers)
            guard let found = try test.run() else {
                environment.say("The test was ended before anybody began it.")
                return .success
            }
            report = found
            notKept = test.notKept
            change = test.change
        } else {
            return .failure
        }
        try tell(
            ToldResult(report, change: change), printer, asJSON: output == .json, in: environment)
        if let notKept { throw notKept }
        return report.explainFailure(in: room) ? .success : .failure
    }

    /// Prints the result on standard output, or on standard error if the output has events.
    ///
    /// - Parameter printer: the printer of the events, which printed the result last; nil without
    ///   events.
    /// - Throws: the error of standard output. The result is then on standard error.
    private static func tell(
        _ report: ToldResult, _ printer: EventPrinter?, asJSON: Bool,
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
                // The measurement must not be lost with the output.
                environment.say(report.text)
                throw error
            }
        }
    }
}

internal import Acuity
internal import Audio
internal import Foundation
internal import HandsFree
internal import Listening
internal import WebDisplay

/// `aloud serve`: tests in a browser, one after the other.
enum ServeCommand: Command {
    private static let events = Option.flag(
        "events", help: "Print everything that happens as JSON Lines, not only the results.")

    private static let resultMinutes = Option(
        "result-minutes", .number("minutes", in: 0.01...1_440), default: "10",
        help:
            "How long a result stays on the page after it was last touched; then the sheet for the"
            + " next person comes.")

    static let verb = Verb(
        "serve", summary: "Serve the test to a browser, for one person after the other.",
        discussion: """
            Prints the address of the test. A browser there shows the letters in their true size: \
            on a monitor on the wall, a television, a tablet. The person measures the screen with \
            a bank card once, chooses distance and eyes, clicks Begin, and then only speaks. This \
            machine listens with its microphone.

            The result of each test is one line of JSON on standard output.

            Only this machine can reach the pages, unless --listen says otherwise. Ctrl-C ends it.

              aloud serve
              aloud serve --listen 0.0.0.0 --distance 3m
            """,
        options: TestPlan.options.filter {
            ![TestPlan.eye.name, TestPlan.seed.name].contains($0.name)
        }
            + WarmUpChoice.all + LaneOptions.all + VoiceOptions.all(default: .slt)
            + AnswerChoice.options + [resultMinutes, events]
            + HearingOptions.all,
        stopsOnRequest: true, isAttended: true)

    /// How long the eyes rest between two tests, seconds.
    private static let rest = 20.0

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let choice = try AnswerChoice(arguments)
        let resultSeconds = try arguments[resultMinutes] * 60
        let printer = try arguments[events] ? EventPrinter(to: environment) : nil
        let distance =
            try arguments[TestPlan.distance]
            ?? TestPlan.choice(arguments).usualDistance
        let offers = try LaneOptions.offers(arguments, choice, isShared: true)
        try check(arguments, choice, in: environment)
        func waiting(_ trouble: SheetTrouble? = nil) -> PatientView {
            .waiting(
                eye: .right, distance: distance, chooses: true, offers: offers, trouble: trouble)
        }
        let microphone = try MicrophoneLook(arguments, choice, in: environment)
        let lane = try WebLane(
            waiting(microphone.trouble), arguments, voice: .slt, in: environment)
        microphone.tell()
        let over = PatientView.over(
            title: "Aloud has ended", words: "It was ended where it had been started.")
        var last = over
        var sittings = 0
        defer { lane.close(showing: last) }
        while let begin = lane.begin(microphone.again, waiting: { waiting($0) }) {
            do {
                guard let begin = try placed(begin, choice, arguments, lane, in: environment)
                else {
                    lane.stage.show(waiting())
                    continue
                }
                let sitting = try test(
                    begin, sittings + 1, choice, arguments, printer, lane, in: environment)
                sittings += 1
                if let failure = sitting.failure { environment.say("Error: \(failure)") }
                let goesOn = !environment.stop.isRequested && sitting.loss == nil
                func result(chooses: Bool) -> PatientView {
                    .result(
                        sitting.reports, notes: ScreenNotes.words(begin),
                        date: "\(environment.dateAndMinute), sitting \(sitting.number)",
                        chooses: chooses, trouble: sitting.trouble)
                }
                // Whoever was tested keeps what was measured, also if the program is ended now.
                if goesOn || sitting.hasLines { last = result(chooses: false) }
                if let loss = sitting.loss { throw loss }
                guard goesOn else { break }
                lane.stage.show(result(chooses: true))
                guard lane.again(orAfter: resultSeconds) else { break }
                last = over
                lane.stage.show(waiting())
            } catch let error as OutputError {
                throw error
            } catch {
                // The next person may have more luck: a microphone can be plugged in again.
                environment.say("Error: \(error)")
                lane.stage.show(waiting(SheetTrouble(error)))
            }
        }
        if let failure = printer?.failure { throw failure }
        return .success
    }

    /// Makes sure that tests can be done as the options say, before anybody sits down to one. Only
    /// a microphone may be had later: it is plugged in.
    private static func check(
        _ arguments: ParsedArguments, _ choice: AnswerChoice, in environment: CommandEnvironment
    ) throws {
        let optotypes = try TestPlan.optotypes(arguments)
        _ = try WarmUpChoice.isWanted(arguments, choice, showing: optotypes, usually: true)
        try TestPlan.checkStart(arguments)
        _ = try TestPlan(arguments, answeredBy: choice, in: environment)
        try TestCommand.checkSource(of: choice, in: environment)
        try TestCommand.checkHearing(of: choice, showing: optotypes, arguments, in: environment)
    }

    /// The screen at the distance that the person says from their place, where they wished to say
    /// it; nil where there is to be no test.
    private static func placed(
        _ begin: BeginRequest, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        _ lane: WebLane, in environment: CommandEnvironment
    ) throws -> BeginRequest? {
        guard begin.saysDistance, case .microphone(let device) = choice else { return begin }
        let stop = StopRequest(within: environment.stop)
        let microphone: any LiveAudioSource
        do {
            microphone = try TestCommand.microphone(device, in: environment, until: stop)
        } catch {
            guard try TestPlan.optotypes(arguments).areDirections else { throw error }
            // Directions are answered by hand, too, and the distance stands on the sheet.
            environment.say("Warning: \(error)")
            return begin
        }
        defer {
            stop.request()
            // The test opens it again.
            Thread.sleep(forTimeInterval: MicrophoneLook.closing)
        }
        let answers = SettingAnswers(
            source: lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone,
            recognizer: try SettingGrammar.distances.recognizer(arguments, in: environment))
        return try DistanceQuestion(lane: lane, begin: begin, answers: answers, stop: stop)
            .answer()
    }

    /// Prints a result; where that cannot be, a person gets it before the program ends.
    ///
    /// - Parameter printer: where everything is printed; the result was the last of it.
    /// - Returns: why it could not be printed, if so.
    private static func tell(
        _ report: TestReport, _ printer: EventPrinter?, in environment: CommandEnvironment
    ) -> OutputError? {
        if let printer {
            if printer.failure != nil { environment.say(report.text) }
            return printer.failure
        }
        do throws(OutputError) {
            try environment.emit(report.json)
            return nil
        } catch {
            environment.say(report.text)
            return error
        }
    }

    /// Tests one eye after the other, until one cannot be tested or the program is to end.
    ///
    /// - Parameter number: which sitting it is since the program started, from 1.
    /// - Throws: why the first one cannot be tested.
    private static func test(
        _ begin: BeginRequest, _ number: Int, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        _ printer: EventPrinter?, _ lane: WebLane, in environment: CommandEnvironment
    ) throws -> Sitting {
        var sitting = Sitting(number: number)
        let person = TestedPerson()
        let eyes = begin.eyes.isEmpty ? [.both] : begin.eyes
        for (index, eye) in eyes.enumerated() {
            if index > 0 {
                sitting.untested = eye
                guard lane.rest(before: eye, seconds: rest) else { return sitting }
            }
            let own = arguments.with(TestPlan.eye, eye.rawValue)
                .with(TestPlan.distance, "\(begin.distance.metres)m")
            do {
                let report = try WebTest(
                    begin: begin, choice: choice, arguments: own,
                    observers: printer.map { [$0] } ?? [], isFirst: index == 0, sitting: number,
                    person: person, lane: lane, environment: environment
                ).run()
                sitting.reports.append(report)
                sitting.untested = nil
                sitting.loss = tell(report, printer, in: environment)
                _ = TestCommand.status(after: report.end, choice, in: environment)
                let isStopped =
                    report.end == .stoppedByPerson || report.end == .stoppedFromOutside
                if isStopped || sitting.loss != nil || environment.stop.isRequested {
                    sitting.untested = eyes.dropFirst(index + 1).first
                    return sitting
                }
            } catch  where index > 0 {
                sitting.failure = error
                return sitting
            }
        }
        return sitting
    }
}

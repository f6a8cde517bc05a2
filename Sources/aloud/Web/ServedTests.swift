internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Foundation
internal import Platform
internal import Records
internal import TestPages

/// Tests of one person after the other before one screen.
struct ServedTests {
    /// Where the answers come from.
    let choice: AnswerChoice
    let arguments: ParsedArguments
    /// Where everything that happens is printed; nil where the results alone are.
    let printer: EventPrinter?
    let lane: WebLane
    let environment: CommandEnvironment
    /// The sheet for the next person, with what went wrong before.
    let sheet: (SheetTrouble?) -> PatientView
    /// How long a result stays that nobody touches, seconds.
    let resultSeconds: Double

    /// What the page is to show last, should the program end now.
    private(set) var last = Self.over
    /// How many people have been tested.
    private(set) var sittings = 0

    private static let over = PatientView.over(
        title: "Aloud has ended", words: "It was ended where it had been started.")

    /// How long the eyes rest between two tests, seconds.
    private static let rest = 20.0

    /// Tests whoever comes, until the program is to end.
    ///
    /// - Parameter microphone: looked at before each.
    /// - Throws: `OutputError` where a result cannot be printed: it would be lost for programs.
    mutating func run(by microphone: MicrophoneLook) throws {
        let sheet = sheet
        while let begin = lane.begin(microphone.again, waiting: { sheet($0) }) {
            do {
                guard try serve(begin) else { return }
            } catch let error as OutputError {
                throw error
            } catch {
                // The next person may have more luck: a microphone can be plugged in again.
                environment.say("Error: \(error)")
                lane.stage.show(sheet(SheetTrouble(error)))
            }
        }
    }

    /// Tests one person, and shows the result until the next one comes.
    ///
    /// - Returns: whether there is to be a next one.
    private mutating func serve(_ begin: BeginRequest) throws -> Bool {
        guard let begin = try placed(begin) else {
            lane.stage.show(sheet(nil))
            return true
        }
        let sitting = try test(begin, number: sittings + 1)
        sittings += 1
        if let failure = sitting.failure { environment.say("Error: \(failure)") }
        let goesOn = !environment.stop.isRequested && sitting.loss == nil
        // Whoever was tested keeps what was measured, also if the program is ended now.
        if goesOn || sitting.hasLines { last = result(of: sitting, begin, chooses: false) }
        if let loss = sitting.loss { throw loss }
        guard goesOn else { return false }
        lane.stage.show(result(of: sitting, begin, chooses: true))
        guard lane.again(orAfter: resultSeconds) else { return false }
        last = Self.over
        lane.stage.show(sheet(nil))
        return true
    }

    /// - Parameter chooses: whether another test can be chosen there.
    private func result(
        of sitting: Sitting, _ begin: BeginRequest, chooses: Bool
    ) -> PatientView {
        .result(
            sitting.reports, notes: ScreenNotes.words(begin),
            date: "\(environment.dateAndMinute), sitting \(sitting.number)", chooses: chooses,
            trouble: sitting.trouble)
    }

    /// The screen at the distance that the person says from their place, where they wished to say
    /// it; nil where there is to be no test.
    private func placed(_ begin: BeginRequest) throws -> BeginRequest? {
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
            listener: try SettingGrammar.distances.listener(arguments, in: environment))
        return try DistanceQuestion(lane: lane, begin: begin, answers: answers, stop: stop)
            .answer()
    }

    /// Prints a result; where that cannot be, a person gets it before the program ends.
    ///
    /// - Returns: why it could not be printed, if so.
    private func tell(_ report: TestReport) -> OutputError? {
        if let printer {
            // The result was the last that it was given.
            if printer.failure != nil { environment.say(report.text) }
            return printer.failure
        }
        do throws(OutputError) {
            try environment.emit(report)
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
    private func test(_ begin: BeginRequest, number: Int) throws -> Sitting {
        var sitting = Sitting(number: number)
        let person = TestedPerson()
        let eyes = begin.eyes.isEmpty ? [.both] : begin.eyes
        for (index, eye) in eyes.enumerated() {
            if index > 0 {
                sitting.untested = eye
                guard lane.rest(before: eye, seconds: Self.rest) else { return sitting }
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
                sitting.loss = tell(report)
                _ = TestCommand.status(after: report, choice, in: environment)
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

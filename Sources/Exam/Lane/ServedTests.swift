internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records
internal import TestPages

/// Tests one person after the other in front of one screen.
package struct ServedTests {
    /// The exam as it is set, in the language of its options.
    private let usual: ExamRoom
    /// The exam in the language of the present person.
    private var room: ExamRoom
    /// Prints everything that happens; nil if only the results are printed.
    private let printer: EventPrinter?
    private let lane: WebLane
    private let microphone: MicrophoneLook
    /// The sheet for the next person, with the last problem.
    private let sheet: (StartFormProblem?) -> PatientView
    private let resultSeconds: Double

    /// Called after each test that may be in the records.
    package var onKept: () -> Void = {}
    /// The last view of the page if the program ends now.
    private var last = Self.over
    /// The number of people who have been tested.
    private var sittings = 0

    private static let over = PatientView.over(
        title: "Aloud has stopped",
        words:
            "It was closed on the host computer. To go on, start it there again and reload this page."
    )

    /// The time that the eyes rest between two tests, seconds.
    private static let rest = 20.0

    /// The address and the port at which the pages are.
    package var server: (address: String, port: Int) { lane.place }

    /// The address of the home page, with its key while there are no accounts; nil without records.
    package var home: String? { lane.home }

    /// Opens the pages and prints their addresses.
    ///
    /// - Parameters:
    ///   - room: the exam.
    ///   - pages: the pages and the voice that guides the person.
    ///   - printer: prints everything that happens; nil to print only the results.
    ///   - resultSeconds: the time for which an untouched result stays.
    /// - Throws: why the server cannot be started.
    package init(
        in room: ExamRoom, on pages: LaneConfiguration, printer: EventPrinter?,
        resultSeconds: Double
    ) throws {
        let configuration = room.configuration
        let offers = configuration.offers(isShared: true, choosesStart: pages.choosesStart)
        func sheet(_ trouble: StartFormProblem?) -> PatientView {
            .waiting(
                eye: .right, distance: configuration.measurement.distance, chooses: true,
                offers: offers, trouble: trouble)
        }
        usual = room
        self.room = room
        self.printer = printer
        self.sheet = sheet
        self.resultSeconds = resultSeconds
        microphone = MicrophoneLook(in: room)
        lane = try WebLane(sheet(microphone.trouble), pages, in: room)
        microphone.tell()
    }

    /// Tests one person after the other until the program must end, then closes the pages.
    ///
    /// - Throws: `OutputError` if a result or an event cannot be printed: it would be lost for
    ///   programs.
    package mutating func run() throws {
        defer { lane.close(showing: last) }
        let watch = room.records.map { [console = room.console] in
            LaneWatch($0) { Moment(console.date()) }
        }
        defer { watch?.stop() }
        let sheet = sheet
        var isBlocked = microphone.trouble != nil
        while let begin = lane.begin(
            microphone.again, isBlocked: isBlocked, waiting: { sheet($0) })
        {
            isBlocked = false
            do {
                guard try serve(begin) else { break }
            } catch let error as OutputError {
                throw error
            } catch {
                // The next test may begin: a microphone can be plugged in again.
                room.console.say("Error: \(error)")
                lane.pages.show(sheet(StartFormProblem(error)))
            }
        }
        if let failure = printer?.failure { throw failure }
    }

    /// Tests one person, and shows the result until the next one comes.
    ///
    /// - Returns: whether the next person may come.
    private mutating func serve(_ begin: BeginRequest) throws -> Bool {
        // In a trial the options set the language, not the page.
        room =
            usual.configuration.trial == nil ? usual.hearing(pageIn: begin.language) : usual
        guard let begin = try placed(fixed(begin)) else {
            lane.pages.show(sheet(nil))
            return true
        }
        var sitting = try test(begin, number: sittings + 1)
        sittings += 1
        if let failure = sitting.failure { room.console.say("Error: \(failure)") }
        let goesOn = !room.console.stop.isRequested && sitting.loss == nil
        // The page keeps the result, even if the program ends now.
        if goesOn || sitting.hasLines { last = result(of: sitting, begin, chooses: false) }
        if let loss = sitting.loss { throw loss }
        guard goesOn else { return false }
        lane.pages.show(result(of: sitting, begin, chooses: true))
        let isNext = lane.again(orAfter: resultSeconds) {
            sitting.discard(in: room.records?.conducted(by: begin.conductor))
            last = result(of: sitting, begin, chooses: false)
            lane.pages.show(result(of: sitting, begin, chooses: true))
            onKept()
        }
        guard isNext else { return false }
        last = Self.over
        lane.pages.show(sheet(nil))
        return true
    }

    /// The screen at the distance of the procedure, if that is fixed: no page may change it then.
    private func fixed(_ begin: BeginRequest) -> BeginRequest {
        let measurement = room.configuration.measurement
        guard room.configuration.trial == nil else {
            var fixed = begin.fixed(at: measurement.distance)
            fixed.saysDistance = false
            fixed.choosesStart = false
            fixed.choosesSize = false
            fixed.measuresContrast = false
            return fixed
        }
        return measurement.goesOnAtOneMetre ? begin.fixed(at: measurement.distance) : begin
    }

    /// The page with the results of a sitting.
    ///
    /// - Parameter chooses: whether another test can be chosen there.
    private func result(
        of sitting: Sitting, _ begin: BeginRequest, chooses: Bool
    ) -> PatientView {
        .result(
            sitting.reports, notes: ScreenNotes.words(begin),
            date: "\(room.console.dateAndMinute), sitting \(sitting.number)", chooses: chooses,
            asksAboutScreen: chooses, trouble: sitting.trouble, earlier: sitting.earlier,
            nextSteps: sitting.nextSteps,
            isDiscarded: sitting.isDiscarded)
    }

    /// The screen at the distance that the person says from their place, if they chose to say it;
    /// nil if the test is cancelled.
    private func placed(_ request: BeginRequest) throws -> BeginRequest? {
        var begin = request
        begin.saysDistance = false
        guard request.saysDistance, !begin.answers.isByHand,
            case .voice(let choice, let hearing) = room.configuration.answers, choice.isLive
        else { return begin }
        let stop = StopRequest(within: room.console.stop)
        lane.pages.runs(stop)
        defer { lane.pages.runs(nil) }
        let found: (any LiveAudioSource)?
        do {
            found = try lane.microphone(choice, in: room, until: stop)
        } catch {
            guard room.configuration.measurement.optotypes.areDirections else { throw error }
            // Directions can be answered by hand, and the sheet has a distance.
            room.console.say("Warning: \(error)")
            return begin
        }
        guard let microphone = found else { return begin }
        defer {
            stop.request()
            // The test opens it again.
            Thread.sleep(forTimeInterval: MicrophoneLook.closing)
        }
        let answers = SettingAnswers(
            source: lane.voice.map { GatedMicrophone(microphone, gate: $0.gate) } ?? microphone,
            listener: try room.listener(for: .distances, with: hearing))
        return try DistanceQuestion(lane: lane, begin: begin, answers: answers, stop: stop)
            .answer()
    }

    /// The source of the distance; nil if it is the one of the options.
    private func distanceSource(_ begin: BeginRequest) -> DistanceSource? {
        if begin.followsDistance { return .measured }
        if begin.saysDistance { return .spoken }
        return begin.distance == room.configuration.measurement.distance ? nil : .entered
    }

    /// Prints a result on standard output, or on standard error if that fails.
    ///
    /// - Returns: why it could not be printed; nil if it was.
    private func tell(_ report: ToldResult) -> OutputError? {
        if let printer {
            // The result was its last event.
            if printer.failure != nil { room.console.say(report.text) }
            return printer.failure
        }
        do throws(OutputError) {
            try room.console.emit(report)
            return nil
        } catch {
            room.console.say(report.text)
            return error
        }
    }

    /// Tests one eye after the other, until a test fails or the program must end.
    ///
    /// - Parameter number: the number of the sitting since the program started, from 1.
    /// - Throws: why the first eye cannot be tested.
    private func test(_ begin: BeginRequest, number: Int) throws -> Sitting {
        var sitting = Sitting(number: number)
        let person = SpeakerSession()
        let now = Moment(room.console.date())
        var records = try room.records?.taking(
            begin, sitting: RecordID(at: now), on: now.day)
        if let source = distanceSource(begin) { records?.circumstances.distanceSource = source }
        var all = room
        all.records = records
        // In a trial the order of the subject counts, whatever the sheet says.
        let eyes = try all.eyesOfTrial() ?? (begin.eyes.isEmpty ? [.both] : begin.eyes)
        lane.pages.name(tested: records?.titleOfPerson ?? begin.person)
        let resumed = records.flatMap {
            ResumedTest.eye(of: $0.goesOn, in: $0.store, among: eyes)
        }
        for (index, eye) in eyes.enumerated() {
            if index > 0 {
                sitting.untested = eye
                guard lane.rest(before: eye, seconds: Self.rest) else { return sitting }
            }
            var own = room.hearing(pageIn: person.language)
            own.configuration.measurement.eye = eye
            own.configuration.measurement.distance = begin.distance
            if begin.measuresContrast { own.configuration.measurement.measureContrast() }
            own.records = records?.ordered(for: eye, on: now.day)
            if eye != resumed { own.records?.goesOn = nil }
            do {
                own = try own.inTrial(own.configuration.trial == nil ? nil : eye, begin)
                var test = WebTest(
                    begin: begin, room: own, observers: printer.map { [$0] } ?? [],
                    isFirst: index == 0, sitting: number, person: person, lane: lane,
                    otherLanguage: own.configuration.trial == nil
                        ? usual.offered(besides: own) : nil)
                var notKept: TestNotKept?
                var change: AcuityChange?
                test.onChange = { change = $0 }
                test.onLoss = { notKept = TestNotKept(reason: $0) }
                test.onKept = { sitting.kept.append($0) }
                let report = own.shown(try test.run())
                if let notKept { room.console.complain("\(notKept)") }
                sitting.notKept = sitting.notKept ?? notKept
                sitting.reports.append(report)
                if own.configuration.trial == nil {
                    sitting.earlier = records?.earlierResults ?? [:]
                    sitting.nextSteps[eye] = room.nextStep(after: report, change: change)
                }
                onKept()
                sitting.untested = nil
                sitting.loss = tell(ToldResult(report, change: change))
                _ = report.explainFailure(in: own)
                let isStopped =
                    [.stoppedByPerson, .stoppedFromOutside, .interrupted].contains(report.end)
                if isStopped || sitting.loss != nil || room.console.stop.isRequested {
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

/// The results of one person, eye by eye.
struct Sitting {
    /// Its number since the program started, from 1.
    let number: Int
    /// The report of each eye that was tested.
    var reports: [TestRecord] = []
    /// The next eye, if its test did not take place.
    var untested: Eye?
    /// The comparison with the person's earlier tests.
    var earlier: [Eye: EarlierResult] = [:]
    /// The sentence about the next step by eye, in each language.
    var nextSteps: [Eye: [String: String]] = [:]
    /// The reason that the test of the `untested` eye could not take place; nil if it was stopped
    /// before.
    var failure: (any Error)?
    /// The reason that a result could not be printed on standard output.
    var loss: OutputError?
    /// The reason that a test is not all in the records.
    var notKept: TestNotKept?
    /// The tests as they are in the records.
    var kept: [RecordID] = []
    /// Whether the results do not count.
    var isDiscarded = false
    /// The reason that a discarded test is still a result in the records.
    var notDiscarded: RecordError?

    /// Declares the tests of contrast a mistake, because the screen changed during them.
    mutating func discard(in records: ExamRecords?) {
        guard !isDiscarded, reports.contains(where: { $0.setup.contrast != nil }) else { return }
        isDiscarded = true
        guard let records else { return }
        let author = Author(
            records.author.name,
            reason: "the brightness of the screen or the light on it changed during the test")
        for id in kept {
            do throws(RecordError) {
                guard var test = try records.store.test(id) else { continue }
                test.state = .voided
                _ = try records.store.amend(test, by: author)
            } catch { notDiscarded = error }
        }
    }

    /// Whether a line was read.
    var hasLines: Bool { reports.contains { !$0.score.lines.isEmpty } }

    /// The fault in words for the person; nil if all went well.
    var trouble: String? {
        var sentences: [String] = []
        if let loss {
            sentences.append(
                "\(loss) This page is the only complete copy of the result. Please print it.")
        }
        if isDiscarded {
            sentences.append(Self.changedWords)
        }
        if let notDiscarded { sentences.append(Self.words(onNotDiscarded: notDiscarded)) }
        if let notKept {
            sentences.append(
                "The test is not all in the records. \(notKept.reason) Please print this result.")
        }
        if let untested {
            let reason = failure.map { "\($0)" } ?? "The test had been stopped."
            sentences.append("The \(untested.rawValue) eye was not tested. \(reason)")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The words for a result that does not count.
    static let changedWords =
        "The screen changed during the test, so this result does not count. Test again."

    /// The words for a result that the records still have.
    static func words(onNotDiscarded reason: RecordError) -> String {
        "The records still have it as a result. \(reason) Declare it a mistake there."
    }
}

internal import Acuity
internal import CommandLineKit
package import Dialogue
internal import Platform
package import RecordStore
package import Records
internal import TestPages

/// One test of one person in a browser.
package struct BrowserTest {
    private let room: ExamRoom
    private let pages: LaneConfiguration
    private let observers: [any TestObserver]
    /// The reason that the test is incomplete in the records; nil if it is complete.
    package private(set) var notKept: TestNotKept?
    /// The comparison of the result with the person's earlier tests; nil without a comparison.
    package private(set) var change: AcuityChange?

    /// - Parameters:
    ///   - room: the exam.
    ///   - pages: the pages and the voice that guides the person.
    ///   - observers: follow the test.
    package init(
        in room: ExamRoom, on pages: LaneConfiguration, observers: [any TestObserver]
    ) {
        self.room = room
        self.pages = pages
        self.observers = observers
    }

    /// The time for answering whether the screen changed during a test of contrast, seconds.
    private static let longestQuestion = 30.0

    /// Runs the test to its report; nil if the program was stopped before anybody began. After a
    /// test of contrast the page asks whether the screen changed; no answer in 30 seconds counts as
    /// no.
    ///
    /// - Throws: why there can be no test; `ScreenChanged`.
    package mutating func run() throws -> TestRecord? {
        let (configuration, console) = (room.configuration, room.console)
        let offers = configuration.offers(isShared: false, choosesStart: pages.choosesStart)
        func waiting(_ trouble: StartFormProblem?) -> PatientView {
            .waiting(
                eye: configuration.measurement.eye, distance: configuration.measurement.distance,
                chooses: false, offers: offers, trouble: trouble)
        }
        let microphone = MicrophoneLook(in: room)
        let lane = try WebLane(waiting(microphone.trouble), pages, in: room)
        microphone.tell()
        var last = PatientView.over(
            title: "The test was stopped", words: "Aloud was closed on the host computer.")
        defer { lane.close(showing: last) }
        let begin = lane.begin(
            microphone.again, isBlocked: microphone.trouble != nil, waiting: { waiting($0) })
        guard let begin else { return nil }
        var sitting = Sitting(number: 1)
        do {
            var loss: RecordError?
            let usual = self.room
            let isTrial = configuration.trial != nil
            var room = isTrial ? usual : usual.hearing(pageIn: begin.language)
            room.records = room.records?.conducted(by: begin.conductor)
            var begin = begin
            if let trial = room.configuration.trial {
                begin = begin.fixed(at: try trial.measurement().distance)
                begin.choosesStart = false
                begin.choosesSize = false
            }
            room = try room.inTrial(room.configuration.measurement.eye, begin)
            var test = WebTest(
                begin: begin, room: room, observers: observers, isFirst: true, sitting: nil,
                person: SpeakerSession(), lane: lane,
                otherLanguage: isTrial ? nil : usual.offered(besides: room))
            test.onLoss = { loss = $0 }
            test.onKept = { sitting.kept.append($0) }
            var change: AcuityChange?
            test.onChange = { change = $0 }
            let report = room.shown(try test.run())
            self.change = change
            notKept = loss.map { TestNotKept(reason: $0) }
            sitting.reports = [report]
            func result(asksAboutScreen: Bool) -> PatientView {
                .result(
                    [report], notes: ScreenNotes.words(begin), date: console.dateAndMinute,
                    chooses: false, asksAboutScreen: asksAboutScreen, trouble: sitting.trouble,
                    nextSteps: isTrial
                        ? [:]
                        : [report.setup.eye: room.nextStep(after: report, change: change)],
                    isDiscarded: sitting.isDiscarded)
            }
            last = result(asksAboutScreen: false)
            guard report.setup.contrast != nil, case .finished = report.end else { return report }
            lane.pages.show(result(asksAboutScreen: true))
            if lane.hasScreenChanged(within: Self.longestQuestion) {
                sitting.discard(in: room.records)
                last = result(asksAboutScreen: false)
            }
        } catch {
            last = .over(title: "The test cannot go on", words: "\(error)")
            throw error
        }
        if sitting.isDiscarded {
            throw ScreenChanged(notDiscarded: sitting.notDiscarded)
        }
        return sitting.reports.first
    }
}

extension TestRecord {
    /// Explains on standard error why a test did not end well, and the way out.
    ///
    /// - Returns: whether it ended well.
    package func explainFailure(in room: ExamRoom) -> Bool {
        switch end {
        case .finished where leftOver != nil:
            room.console.complain(AnswerChoice.adviceOnLeftOver)
        case .finished, .stoppedByPerson, .stoppedFromOutside, .interrupted: return true
        case .answersEnded: room.console.complain(room.configuration.answers.adviceAfterEnd)
        case .failed(let reason): room.console.complain(reason)
        }
        return false
    }
}

/// The person said that the screen changed during a test of contrast: there is no result.
package struct ScreenChanged: Error, CustomStringConvertible {
    /// The reason that the records still have the test as a result; nil if they do not.
    let notDiscarded: RecordError?

    package var description: String {
        Sitting.changedWords
            + (notDiscarded.map { " \(Sitting.words(onNotDiscarded: $0))" } ?? "")
    }
}

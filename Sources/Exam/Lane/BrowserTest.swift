internal import CommandLineKit
package import Dialogue
internal import RecordStore
package import Records
internal import TestPages

/// One test of one person in a browser.
package struct BrowserTest {
    private let room: ExamRoom
    private let pages: LaneConfiguration
    private let observers: [any TestObserver]
    /// Why the test is not all in the records; nil if it is.
    package private(set) var notKept: TestNotKept?

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

    /// Runs the test to its report; nil if it was ended before anybody began.
    ///
    /// - Throws: why there can be no test.
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
        guard let begin = lane.begin(microphone.again, waiting: { waiting($0) }) else {
            return nil
        }
        do {
            var loss: RecordError?
            var room = room
            room.records = room.records?.conducted(by: begin.conductor)
            var test = WebTest(
                begin: begin, room: room, observers: observers, isFirst: true, sitting: nil,
                person: SpeakerSession(), lane: lane)
            test.onLoss = { loss = $0 }
            let report = try test.run()
            notKept = loss.map { TestNotKept(reason: $0) }
            last = .result(
                [report], notes: ScreenNotes.words(begin), date: console.dateAndMinute,
                chooses: false)
            return report
        } catch {
            last = .over(title: "The test cannot go on", words: "\(error)")
            throw error
        }
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

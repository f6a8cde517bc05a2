internal import Acuity
internal import CommandLineKit
package import Dialogue
internal import PhoneticMapping
internal import Platform
package import RecordStore
package import Records
internal import TestPages

/// Asks a person in their place for the distance from their eyes to the screen, and repeats it for
/// a yes: a wrong distance makes the whole result wrong.
struct DistanceQuestion {
    /// The pages and the voice.
    let lane: WebLane
    /// The screen, as the page described it.
    let begin: BeginRequest
    /// The person's words.
    let answers: SettingAnswers
    /// Ends the question.
    let stop: StopRequest

    /// The quiet after which it asks again, seconds of sound.
    private static let patience = 12.0
    private static let title = "How far are your eyes from the screen?"
    private static let examples =
        "Take your place and say the distance, for example “four metres” or “forty centimetres”."

    /// The screen at the distance that was said, or as it was if the page continued by hand; nil if
    /// there is to be no test.
    ///
    /// - Throws: why the person cannot be heard.
    func answer() throws -> BeginRequest? {
        lane.pages.operatorSession.mayEnd(stop)
        ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
        var understood: BeginRequest?
        var quietSince = answers.clock
        while !stop.isRequested {
            if lane.goesOn(within: 0) { return understood ?? begin }
            switch try answers.next() {
            case .heard(let said, _):
                switch said {
                case .distance(let distance):
                    let moved = begin.at(distance)
                    understood = moved.lines.isEmpty ? nil : moved
                    if understood == nil {
                        ask(
                            Self.title, GuidanceWords.impossibleDistance,
                            saying: GuidanceWords.impossibleDistance)
                    } else {
                        confirm(distance)
                    }
                case .yes: if let understood { return understood }
                case .no, .again:
                    understood = nil
                    ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
                case .here: return nil
                case .number, .cannotSee, .pause, .resume, .answer: break
                }
                quietSince = answers.clock
            case .trouble(let words):
                ask(
                    Self.title, "\(words) Or press “Go on now” to use \(begin.distance).",
                    saying: GuidanceWords.trouble)
            case .recovered:
                quietSince = answers.clock
                askOn(understood)
            case .ended: return nil
            case .idle, .unclear:
                guard answers.clock - quietSince >= Self.patience else { continue }
                quietSince = answers.clock
                askOn(understood)
            }
        }
        return nil
    }

    /// Repeats the last question.
    private func askOn(_ understood: BeginRequest?) {
        if let understood {
            confirm(understood.distance)
        } else {
            ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
        }
    }

    private func confirm(_ distance: Distance) {
        ask(
            "\(distance)", "Say “yes”, or say the distance again.",
            saying: GuidanceWords.confirm(distance))
    }

    private func ask(_ title: String, _ words: String, saying spoken: String) {
        lane.pages.show(.rest(title: title, words: words, canGoOn: true))
        lane.voice?.say(spoken)
    }
}

/// One test of one person in a browser.
package struct BrowserTest {
    private let room: ExamRoom
    private let pages: LaneConfiguration
    private let observers: [any TestObserver]
    /// Why the test is not all in the records; nil if it is.
    package private(set) var notKept: TestNotKept?
    /// How the result compares with the person's earlier tests; nil without a comparison.
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
        let begin = lane.begin(
            microphone.again, isBlocked: microphone.trouble != nil, waiting: { waiting($0) })
        guard let begin else { return nil }
        do {
            var loss: RecordError?
            let usual = self.room
            let isTrial = configuration.trial != nil
            var room = isTrial ? usual : usual.hearing(pageIn: begin.language)
            room.records = room.records?.conducted(by: begin.conductor)
            var begin = begin
            if let trial = room.configuration.trial {
                begin = begin.at(try trial.measurement().distance)
                begin.choosesStart = false
                begin.choosesSize = false
            }
            room = try room.inTrial(room.configuration.measurement.eye, begin)
            var test = WebTest(
                begin: begin, room: room, observers: observers, isFirst: true, sitting: nil,
                person: SpeakerSession(), lane: lane,
                otherLanguage: isTrial ? nil : usual.offered(besides: room))
            test.onLoss = { loss = $0 }
            var change: AcuityChange?
            test.onChange = { change = $0 }
            let report = room.shown(try test.run())
            self.change = change
            notKept = loss.map { TestNotKept(reason: $0) }
            last = .result(
                [report], notes: ScreenNotes.words(begin), date: console.dateAndMinute,
                chooses: false,
                nextSteps: room.configuration.trial != nil
                    ? [:]
                    : [report.setup.eye: room.nextStep(after: report, change: change)])
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

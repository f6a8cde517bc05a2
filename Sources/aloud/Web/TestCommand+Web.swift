internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Records
internal import TestPages

extension TestCommand {
    /// Runs a test whose letters are in a browser, and gives its report; nil where it was ended
    /// before anybody began.
    static func runInBrowser(
        _ plan: TestPlan, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        observers: [any TestObserver], in environment: CommandEnvironment
    ) throws -> TestReport? {
        let offers = try LaneOptions.offers(arguments, choice, isShared: false)
        func waiting(_ trouble: SheetTrouble?) -> PatientView {
            .waiting(
                eye: plan.setup.eye, distance: plan.setup.distance, chooses: false,
                offers: offers, trouble: trouble)
        }
        let microphone = try MicrophoneLook(arguments, choice, in: environment)
        let lane = try WebLane(
            waiting(microphone.trouble), arguments, voice: .off, in: environment)
        microphone.tell()
        var last = PatientView.over(
            title: "The test was ended", words: "Aloud was ended where it had been started.")
        defer { lane.close(showing: last) }
        guard let begin = lane.begin(microphone.again, waiting: { waiting($0) }) else {
            return nil
        }
        do {
            let report = try WebTest(
                begin: begin, choice: choice, arguments: arguments,
                observers: observers, isFirst: true, sitting: nil,
                person: TestedPerson(), lane: lane, environment: environment
            ).run()
            last = .result(
                [report], notes: ScreenNotes.words(begin), date: environment.dateAndMinute,
                chooses: false)
            return report
        } catch {
            last = .over(title: "The test cannot go on", words: "\(error)")
            throw error
        }
    }
}

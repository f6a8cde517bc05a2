internal import Acuity
internal import HandsFree
internal import WebDisplay

extension TestCommand {
    /// Runs a test whose letters are in a browser, and gives its report; nil where it was ended
    /// before anybody began.
    static func runInBrowser(
        _ plan: TestPlan, _ choice: AnswerChoice, _ arguments: ParsedArguments,
        observers: [any TestObserver], in environment: CommandEnvironment
    ) throws -> TestReport? {
        let lane = try WebLane(
            .waiting(
                eye: plan.setup.eye, distance: plan.setup.distance, chooses: false,
                offers: try LaneOptions.offers(arguments, choice, isShared: false)),
            arguments, voice: .off, in: environment)
        var last = PatientView.over(
            title: "The test was ended", words: "Aloud was ended where it had been started.")
        defer { lane.close(showing: last) }
        guard let begin = lane.begin() else { return nil }
        do {
            let report = try WebTest(
                begin: begin, choice: choice, arguments: arguments,
                observers: observers, isFirst: true, isServed: false,
                person: TestedPerson(), lane: lane, environment: environment
            ).run()
            last = .result(
                [report], notes: ScreenNotes.words(begin), date: WebLane.today, chooses: false)
            return report
        } catch {
            last = .over(title: "The test cannot go on", words: "\(error)")
            throw error
        }
    }
}

internal import Acuity
internal import HandsFree
internal import WebDisplay

/// One test of one eye on the pages.
struct WebTest {
    let plan: TestPlan
    /// The screen, as the page that began told it.
    let begin: BeginRequest
    let choice: AnswerChoice
    let arguments: ParsedArguments
    let observers: [any TestObserver]
    let lane: WebLane
    let environment: CommandEnvironment

    /// Runs it to its report.
    ///
    /// - Throws: `ScreenShowsNothing`, or why answers cannot be heard.
    func run() throws -> TestReport {
        let (setup, procedure) = try plan.fitted(to: begin)
        // The test of its own: what it opened is closed with it, while the program may go on.
        let stop = StopRequest()
        environment.stop.whenRequested { [weak stop] in stop?.request() }
        lane.stage.runs(stop)
        defer {
            lane.stage.runs(nil)
            stop.request()
        }
        var conductor = TestConductor(
            setup: setup, procedure: procedure,
            source: try TestCommand.answerSource(
                for: choice, arguments, in: environment, until: stop),
            display: WebPatientDisplay(on: lane.stage, distance: setup.distance),
            observers: observers, stop: stop)
        return try conductor.run()
    }
}

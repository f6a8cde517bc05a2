internal import Acuity
internal import CommandLineKit
internal import TestPages

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
        func sheet(_ trouble: SheetTrouble?) -> PatientView {
            .waiting(
                eye: .right, distance: distance, chooses: true, offers: offers, trouble: trouble)
        }
        let microphone = try MicrophoneLook(arguments, choice, in: environment)
        let lane = try WebLane(
            sheet(microphone.trouble), arguments, voice: .slt, in: environment)
        microphone.tell()
        var tests = ServedTests(
            choice: choice, arguments: arguments, printer: printer, lane: lane,
            environment: environment, sheet: sheet, resultSeconds: resultSeconds)
        defer { lane.close(showing: tests.last) }
        try tests.run(by: microphone)
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
        try TestCommand.checkSource(of: choice, arguments, in: environment)
        try TestCommand.checkHearing(of: choice, showing: optotypes, arguments, in: environment)
    }
}

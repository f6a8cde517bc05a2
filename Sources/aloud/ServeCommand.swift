internal import CommandLineKit
internal import Exam
internal import HTTP
internal import Peers
internal import TrialRecords
internal import Trials

/// `aloud serve`: tests in a browser, one after the other.
enum ServeCommand: Command {
    private static let events = Option.flag(
        "events", help: "Print everything that happens as JSON Lines, not only the results.")

    private static let resultMinutes = Option(
        "result-minutes", .number("minutes", in: 0.01...1_440), default: "10",
        help:
            "The time a result stays on the page after the last touch, before the form for the"
            + " next person.")

    private static let open = Option.flag(
        "open",
        help: "Open the page in this machine's browser. If Aloud is already running there, open"
            + " only the page.")

    static let verb = Verb(
        "serve", summary: "Serve the test to a browser, one person at a time.",
        discussion: """
            Prints the address of the test. A browser at that address shows the letters in their \
            true size, on a monitor on the wall, a television or a tablet. The person measures the \
            screen once with a bank card, chooses distance and eyes, clicks Begin, and then only \
            speaks. This machine listens with its microphone.

            The result of each test is one line of JSON on standard output.

            Only this machine can reach the pages, unless --listen says otherwise. Ctrl-C ends it.

              aloud serve
              aloud serve --open
              aloud serve --listen 0.0.0.0 --distance 3m
            """,
        options: MeasurementOptions.all.filter {
            ![MeasurementOptions.eye.name, MeasurementOptions.seed.name].contains($0.name)
        }
            + WarmUpOptions.all + LaneOptions.all + VoiceOptions.all(default: .slt)
            + AnswerOptions.all + [resultMinutes, events, open]
            + HearingOptions.all + RecordOptions.all + PersonOptions.ofLane + TrialOptions.all
            + AlertOptions.all + [NextStepOption.file],
        stopsOnRequest: true, isAttended: true, readsConfiguration: true,
        exclusive: ExamOptions.exclusive)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try serve(arguments, opening: try arguments[open] ? .test : nil, in: environment)
    }

    /// A page that is opened in this machine's browser.
    enum Opened {
        /// The patient's page.
        case test
        /// The page of a household.
        case home
    }

    /// Serves the pages until the program must end.
    ///
    /// - Parameter opened: the page to open; nil for none.
    static func serve(
        _ arguments: ParsedArguments, opening opened: Opened?, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let page = opened
        var exam = try ExamOptions.configuration(
            arguments, warmsUp: true, hasPage: true, in: environment)
        let pages = try LaneOptions.configuration(
            arguments, for: exam, voice: .slt, in: environment)
        guard page != .home || pages.server.isOfThisMachine else {
            throw Misuse(
                "'aloud home' is for this machine only: leave out '--listen', or use 'aloud"
                    + " serve --listen'.")
        }
        let console = environment.console
        let opened = try RecordOptions.open(arguments, in: environment)
        defer { opened?.close() }
        if page == .home {
            guard try opened?.store.studies().chosen == nil else { throw HomeInTrial() }
        } else {
            try TrialOptions.apply(
                arguments, to: &exam, in: opened, events: try arguments[events],
                isInTerminal: false, isOfOnePerson: false, environment: environment)
        }
        let room = ExamRoom(
            exam, instruments: environment.instruments, console: console,
            records: try PersonOptions.records(
                arguments, of: exam, in: opened, ofOnePerson: false, in: environment),
            nextSteps: try NextStepOption.table(arguments))
        // Faults in the options and files are reported before a person begins a test. Only the
        // microphone may be plugged in later.
        _ = try exam.hearingModel { environment.say("Note: \($0)") }
        try room.checkAnswers()
        try room.checkHearing()
        if let note = room.pageNote { environment.say("Note: \(note)") }
        let alerts = try AlertOptions.sending(arguments, from: opened, in: environment)
        let usual = PageProbe(address: pages.server.address, port: pages.server.port)
        let homeFile = HomeFile(port: pages.server.port, variables: environment.variables)
        if let page, usual.isAloud {
            environment.say("Aloud is already running at \(usual.page).")
            guard page == .home else {
                show(usual.page, in: environment)
                return .success
            }
            guard let address = homeFile?.address else { throw HomeUnknown(page: usual.page) }
            show(address, in: environment)
            return .success
        }
        var tests = try ServedTests(
            in: room, on: pages, printer: try arguments[events] ? EventPrinter(to: console) : nil,
            resultSeconds: try arguments[resultMinutes] * 60)
        let probe = PageProbe(address: tests.server.address, port: tests.server.port)
        if page == .home, tests.home == nil { throw HomeUnknown(page: nil) }
        if let home = tests.home { homeFile?.write(home) }
        defer { homeFile?.remove() }
        if let page { show(page == .home ? tests.home ?? probe.page : probe.page, in: environment) }
        let manager = ServiceManager(variables: environment.variables)
        manager?.ready(probe)
        defer { manager?.stopping() }
        alerts?.start()
        defer { alerts?.stop() }
        let sending = opened.map { PeersCommand.sending($0, in: environment) }
        let orders = opened.map { PeersCommand.fetching($0, in: environment) }
        sending?.start()
        orders?.start()
        defer {
            sending?.stop()
            orders?.stop()
        }
        tests.onKept = {
            alerts?.look()
            sending?.look()
        }
        try tests.run()
        return .success
    }

    /// Opens the page in the browser, or says how to.
    private static func show(_ page: String, in environment: CommandEnvironment) {
        guard !BrowserOpener(variables: environment.variables).open(page) else { return }
        environment.say("There is no program that opens a browser. Open \(page) by hand.")
    }
}

/// An error: the records belong to a trial, so there is no page of a household.
struct HomeInTrial: Error, CustomStringConvertible {
    var description: String {
        "These records are those of a trial. Use 'aloud serve', or other records with '--records"
            + " FILE'."
    }
}

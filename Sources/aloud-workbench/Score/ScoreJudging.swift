internal import ChartScoring
internal import CommandLineKit
internal import Dispatch
internal import Exam
internal import HTTP
internal import Platform

/// The part of `aloud-workbench score` in which a person judges letters on a page of this machine.
struct ScoreJudging {
    private static let judge = Option<String?>(
        "judge", .text("name"),
        help: "Serve a page on which this person listens to each unclear letter and says what it"
            + " is. Needs --output, where the verdicts are kept. A second person is blind to the"
            + " first.")
    private static let all = Option.flag(
        "all-letters",
        help: "With --judge: judge all letters, not only unclear ones, to compare readers.")
    private static let decide = Option.flag(
        "decide", help: "With --judge: decide the letters on which the readers differ.")
    private static let port = Option(
        "port", .whole("number", in: 0...65_535), default: "0",
        help: "With --judge: the port of the page, on this machine only; 0 picks a free one.")

    static let options: [any OptionDeclaration] = [judge, all, decide, port]

    private let reader: JudgingDesk.Reader
    private let port: Int
    private let folder: ScoreFolder

    /// - Returns: nil if nobody judges.
    /// - Throws: `Misuse` if options do not go together.
    init?(_ arguments: ParsedArguments, output: String?) throws {
        guard let name = try arguments[Self.judge] else {
            for name in [Self.all.name, Self.decide.name, Self.port.name]
            where arguments.wasGiven(name) {
                throw Misuse(
                    "'--\(name)' has no effect without '--judge'; add it or leave this out.")
            }
            return nil
        }
        guard let output else {
            throw Misuse("'--judge' keeps its verdicts in the folder of '--output'; add it.")
        }
        let (all, decides) = (try arguments[Self.all], try arguments[Self.decide])
        reader = JudgingDesk.Reader(name: name, judgesAll: all, decides: decides)
        port = try arguments[Self.port]
        folder = try ScoreFolder(output)
    }

    /// Serves the page until the person is done, or Ctrl-C.
    ///
    /// - Parameter update: writes the results again.
    func serve(
        _ batch: ScoreBatch, in environment: CommandEnvironment, update: () throws -> Void
    ) throws -> ExitStatus {
        let over = DispatchSemaphore(value: 0)
        let console = environment.console
        let time = { @Sendable in console.time }
        let desk = try JudgingDesk(batch, in: folder, for: reader, time: time) { isLast in
            if isLast { over.signal() }
        }
        guard desk.judged < desk.count else {
            environment.say(
                desk.count == 0
                    ? "There is no letter to judge." : "\(reader.name) has judged all letters.")
            return .success
        }
        let server = try environment.instruments.webServer(ServerSettings(port: port), desk)
        desk.open(at: server.port)
        environment.say(
            "Left for \(reader.name): \((desk.count - desk.judged).counting("letter")). The page:"
                + " http://127.0.0.1:\(server.port)/#\(desk.key)")
        environment.say("It ends with the last letter, or with Ctrl-C; verdicts are kept at once.")
        environment.stop.whenRequested { over.signal() }
        over.wait()
        // The page still has to receive the answer to its last verdict.
        if !environment.stop.isRequested { _ = over.wait(timeout: .now() + 1) }
        server.stop()
        try update()
        let isComplete = desk.judged == desk.count
        environment.say(
            "\(desk.judged) of \(desk.count.counting("letter")) judged. The scores are updated."
                + (isComplete ? "" : " Run the same command again to judge the others."))
        return isComplete ? .success : .interrupted
    }
}

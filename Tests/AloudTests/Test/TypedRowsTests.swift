import Acuity
import Synchronization
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Dialogue
@testable import Exam
@testable import Platform
@testable import Records

/// A patient who types a line for each thing asked, into the input that the test reads.
private final class LineTyper: TestObserver, ByteInput {
    private struct State {
        var eye: SimulatedObserver
        var seen: [Response] = []
        var typed: [UInt8] = []
        var lines = 0
    }

    /// A test that asks for more is asking without end; the input ends instead.
    private static let mostLines = 200

    private let state: Mutex<State>
    /// The text typed for seen letters; it varies with the number of lines before.
    private let line: @Sendable ([Response], Int) -> String

    init(eye: SimulatedObserver, line: @escaping @Sendable ([Response], Int) -> String) {
        state = Mutex(State(eye: eye))
        self.line = line
    }

    /// Lines typed so far.
    var lines: Int { state.withLock { $0.lines } }

    func observe(_ event: TestEvent) {
        state.withLock { state in
            let asked: [Response]
            switch event {
            case .present(let shown):
                state.seen = state.eye.read(shown)
                asked = state.seen
            case .askAgain(_, let positions, _, _): asked = positions.map { state.seen[$0] }
            default: return
            }
            guard state.lines < Self.mostLines else { return }
            state.typed += Array((line(asked, state.lines) + "\n").utf8)
            state.lines += 1
        }
    }

    func read(upTo count: Int) -> [UInt8] {
        state.withLock { state in
            defer { state.typed = Array(state.typed.dropFirst(count)) }
            return Array(state.typed.prefix(count))
        }
    }
}

/// Whole tests with typed answers, each through the mapper.
@Suite("Rows typed in capitals", .listening)
struct TypedRowsTests {
    private func report(
        of procedure: any AcuityProcedure, showing optotypes: OptotypeSet = .sloan,
        to typer: LineTyper
    ) throws -> TestRecord {
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .random), procedure: procedure,
            source: TypedAnswers(
                TimedLineReader(typer), mapper: try RealHearing.mapper(), optotypes: optotypes,
                stop: StopRequest(), complain: { Issue.record("\($0)") }),
            display: NoDisplay(), observers: [typer])
        return try conductor.run()
    }

    /// A patient who sees as far as a threshold, guesses below it, and types all as one word.
    private func guesser(_ seed: UInt64) -> LineTyper {
        let eye = SimulatedObserver(threshold: LogMAR(Double(seed % 10) / 10), seed: seed)
        return LineTyper(eye: eye) { seen, _ in
            seen.map { response in
                if case .named(let letter) = response { letter.description } else { "pass" }
            }.joined()
        }
    }

    private func expectReadAtOnce(_ report: TestRecord, _ name: String) {
        if case .finished = report.end {} else { Issue.record("\(name): \(report.end)") }
        #expect(report.lettersAskedAgain == 0, "\(name)")
        #expect(report.score.lines.flatMap(\.answers).allSatisfy { $0.response != nil }, "\(name)")
    }

    @Test("a typed guess on a chart is never asked for again")
    func charts() throws {
        for seed in UInt64(1)...200 {
            let typer = guesser(seed)
            let test = ChartReading(
                chart: Chart(.random, seed: seed), start: SnellenLine.all[0], stopRule: .noneRight)
            expectReadAtOnce(try report(of: test, to: typer), "chart \(seed)")
        }
    }

    @Test(
        "a typed guess in an adaptive test is never re-asked, even on a short line",
        arguments: [7, 13, 14], [OptotypeSet.sloan, .hotv, .tumblingE])
    func adaptive(mostLetters: Int, optotypes: OptotypeSet) throws {
        for seed in UInt64(1)...20 {
            var settings = AdaptiveTest.Settings()
            settings.mostLetters = mostLetters
            settings.spreadBeforeLines = 10
            settings.optotypes = optotypes
            let test = AdaptiveTest(settings: settings, seed: seed)
            let report = try report(of: test, showing: optotypes, to: guesser(seed))
            expectReadAtOnce(report, "adaptive \(seed)")
        }
    }

    /// Rows of one line whose first letters were understood, and the rest is asked for.
    @Test(
        "a reply may be a row of letters, or the whole line",
        arguments: ["NO", "OK", "SO", "VO", "CHORD", "NNNOO"])
    func askedAgain(row: String) throws {
        let typer = LineTyper(eye: SimulatedObserver(threshold: LogMAR(0), seed: 1)) { _, lines in
            ["C D H ? ?", row, "stop"][min(lines, 2)]
        }
        let test = ChartReading(chart: Chart(.one), start: SnellenLine.all[0], stopRule: .noneRight)
        let report = try report(of: test, to: typer)
        let read = try #require(report.score.lines.first?.responses)
        let letters = row.compactMap(Letter.init(_:))
        #expect(
            read == (letters.count == 2 ? [.c, .d, .h] + letters : letters).map { .named($0) })
    }

    @Test(
        "typing only nonsense ends the test",
        arguments: [
            "", "hello there", "mmm", "HMM", "vvvks", "up", "go on", "again", "no", "what was that",
            "that was from the right", "TTTKS",
        ])
    func nonsense(text: String) throws {
        let chart = ChartReading(
            chart: Chart(.random, seed: 4), start: SnellenLine.all[0], stopRule: .noneRight)
        for test in [chart, AdaptiveTest(seed: 4), BestPEST(seed: 4)] as [any AcuityProcedure] {
            let eye = SimulatedObserver(threshold: LogMAR(0), seed: 4)
            let typer = LineTyper(eye: eye) { _, _ in text }
            let report = try report(of: test, to: typer)
            if case .finished = report.end {} else { Issue.record("\(report.end)") }
            #expect(typer.lines <= 100)
        }
    }
}

/// A display that shows nothing.
private final class NoDisplay: Display {
    func show(_ view: TestView) {}
}

import Acuity
import Contrast
import Dialogue
import Foundation
import PhoneticMapping
import Records
import TestTraits
import Testing

/// Every line and every test ends within its bound, whatever is heard.
@Suite("Every test ends", .listening)
struct EveryTestEndsTests {
    /// Random ears for each procedure; `scripts/check` tries more.
    private static let ears =
        ProcessInfo.processInfo.environment["ALOUD_EARS"].flatMap(UInt64.init) ?? 30

    /// A test with a random ear.
    private func test(
        of procedure: any AcuityProcedure, setup: TestSetup = TestSetup(eye: .both),
        _ ear: RandomEar
    ) throws -> (report: TestRecord, log: EventLog) {
        let log = EventLog()
        var conductor = TestConductor(
            setup: setup, procedure: procedure, source: ear, display: Screen(),
            observers: [ear, log])
        return (try conductor.run(), log)
    }

    /// Expects that a test kept all bounds.
    private func expectBounds(
        _ report: TestRecord, _ log: EventLog, _ ear: RandomEar, _ name: String
    ) {
        let presented = log.events.compactMap { event in
            if case .present(let shown) = event { shown } else { nil }
        }
        #expect(presented.count == ear.requests.count, "\(name)")
        for (shown, requests) in zip(presented, ear.requests) {
            let most = LineReading.mostRequests(letters: shown.letters.count)
            #expect(requests <= most, "\(name): \(requests) requests for \(shown.letters.text)")
        }
        let all = ear.requests.reduce(0, +)
        #expect(all <= ConductSettings.mostRequests, "\(name): \(all) requests")
        #expect(presented.count(where: \.isFresh) <= OpenLetters.mostReplaced, "\(name)")
        #expect(ear.given < 100_000, "\(name)")
        if case .finished = report.end {} else { Issue.record("\(name): \(report.end)") }
        // An open letter that was not replaced leaves no score.
        if report.end == .finished(.notUnderstood) {
            #expect(report.score.logMAR == nil, "\(name)")
        }
    }

    @Test("a letter that leaves no trace does not hold up its line")
    func unheardZed() throws {
        // "D zed K S O" on line 1: D, then K S O; asked for the last, O is said.
        let chart = Chart(.one)
        let line = try #require(chart.lines.first { $0.letters.contains(.z) })
        let ear = RandomEar(.init(deaf: [.z], losesDeaf: true), seed: 1)
        let setup = TestSetup(eye: .right, chart: .one)
        let (report, log) = try test(of: ChartReading(chart: chart), setup: setup, ear)
        expectBounds(report, log, ear, "zed")
        // Every Z is replaced, and every other letter is heard as it is said.
        #expect(report.score.logMAR == LogMAR(-0.3) && report.withheld == nil)
        let read = try #require(
            report.score.lines.first { $0.presentation.letters == line.letters })
        for (letter, answer) in zip(line.letters, read.answers) {
            #expect(answer.response == (letter == .z ? nil : .named(letter)))
        }
        let fresh = report.score.lines.filter(\.presentation.isFresh)
        let lost = chart.lines.flatMap(\.letters).count { $0 == .z }
        #expect(fresh.count == lost && fresh.allSatisfy { $0.right == 1 })
        #expect(fresh.allSatisfy { !$0.presentation.letters.contains(.z) })
    }

    /// The faults of a random ear. Their frequencies are drawn by the seed.
    private func faults(_ seed: UInt64, of optotypes: OptotypeSet) -> RandomEar.Faults {
        var generator = SplitMix64(seed: seed)
        func rate() -> Double {
            [0, 0, 0.02, 0.1, 0.3, 0.9][Int.random(in: 0..<6, using: &generator)]
        }
        var faults = RandomEar.Faults()
        let choices = optotypes.choices
        let deaf = Int.random(in: 0...choices.count, using: &generator)
        faults.deaf = Set(
            choices.shuffled(using: &generator).prefix(seed % 2 == 0 ? deaf : min(deaf, 2)))
        faults.losesDeaf = Bool.random(using: &generator)
        faults.hearsCodeWords = Bool.random(using: &generator)
        faults.isText = seed % 4 == 3
        (faults.lost, faults.unclear, faults.doubled) = (rate(), rate(), rate())
        (faults.inserted, faults.changed) = (rate(), rate())
        faults.commands = seed % 5 == 0 ? 0.1 : 0
        return faults
    }

    @Test(
        "a test ends within its bounds, whatever is heard",
        arguments: ProcedureChoice.allCases)
    func randomEars(choice: ProcedureChoice) throws {
        let isSlow = choice == .adaptive || choice == .bestPEST
        let seeds = 0..<(isSlow ? Self.ears / 5 : Self.ears)
        for seed in seeds {
            let optotypes =
                choice.showsAny
                ? OptotypeSet.allCases[Int(seed % UInt64(OptotypeSet.allCases.count))]
                : choice.optotypes
            var start = ProcedureStart(
                optotypes: optotypes, range: .all, seed: seed, hearing: .exact)
            start.line = SnellenLine.all[Int(seed % 8)]
            start.goesOnAtOneMetre = seed % 3 == 0
            if start.goesOnAtOneMetre { start.line = .largest }
            let name = "\(choice.rawValue), seed \(seed)"
            var setup = TestSetup(
                eye: .both, chart: choice == .etdrs ? .random : nil, seed: seed,
                procedure: choice == .etdrs ? nil : choice.rawValue,
                optotypes: optotypes == choice.optotypes ? nil : optotypes,
                stopRule: choice == .etdrs ? .noneRight : nil,
                goesOnAtOneMetre: start.goesOnAtOneMetre)
            setup.hearing = .init(name: "0 %", misheard: 0)
            let ear = RandomEar(faults(seed, of: optotypes), seed: seed)
            let (report, log) = try test(of: choice.begin(start), setup: setup, ear)
            expectBounds(report, log, ear, name)
            try expectReplay(of: report, log, name)
        }
    }

    /// Expects that the events of a test give its score again.
    private func expectReplay(of report: TestRecord, _ log: EventLog, _ name: String) throws {
        let lines = log.events.map(\.recorded.jsonText).joined(separator: "\n")
        let recorded = try RecordedTest.read(Array(lines.utf8), of: name)
        let replayed = try #require(recorded.first).replayed(hearing: .exact)
        let estimate = replayed.read.isEmpty ? nil : replayed.estimate()
        let score = recorded[0].score(of: replayed, beside: estimate)
        #expect(score.logMAR == report.score.logMAR, "\(name)")
        #expect(score.remarks == report.score.remarks, "\(name)")
        #expect(replayed.read.map(\.responses) == recorded[0].read.map(\.responses), "\(name)")
    }

    @Test("a test that asks a hundred times ends as not understood")
    func mostRequests() throws {
        // Code words alone are heard, so no letter stays open.
        let ear = RandomEar(
            .init(deaf: Set(Letter.sloan), hearsCodeWords: true), seed: 5)
        let (report, log) = try test(of: ChartReading(chart: Chart(.two)), ear)
        expectBounds(report, log, ear, "code words")
        #expect(report.end == .finished(.notUnderstood) && !report.isComplete)
        #expect(ear.requests.reduce(0, +) == ConductSettings.mostRequests)
        #expect(report.end.words == "The test ended because too many letters were not understood.")
    }
}

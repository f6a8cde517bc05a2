import Acuity
import Contrast
import Dialogue
import Foundation
import PhoneticMapping
import Records
import TestTraits
import Testing

/// A record is the same after it was written as JSON and read again.
@Suite("A record survives JSON", .listening)
struct RecordRoundTripTests {
    private func read(_ record: TestRecord) throws -> TestRecord {
        try JSONDecoder().decode(TestRecord.self, from: Data(record.jsonText.utf8))
    }

    @Test("after a conversation with a random ear", arguments: ProcedureChoice.allCases)
    func conversations(choice: ProcedureChoice) throws {
        var withheld = 0
        for seed in 1...24 as ClosedRange<UInt64> {
            var draw = RandomRecord(seed: seed)
            let start = ProcedureStart(
                optotypes: choice.optotypes, range: .all, seed: seed, hearing: .exact)
            var setup = draw.setup()
            setup.procedure = choice == .etdrs ? nil : choice.rawValue
            let ear = RandomEar(draw.faults(of: choice.optotypes), seed: seed)
            var conductor = TestConductor(
                setup: setup, procedure: choice.begin(start), source: ear, display: Screen(),
                observers: [ear])
            let record = try conductor.run()
            #expect(try read(record) == record, "seed \(seed)")
            let isReliable = record.contrast?.isReliable ?? record.estimate?.isReliable
            if isReliable == false { withheld += 1 }
            if choice.quantity == .contrast {
                #expect(record.figure == nil && record.estimate == nil)
                #expect(record.contrast != nil || record.score.lines.isEmpty)
            }
        }
        #expect(withheld > 0)
    }

    @Test("with any values") func anyValues() throws {
        for seed in 1...500 as ClosedRange<UInt64> {
            var draw = RandomRecord(seed: seed)
            let record = draw.record()
            #expect(try read(record) == record, "seed \(seed): \(record.jsonText)")
            #expect(try read(record).jsonText == record.jsonText, "seed \(seed)")
        }
    }

    @Test("with a withheld estimate, which stays without figures") func withheld() throws {
        var record = try ScriptedTest([typed("N C K Z O")]).report
        record.estimate = .withheld(letters: 5, flags: [.oftenGuessing])
        #expect(try read(record).estimate == record.estimate)
        #expect(record.jsonText.contains(#""interval95":null"#))
        // Flags withhold figures also where a program sends both.
        let forged = try ScriptedTest([typed("N C K Z O")]).report.jsonText
            .replacing(#""flags":["#, with: #""flags":["oftenGuessing","#)
            .replacing(#"",]"#, with: #""]"#)
        let estimate = try JSONDecoder().decode(TestRecord.self, from: Data(forged.utf8)).estimate
        #expect(estimate?.isReliable == false && estimate?.ifReliable == nil)
    }

    @Test(
        "a record without a key is refused",
        arguments: ["setup", "score", "seconds", "ended", "version", "lines", "eye", "confidence"])
    func missingKey(key: String) throws {
        let text = try ScriptedTest([typed("N C K Z O")]).report.jsonText
        let changed = text.replacing("\"\(key)\":", with: "\"former\":")
        #expect(changed != text)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(TestRecord.self, from: Data(changed.utf8))
        }
    }
}

/// Draws records with every part that a record can have.
private struct RandomRecord {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    private mutating func chance() -> Bool { Bool.random(using: &generator) }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
    }

    private mutating func count(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[count(0...values.count - 1)]
    }

    private mutating func some<Value>(of values: [Value]) -> [Value] {
        Array(values.shuffled(using: &generator).prefix(count(0...values.count)))
    }

    private mutating func maybe<Value>(_ value: Value) -> Value? { chance() ? value : nil }

    /// The faults of an ear; some withhold the score.
    mutating func faults(of optotypes: OptotypeSet) -> RandomEar.Faults {
        var faults = RandomEar.Faults()
        faults.deaf = Set(some(of: optotypes.choices))
        (faults.unclear, faults.changed) = (one(of: [0, 0.1, 0.9]), one(of: [0, 0.1, 0.9]))
        (faults.lost, faults.doubled) = (one(of: [0, 0.1]), one(of: [0, 0.1]))
        return faults
    }

    mutating func setup() -> TestSetup {
        var setup = TestSetup(
            eye: one(of: [.right, .left, .both]),
            distance: (try? Distance(metres: number(0.1...20))) ?? .fourMetres,
            chart: maybe(one(of: ChartName.allCases)), seed: maybe(generator.next()),
            procedure: maybe(one(of: ProcedureChoice.allCases).rawValue),
            optotypes: maybe(one(of: OptotypeSet.allCases)), isCalibrated: maybe(chance()),
            range: one(of: [
                .all, SizeRange(largest: LogMAR(number(0...2)), smallest: LogMAR(number(-1...0))),
                SizeRange(largest: LogMAR(1 / 3), smallest: SizeRange.all.smallest),
            ]),
            stopRule: maybe(one(of: StopRule.allCases)), goesOnAtOneMetre: chance(),
            areAnswersTyped: chance())
        setup.hearing = maybe(.init(name: one(of: ["measured", "a\"b"]), misheard: number(0...1)))
        setup.profile = maybe(.init(name: "é", made: "2026-01-31T14:05:09Z", proven: chance()))
        setup.mostLetters = maybe(count(1...300))
        setup.intervalAsked = maybe(number(0...1))
        setup.time = maybe("2026-01-31T14:05:09+01:00")
        setup.sitting = maybe(count(1...99))
        let screen = ScreenGrey(
            gamma: number(1.8...2.6), deviation: number(0...0.1), step: one(of: [1, 4]),
            luminance: maybe(number(80...300)), time: number(0...2e9))
        setup.contrast = maybe(ContrastSetup(screen: screen, letters: maybe(0.025)))
        let metres = (0..<count(1...5)).map { _ in number(0.1...5) }
        setup.viewing = maybe(ViewingDistance(metres: metres, deviation: number(0...0.1)))
        return setup
    }

    private mutating func answer(among letters: [Letter]) -> Answer {
        let response: Response? = one(of: [.named(one(of: letters)), .missed, nil])
        return Answer(
            response, confidence: one(of: [1, number(0...1)]), unclearBefore: count(0...3),
            latency: one(of: [nil, count(0...9_999)]))
    }

    private mutating func line(_ number: Int) -> AnsweredPresentation {
        let optotypes = one(of: OptotypeSet.allCases)
        let letters = (0..<count(1...5)).map { _ in one(of: optotypes.choices) }
        let sizes = letters.map { _ in LogMAR(self.number(-0.5...2)) }
        let shown =
            chance()
            ? Presentation(
                line: number, size: sizes[0], letters: letters, optotypes: optotypes,
                distance: maybe((try? Distance(metres: self.number(0.1...20))) ?? .fourMetres),
                isFresh: chance())
            : Presentation(
                line: number, letters: Array(zip(letters, sizes)), optotypes: optotypes)
        let answers = letters.map { _ in answer(among: optotypes.choices) }
        // As many answers as letters.
        return try! AnsweredPresentation(shown, answers)
    }

    private mutating func score() -> AcuityScore {
        AcuityScore(
            logMAR: maybe(LogMAR(number(-0.5...2))), lettersRight: count(0...70),
            lettersCredited: count(0...70), lines: (0..<count(0...6)).map { line($0 + 1) },
            end: maybe(one(of: ends)), remarks: some(of: AcuityRemark.allCases))
    }

    private let ends: [ProcedureEnd] = [
        .stopRuleMet, .smallestLineRead, .largerLettersNeeded, .allLettersShown, .intervalReached,
        .notUnderstood,
    ]

    private mutating func estimate() -> AcuityEstimate {
        let low = number(-0.5...1)
        return AcuityEstimate(
            logMAR: LogMAR(number(-0.5...2)), median: LogMAR(number(-0.5...2)),
            interval95: LogMAR(low)...LogMAR(low + number(0...1)), letters: count(0...99),
            isOpenBelow: chance(), isOpenAbove: chance(),
            flags: chance() ? [] : some(of: EstimateFlag.allCases))
    }

    private mutating func contrast() -> ContrastResult {
        guard chance() else {
            return ContrastResult(
                quantity: .lowContrastAcuity, logCS: nil, interval95: nil,
                lettersRight: maybe(count(0...70)), faintLogMAR: maybe(LogMAR(number(0...1))),
                letters: count(0...70), flags: some(of: EstimateFlag.allCases))
        }
        let low = number(0...2)
        return ContrastResult(
            quantity: .sensitivity, logCS: maybe(LogCS(number(0...2.25))),
            interval95: maybe(LogCS(low)...LogCS(low + number(0...1))), isBound: chance(),
            letters: count(0...70), flags: some(of: EstimateFlag.allCases))
    }

    mutating func record() -> TestRecord {
        var record = plainRecord()
        if record.setup.quantity == .contrast { record.contrast = maybe(contrast()) }
        return record
    }

    private mutating func plainRecord() -> TestRecord {
        TestRecord(
            setup: setup(), score: score(), lettersAskedAgain: count(0...99),
            duration: .seconds(number(0...1_000)),
            end: one(of: [
                .finished(one(of: ends)), .stoppedByPerson, .stoppedFromOutside, .answersEnded,
                .failed("no \"sound\"\n"), .interrupted,
            ]),
            overrides: count(0...5), soundsMissing: count(0...5), estimate: maybe(estimate()),
            leftOver: maybe(
                SoundLeftOver(
                    answers: count(1...50), heard: .seconds(number(0...100)),
                    whole: .seconds(number(100...1_000)))))
    }
}

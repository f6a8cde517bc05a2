import Acuity
import Contrast
import Foundation
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing
import TrialRecords
import Trials

/// Tests of contrast in the records: no acuity is made of them, and nothing of them is lost.
@Suite("Kept tests of contrast", .listening)
struct ContrastRecordTests {
    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }
    private let screen = ScreenGrey(
        gamma: 2.21, deviation: 0.03, ground: 220, step: 1, luminance: 140, time: 1_790_000_000)

    init() throws { kept = try TemporaryStore() }

    /// A test of an eye of this contrast sensitivity; nil for an eye that sees no letter.
    private func test(
        _ choice: ProcedureChoice = .contrast, threshold: Double? = 1.5, day: String = "01-10",
        person: RecordID? = nil, seed: UInt64 = 1
    ) throws -> SampleTest {
        let began = try #require(Moment("2026-\(day)T10:00:00.000Z"))
        var sample = try SampleTest(person: person, began: began)
        var setup = TestSetup(
            eye: .right, distance: choice.usualDistance, seed: seed, procedure: choice.rawValue,
            isCalibrated: true)
        setup.contrast = ContrastSetup(screen: screen, letters: choice.lowContrast?.contrast)
        setup.time = began.description
        setup.hearing = TestSetup.HearingTold(name: "0.0", misheard: 0)
        var start = ProcedureStart(
            optotypes: .sloan, range: .all, seed: seed, hearing: .exact)
        start.floor = screen.floor
        var procedure = choice.begin(start)
        var faint = ContrastObserver(
            threshold: LogCS(threshold ?? 0), slope: 6, lapse: 0, seed: seed)
        var small = SimulatedObserver(threshold: LogMAR(0.4), seed: seed)
        var texts: [String] = []
        while let shown = procedure.next {
            let answers =
                threshold == nil
                ? shown.letters.map { _ in Answer(.missed) }
                : choice.lowContrast == nil
                    ? faint.read(shown) : small.read(shown).map { Answer($0) }
            texts.append(RecordedEvent.present(.init(shown)).jsonText)
            for (position, answer) in answers.enumerated() {
                texts.append(
                    RecordedEvent.answer(
                        .init(
                            line: shown.line, position: position, try #require(answer.response),
                            confidence: 1, heard: "", time: nil, clock: nil)
                    ).jsonText)
            }
            try procedure.take(answers)
            texts.append(RecordedEvent.line(.init(line: shown.line, right: 0)).jsonText)
        }
        var result = TestRecord(
            setup: setup, score: procedure.score, lettersAskedAgain: 0, duration: .seconds(60),
            end: procedure.score.end.map { .finished($0) } ?? .answersEnded)
        result.contrast = ContrastResult(of: choice, procedure, hearing: .exact)
        texts.append(RecordedEvent.result(result).jsonText)
        sample.result = result
        sample.events = texts.enumerated().map { number, text in
            StoredEvent(
                number: number,
                at: Moment(
                    milliseconds: began.milliseconds + Int64(number), offsetMinutes: 0),
                text: text)
        }
        sample.test = StoredTest(
            id: RecordID(at: began), person: person, sitting: RecordID(at: began), began: began,
            circumstances: Circumstances(correction: .glasses), record: .empty(setup))
        return sample
    }

    private func person() throws -> Person {
        try store.save(
            Person(
                key: RecordID(at: SampleClock.start), id: "7", name: nil, birthDate: nil),
            by: SampleTest.author)
    }

    private static let choices: [ProcedureChoice] = [
        .contrast, .pelliRobson, .mars, .lowContrast2, .lowContrast1,
    ]

    @Test("the store returns the whole result, and no acuity", arguments: choices)
    func kept(choice: ProcedureChoice) throws {
        let sample = try test(choice)
        try sample.keep(in: store)
        let read = try #require(try store.test(sample.test.id))
        #expect(read.record == sample.result)
        #expect(read.record.contrast?.headline != nil)
        #expect(read.record.setup.contrast?.screen == screen)
        #expect(read.record.figure == nil)
        #expect(!read.countsForPlan)
        #expect(read.outcome == read.record.contrast?.headline)
    }

    @Test("the events give the same test again", arguments: choices)
    func replayed(choice: ProcedureChoice) throws {
        let sample = try test(choice)
        let text = sample.events.map(\.text).joined(separator: "\n")
        let recorded = try #require(
            try RecordedTest.read(Array(text.utf8), of: "events").first)
        let again = try recorded.replayed(hearing: .exact)
        #expect(again.isDone)
        #expect(
            ContrastResult(of: choice, again, hearing: .exact) == sample.result.contrast)
    }

    @Test("a test that was cut off has no result, and keeps its letters") func interrupted() throws
    {
        var sample = try test()
        sample.events = Array(sample.events.prefix(30))
        try store.begin(sample.test, by: SampleTest.author)
        for event in sample.events { try store.append(event, to: sample.test.id) }
        try store.closeInterrupted([sample.test.id], by: SampleTest.author) { _, _ in .exact }
        let read = try #require(try store.test(sample.test.id))
        #expect(read.state == .interrupted)
        #expect(read.record.figure == nil && read.record.estimate == nil)
        #expect(read.record.contrast?.headline == nil)
        #expect(!read.record.score.lines.isEmpty)
    }

    @Test("a test of contrast does not affect the history, plan or next step of acuity")
    func apart() throws {
        let person = try person()
        for (day, lines) in [("01-01", 9), ("02-01", 9), ("03-01", 9)] {
            let began = try #require(Moment("2026-\(day)T10:00:00.000Z"))
            try SampleTest(lines: lines, person: person.key, began: began).keep(in: store)
        }
        let before = try AcuityHistory(of: person, in: store)
        for (index, choice) in Self.choices.enumerated() {
            try test(choice, day: "02-1\(index)", person: person.key).keep(in: store)
        }
        let after = try AcuityHistory(of: person, in: store)
        #expect(
            after.eyes.map { $0.points.map(\.test.id) }
                == before.eyes.map { $0.points.map(\.test.id) })
        #expect(
            after.eyes.flatMap(\.points).map(\.change)
                == before.eyes.flatMap(\.points).map(\.change))
        for test in try store.tests(TestQuery(person: person.key))
        where test.record.setup.quantity == .contrast {
            #expect(try store.change(of: test) == nil)
            #expect(!test.countsForPlan)
        }
        let series = try ContrastHistory(of: person, in: store).series
        #expect(series.map(\.letters) == [nil, 0.025, 0.0125])
        #expect(series.flatMap(\.points).count == 5)
        #expect(series.flatMap(\.points).allSatisfy { $0.test.record.setup.quantity == .contrast })
    }

    @Test("a loss beyond repeatability is noted, then confirmed; a smaller one is chance")
    func changes() throws {
        let tests = try [
            ("01-01", 1.8), ("02-01", 1.78), ("03-01", 1.2), ("04-01", 1.2),
        ].map { try test(threshold: $1, day: $0).finished }
        let healthy = try #require(ContrastHistory(tests).series.first)
        #expect(healthy.limit == 0.15)
        #expect(healthy.points.map(\.state) == [.first, .unchanged, .once, .confirmed])
        #expect(healthy.points.last?.isWorse == true)
        #expect(healthy.words(healthy.points[3])?.hasPrefix("worse by 0.") == true)
        let ill = FollowUp(right: .amd)
        let series = try #require(ContrastHistory(tests, followUp: ill).series.first)
        #expect(series.limit == 0.35)
        // Other procedures are other series.
        let other = try tests + [test(.pelliRobson, threshold: 1.0, day: "05-01").finished]
        let mixed = try #require(ContrastHistory(other).series.first)
        #expect(mixed.points.last?.state == .first)
        // A chart repeats less closely than thirty letters.
        #expect(mixed.points.last?.limit == 0.2 && mixed.points.first?.limit == 0.15)
    }

    /// The table SDTM OE with a test.
    private func examinations(_ sample: SampleTest) throws -> String {
        var sample = sample
        sample.test.circumstances.trial = try TrialStore.test(lines: 1).test.circumstances.trial
        return OETable.examinations([sample.finished], of: Study(name: TrialStore.study)).text
    }

    @Test(
        "SDTM names a count of letters and a contrast sensitivity, also without a result",
        arguments: choices)
    func examination(choice: ProcedureChoice) throws {
        let isCount = choice.lowContrast != nil
        let name =
            isCount ? "NUMLCOR,Number of Letters Correct" : "LOGCS,Letter Contrast Sensitivity"
        var sample = try test(choice)
        let table = try examinations(sample)
        #expect(table.contains(",\(name),") && !table.contains("NOT DONE"))
        #expect(table.contains(isCount ? ",LETTERS," : ",logCS,"))
        sample.result.contrast = nil
        let empty = try examinations(sample)
        #expect(empty.contains(",\(name),") && empty.contains("NOT DONE"))
        #expect(empty.contains(",LETTER CHART,"))
    }

    @Test(
        "an eye that reads no letter is worse than the darkest ones, wherever its result is",
        arguments: [(.contrast, "0.00"), (.pelliRobson, "0.00"), (.mars, "0.04")]
            as [(ProcedureChoice, String)])
    func unread(choice: ProcedureChoice, darkest: String) throws {
        let person = try person()
        let sample = try test(choice, threshold: nil, person: person.key)
        try sample.keep(in: store)
        let read = try #require(try store.test(sample.test.id))
        #expect(read.record == sample.result && read.record.headline == nil)
        #expect(read.outcome == "Worse than logCS \(darkest)")
        #expect(read.record.outcomeWords == read.outcome)
        #expect(read.record.text.contains("worse than logCS \(darkest), the darkest letters shown"))
        // It is not a baseline.
        let point = try #require(ContrastHistory(of: person, in: store).series.first?.points.first)
        #expect(point.figure == nil && point.state == nil)

        var reader = ExportReader(store)
        let exported = try reader.tests(TestQuery())
        #expect(exported.map { $0.contrastSensitivity?.bound } == [.worse])
        let rows = TestTable.table(exported).text.split(whereSeparator: \.isNewline)
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let cells = Dictionary(zip(rows[0], rows[1])) { first, _ in first }
        #expect(cells["log_cs"] == darkest && cells["log_cs_bound"] == "worse")
        #expect(cells["weber_percent"] == "")
        let check = try BundleCheck(FHIRBundle.bundles(exported)[0].jsonText)
        #expect(check.faults == [])
        let value = check.first("Observation")?["valueQuantity"] as? [String: Any]
        #expect(value?["comparator"] as? String == "<")
        #expect(value?["value"] as? Double == Double(darkest))
        #expect(SittingPage.document(exported, head: nil).contains("worse than logCS \(darkest)"))
        #expect(
            try examinations(sample).contains("SENSITIVITY,<\(darkest),logCS,<\(darkest),,logCS,"))
    }

    @Test("the kept result of a test of contrast has no sentence about a next step")
    func noNextStep() throws {
        let desk = try RESTDesk(nextSteps: NextStepTable())
        let tests = [(try SampleTest(), ["right"]), (try test(), [])] as [(SampleTest, [String])]
        for (sample, eyes) in tests {
            try sample.keep(in: desk.records)
            let card = desk.ask("GET", "/tests/\(sample.test.id.text)/card")
            let steps = try #require(card.json["nextSteps"] as? [String: Any])
            #expect(Array(steps.keys) == eyes)
        }
    }

    @Test(
        "a count of faint letters that is not certain is left out, with the reason",
        arguments: [true, false])
    func uncounted(isHeard: Bool) throws {
        let narrow = SizeRange(largest: LogMAR(0.55), smallest: LogMAR(-0.3))
        var procedure = ProcedureChoice.lowContrast2.begin(
            ProcedureStart(
                optotypes: .sloan, range: isHeard ? narrow : .all, seed: 9, hearing: .exact))
        while let shown = procedure.next {
            try procedure.take(
                shown.letters.enumerated().map { place, letter -> Answer in
                    let isFirst = place < 2 && !shown.isFresh
                    if isHeard { return Answer(isFirst ? Response.named(letter) : .missed) }
                    return isFirst ? .unclear : Answer(.named(letter))
                })
        }
        var record = try test(.lowContrast2).result
        record.score = procedure.score
        record.contrast = ContrastResult(of: .lowContrast2, procedure, hearing: .exact)
        #expect(record.isComplete && record.headline == nil)
        #expect(record.withheld == (isHeard ? nil : .notHeardWellEnough))
        #expect(
            record.whyNotMeasured
                == (isHeard
                    ? "not measured: too little was read" : "withheld: not heard well enough"))
    }

    @Test("exports have the contrast in its own columns and codes, and no acuity")
    func exports() throws {
        let person = try person()
        for (index, choice) in Self.choices.enumerated() {
            try test(choice, day: "02-1\(index)", person: person.key).keep(in: store)
        }
        var reader = ExportReader(store)
        let exported = try reader.tests(TestQuery())
        #expect(exported.count == 5)
        #expect(exported.allSatisfy { $0.acuity == nil && $0.estimate == nil })

        let rows = TestTable.table(exported).text.split(whereSeparator: \.isNewline)
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        func column(_ name: String) throws -> [String] {
            let index = try #require(rows[0].firstIndex(of: name))
            return rows.dropFirst().map { $0[index] }
        }
        for name in [
            "logmar", "logmar_bound", "etdrs_letters", "snellen_feet", "decimal",
            "estimate_logmar", "interval95_low", "interval95_high", "change_state",
        ] {
            #expect(try column(name).allSatisfy(\.isEmpty), "\(name)")
        }
        #expect(try column("quantity").allSatisfy { $0 == "contrast" })
        #expect(try column("log_cs").map(\.isEmpty) == [false, false, false, true, true])
        #expect(
            try column("faint_letters_right").map(\.isEmpty) == [true, true, true, false, false])
        #expect(try column("screen_gamma").allSatisfy { $0 == "2.21" || $0 == "2.210" })
        #expect(REDCapTable.table(exported).text.split(whereSeparator: \.isNewline).count == 1)

        let (objects, leftOut) = AcuityObject.objects(exported)
        #expect(objects.isEmpty)
        #expect(leftOut.map(\.reason) == Array(repeating: .contrast, count: 5))

        let page = SittingPage.document(exported, head: nil)
        #expect(page.contains("contrast sensitivity") && page.contains("2.5 % contrast"))
        #expect(page.contains(ContrastSetup.ownNorms))
    }
}

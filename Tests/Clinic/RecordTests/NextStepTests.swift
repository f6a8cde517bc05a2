import Acuity
import Foundation
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing

@Suite("The next steps after a test", .listening)
struct NextStepTests {
    private func fault(_ text: String) -> String? {
        do throws(NextStepFault) {
            _ = try NextStepTable(text, named: "steps.txt")
            return nil
        } catch { return error.description }
    }

    @Test("Aloud's own table has a sentence for each situation in five languages") func usual()
        throws
    {
        let table = try NextStepTable()
        for situation in NextStepSituation.all {
            let sentences = table.sentences(for: situation)
            #expect(Set(sentences.keys) == ["en", "de", "es", "fr", "hi"])
        }
        #expect(NextStepSituation.all.count == 2 * (6 * 3 + 1))
        #expect(NextStepTable.usual.contains("wording, not advice by the program"))
    }

    @Test("a file is checked, and a fault is named with file and line") func faults() {
        let all = "any any any any Test again.\n"
        #expect(fault("[en]\n" + all) == nil)
        #expect(fault("") == "steps.txt: it has no section such as '[en]'.")
        #expect(fault("[xx]\n")?.hasPrefix("steps.txt:1: '[xx]' is not one of [en]") == true)
        #expect(fault("[en]\n\(all)[en]\n") == "steps.txt:3: [en] is there twice.")
        #expect(fault(all)?.hasPrefix("steps.txt:1: a row comes after a heading") == true)
        #expect(fault("[en]\nany any any any\n")?.hasPrefix("steps.txt:2: a row has") == true)
        #expect(
            fault("# x\n[en]\nany fine any any Test.\n")?.hasPrefix(
                "steps.txt:3: 'fine' is not one of the acuity words: good") == true)
        let missing = fault("\n[en]\n\(all)[de]\nany any one any A.\nany any both unsure B.\n")
        #expect(
            missing?.hasPrefix("steps.txt:4: [de] lacks a row for 'first good both sure'") == true)
        #expect(missing?.hasSuffix("and 15 more.") == true)
        for row in ["worse any any unsure", "any good one unsure", "worse low both unsure"] {
            #expect(
                fault("[en]\n\(all)\(row) Never.\n")?.hasPrefix("steps.txt:3: no test has '\(row)'")
                    == true)
        }
        #expect(fault("[en]\nfirst low one unsure Again.\n\(all)") == nil)
    }

    @Test("the first matching row is used; a clinic's table may have one language")
    func firstRow() throws {
        let table = try NextStepTable(
            "[de]\nworse any one sure Eins.\nworse any any any Zwei.\nany any any any Drei.\n",
            named: "a")
        func sentence(
            _ change: NextStepSituation.Change, _ eyes: NextStepSituation.Eyes
        ) -> String? {
            table.sentence(
                for: NextStepSituation(change: change, band: .good, eyes: eyes, result: .sure))
        }
        #expect(sentence(.worse, .one) == "Eins.")
        #expect(sentence(.worse, .both) == "Zwei.")
        #expect(sentence(.better, .one) == "Drei.")
    }

    @Test("result and series give the situation; the report has its sentence")
    func situations() throws {
        let kept = try TemporaryStore()
        let series = try SampleSeries(
            [("01-01", 9), ("01-08", 9), ("01-15", 5), ("01-22", 5)], in: kept.records)
        let table = try NextStepTable()
        var reader = ExportReader(kept.records, nextSteps: table)
        let tests = try reader.tests(TestQuery(person: series.person.key))
        let situations = tests.map {
            NextStepSituation(after: $0.test.record, change: $0.change)
        }
        #expect(situations.map(\.change) == [.first, .unchanged, .onceWorse, .worse])
        #expect(situations.map(\.band) == [.good, .good, .low, .low])
        for (test, situation) in zip(tests, situations) {
            let sentence = try #require(table.sentence(for: situation))
            let page = SittingPage.document([test], head: nil)
            #expect(page.contains(sentence))
            #expect(page.contains("(Wording, not advice by the program.)"))
        }
        var record = tests[0].test.record
        record.setup.isCalibrated = false
        let unsure = NextStepSituation(after: record, change: nil)
        #expect(unsure.result == .unsure && NextStepSituation.all.contains(unsure))
    }
}

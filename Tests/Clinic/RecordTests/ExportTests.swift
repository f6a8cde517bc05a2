import Acuity
import Foundation
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing

/// Exports of kept tests: tables, FHIR, DICOM and pages.
@Suite("Exports of records", .listening)
struct ExportTests {
    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }
    private let author = Author("tester")

    init() throws { kept = try TemporaryStore() }

    @Test("Chromium runs without its sandbox where that cannot work") func sandbox() {
        let service = "Umask:\t0077\nNoNewPrivs:\t1\nSeccomp:\t2\n"
        #expect(FileProgram.lacksSandbox(isRoot: false, status: service))
        #expect(FileProgram.lacksSandbox(isRoot: true, status: "NoNewPrivs:\t0\n"))
        #expect(!FileProgram.lacksSandbox(isRoot: false, status: "NoNewPrivs:\t0\n"))
    }

    /// A person with a name that tries to break each format.
    private func person() throws -> Person {
        try store.save(
            Person(
                key: RecordID(at: SampleClock.start), id: "=1+1",
                name: "Müller, \"Jo\" ]\\<b>&", birthDate: CalendarDay("1957-08-23")), by: author)
    }

    /// Both eyes of a person, the left one amended; and a test of nobody, which broke off.
    private func tests() throws -> [ExportedTest] {
        let person = try person()
        let right = try SampleTest(eye: .right, lines: 9, person: person.key)
        try right.keep(in: store)
        let left = try SampleTest(
            eye: .left, lines: 5, person: person.key,
            began: Moment(milliseconds: SampleClock.start.milliseconds + 100_000),
            sitting: right.test.sitting)
        try left.keep(in: store)
        var amended = try #require(try store.test(left.test.id))
        amended.circumstances.correction = Correction.none
        _ = try store.amend(amended, by: Author("anna", reason: "took <glasses> off"))
        var broken = try SampleTest(
            eye: .both, began: Moment(milliseconds: SampleClock.start.milliseconds + 200_000)
        ).test
        broken.state = .interrupted
        broken.ended = broken.began
        broken.circumstances.correction = nil
        _ = try store.add(broken, events: [], by: author)
        var reader = ExportReader(store)
        return try reader.tests(TestQuery())
    }

    // CSV.

    /// The rows of a CSV text by the rules of RFC 4180.
    private func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        var previous: Character = " "
        for character in text {
            let last = rows.count - 1
            switch (character, isQuoted) {
            case ("\"", _):
                if !isQuoted, previous == "\"" { rows[last][rows[last].count - 1] += "\"" }
                isQuoted.toggle()
            case (",", false): rows[last].append("")
            case ("\r\n", false): rows.append([""])
            default: rows[last][rows[last].count - 1].append(character)
            }
            previous = character
        }
        return rows.dropLast()
    }

    @Test("The table of tests has a value a column, and no cell is a formula")
    func testTable() throws {
        let rows = rows(TestTable.table(try tests()).text)
        let header = try #require(rows.first)
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.count == header.count })
        #expect(Set(header).count == header.count)
        func cell(_ name: String, _ row: Int) throws -> String {
            rows[row][try #require(header.firstIndex(of: name))]
        }
        #expect(try cell("person_id", 1) == "'=1+1")
        #expect(try cell("person_name", 1) == "Müller, \"Jo\" ]\\<b>&")
        #expect(try cell("examiner", 1) == "Dr. Øre \"B\"")
        #expect(try cell("eye", 1) == "right")
        #expect(Double(try cell("logmar", 1)) != nil)
        #expect(try cell("correction", 2) == "none")
        #expect(try cell("version", 2) == "2")
        #expect(try cell("state", 3) == "interrupted")
        #expect(try cell("logmar", 3) == "")
        for row in rows.dropFirst() {
            for cell in row where "=+@\t".contains(cell.first ?? " ") {
                Issue.record("a formula: \(cell)")
            }
        }
    }

    @Test("A negative logMAR stays a number; text that looks like a formula is not run")
    func cells() {
        var table = CSVTable(["a", "b", "c"])
        table.add([.number("-0.10"), .text("-0.10"), .text("@SUM(A1)")])
        table.add([.empty, .text("line\r\nbreak"), .text("")])
        table.add([.text("＝1"), .text("\u{A0}+1"), .text("a\u{202E}b")])
        table.add([.identifier("-1042"), .identifier("a\"b"), .text("\t1")])
        #expect(
            table.text == "a,b,c\r\n-0.10,'-0.10,'@SUM(A1)\r\n,\"line\r\nbreak\",\r\n"
                + "'＝1,'\u{A0}+1,a\\u{202E}b\r\n\"-1042\",\"a\"\"b\",'\t1\r\n")
    }

    @Test("The table of letters has a row for each letter shown")
    func letterTable() throws {
        let tests = try tests()
        let rows = rows(LetterTable.table(tests).text)
        #expect(rows.count == 1 + tests.reduce(0) { $0 + $1.lettersShown })
        let right = rows.dropFirst().count { $0[10] == "1" }
        #expect(right == tests.reduce(0) { $0 + $1.test.record.score.lettersRight })
    }

    @Test("REDCap's instances are the store's numbers, even in a partial export")
    func redcap() throws {
        let tests = try tests()
        let text = REDCapTable.table(tests).text
        let all = rows(text)
        let one = rows(REDCapTable.table([tests[1]]).text)
        // REDCap compares the identifier with its own.
        #expect(text.contains("\r\n\"=1+1\",visual_acuity,1,"))
        #expect(all.dropFirst().map { $0[2] } == ["1", "2", "1"])
        #expect(one[1] == all[2])
        // Each field of the table is in the dictionary.
        let dictionary = rows(REDCapTable.dictionary.text)
        let fields = Set(dictionary.dropFirst().map { $0[0] })
        let extra = [
            "redcap_repeat_instrument", "redcap_repeat_instance", "visual_acuity_complete",
        ]
        #expect(Set(all[0]) == fields.union(extra))
    }

    @Test("Every format marks an unmeasured screen", arguments: [false, true])
    func screen(isMeasured: Bool) throws {
        var sample = try SampleTest()
        sample.result.setup.isCalibrated = isMeasured
        let exported = ExportedTest(sample.finished, person: nil)
        let bundle = FHIRBundle.bundles([exported])[0].jsonText
        let check = try BundleCheck(bundle)
        #expect(check.faults == [])
        let observation = try #require(check.first("Observation"))
        #expect((observation["interpretation"] != nil) == !isMeasured)
        let notes = (observation["note"] as? [[String: Any]] ?? []).compactMap {
            $0["text"] as? String
        }
        #expect(notes.contains { $0.contains("screen was not measured") } == !isMeasured)
        let conclusion = check.first("DiagnosticReport")?["conclusion"] as? String ?? ""
        #expect(conclusion.contains("screen was not measured") == !isMeasured)
        #expect(bundle.contains("\"valueBoolean\":\(isMeasured)"))
        let dump = try #require(AcuityObject.objects([exported]).objects.first).dump
        #expect(dump.contains("(0008,103e) LO [Visual acuity, screen not measured]") == !isMeasured)
        #expect(dump.contains("LT [The screen was not measured") == !isMeasured)
        let table = rows(REDCapTable.table([exported]).text)
        let column = try #require(table[0].firstIndex(of: "va_screen"))
        #expect(table[1][column] == (isMeasured ? "1" : "0"))
        let page = SittingPage.pages([exported], head: nil)[0].html
        #expect(page.contains("screen was not measured") == !isMeasured)
    }

    @Test("Every format warns of the eye with many unclear answers, and of no other")
    func unclear() throws {
        var right = try SampleTest()
        let estimate = try #require(right.result.estimate?.ifReliable)
        right.result.estimate = RecordedEstimate(estimate.adding(.oftenUnclear))
        let left = try SampleTest(eye: .left, sitting: right.test.sitting)
        let tests = [right, left].map { ExportedTest($0.finished, person: nil) }
        let warning = "Many answers were unclear"
        #expect(tests.map { $0.warnings.joined().contains(warning) } == [true, false])
        func count(_ text: String) -> Int { text.ranges(of: warning).count }
        // The note of the test, and the conclusion of the report.
        #expect(count(FHIRBundle.bundles(tests)[0].jsonText) == 2)
        #expect(count(SittingPage.pages(tests, head: nil)[0].html) == 1)
        let dump = try #require(AcuityObject.objects(tests).objects.first).dump
        let comments = try #require(
            dump.split(whereSeparator: \.isNewline).first { $0.hasPrefix("(0020,4000)") })
        #expect(
            comments.split(separator: "; ").map { $0.contains(warning) } == [true, false],
            "\(comments)")
    }

    @Test("LOINC's codes of the two eyes are a pair", arguments: [0.4, 4])
    func pair(metres: Double) throws {
        let codes = try [Eye.right, .left].map { eye in
            var sample = try SampleTest(eye: eye)
            sample.test.circumstances.correction = Correction.none
            sample.result.setup.distance = try Distance(metres: metres)
            let check = try BundleCheck(
                FHIRBundle.bundles([ExportedTest(sample.finished, person: nil)])[0].jsonText)
            let code = check.first("Observation")?["code"] as? [String: Any]
            let codings = code?["coding"] as? [[String: Any]] ?? []
            return codings.first { $0["system"] as? String == "http://loinc.org" }?["display"]
                as? String
        }
        #expect(
            codes == ["Visual acuity uncorrected Right eye", "Visual acuity uncorrected Left eye"])
    }

    @Test("A FHIR period never ends before it begins, even after a change of the clock")
    func period() throws {
        var sample = try SampleTest()
        sample.result.duration = .seconds(63)
        var test = sample.finished
        test.ended = Moment(milliseconds: test.began.milliseconds - 3_600_000, offsetMinutes: 60)
        let check = try BundleCheck(
            FHIRBundle.bundles([ExportedTest(test, person: nil)])[0].jsonText)
        #expect(check.faults == [])
        let period = check.first("Observation")?["effectivePeriod"] as? [String: String]
        let end = try #require(period?["end"].flatMap { Moment($0) })
        #expect(end.milliseconds == test.began.milliseconds + 63_000)
    }

    // FHIR.

    @Test("A sitting is a bundle with resolved references and valid codes")
    func fhir() throws {
        let bundles = FHIRBundle.bundles(try tests())
        #expect(bundles.count == 2)
        for bundle in bundles {
            let faults = try BundleCheck(bundle.jsonText).faults
            #expect(faults == [])
        }
        let first = try BundleCheck(bundles[0].jsonText)
        #expect(
            first.kinds == [
                "Patient", "Device", "Observation", "Observation", "DiagnosticReport", "Provenance",
            ])
        #expect(first.statuses("Observation") == ["final", "amended"])
        #expect(first.statuses("DiagnosticReport") == ["amended"])
        let second = try BundleCheck(bundles[1].jsonText)
        #expect(second.statuses("Observation") == ["cancelled"])
        #expect(second.statuses("DiagnosticReport") == ["partial"])
    }

    @Test("A score that may be better has the comparator of a smaller logMAR")
    func comparator() throws {
        var test = try SampleTest(lines: 14)
        test.result.score = AcuityScore(
            logMAR: LogMAR(0.3), lettersRight: 5, lettersCredited: 0, lines: [], end: nil,
            remarks: [.stoppedEarly])
        var stored = test.test
        stored.state = .finished
        stored.record = test.result
        let exported = ExportedTest(stored, person: nil)
        #expect(exported.acuity?.bound == .orBetter)
        let check = try BundleCheck(FHIRBundle.bundles([exported])[0].jsonText)
        #expect(check.faults == [])
        let value = check.first("Observation")?["valueQuantity"] as? [String: Any]
        #expect(value?["comparator"] as? String == "<=")
        #expect(value?["value"] as? Double == 0.3)
        // DICOM has no place for a limit.
        #expect(AcuityObject.objects([exported]).objects.isEmpty)
        #expect(AcuityObject.objects([exported]).leftOut.map(\.reason) == [.bound])
    }

    // DICOM.

    @Test("DCMTK makes a DICOM object of a sitting, and dciodvfy finds no error in it")
    func dicom() throws {
        let (objects, leftOut) = AcuityObject.objects(try tests())
        // The corrections of the two eyes differ, so the eyes cannot share an object.
        #expect(objects.count == 2)
        #expect(leftOut.map(\.reason) == [.withoutAcuity])
        for object in objects {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let dump = folder.appending(path: "in.dump")
            let file = folder.appending(path: "out.dcm")
            try Data(object.dump.utf8).write(to: dump)
            let made = try run("dump2dcm", ["--quiet", dump.path, file.path])
            #expect(made.status == 0, "\(made.output)")
            let checked = try run("dciodvfy", [file.path])
            #expect(checked.status == 0)
            #expect(checked.output.contains("VisualAcuityMeasurements"))
            #expect(!checked.output.contains("Error"), "\(checked.output)")
            // The name keeps to its place.
            let read = try run("dcmdump", ["+L", file.path])
            #expect(read.output.contains("[Müller^\"Jo\" <b>&]"))
        }
    }

    @Test("the eyes of two orders have objects of their own, each with its order") func orders()
        throws
    {
        let sitting = RecordID(at: SampleClock.start)
        let eyes: [(Eye, String)] = [(.right, "R1"), (.left, "L1"), (.both, "L1")]
        let tests = try eyes.map { eye, accession in
            var order = Order(peer: "ris")
            order.accession = accession
            var test = try SampleTest(eye: eye, sitting: sitting).finished
            test.circumstances.order = order
            return ExportedTest(test, person: nil)
        }
        let objects = AcuityObject.objects(tests).objects
        let held = objects.map { object in tests.map { object.has($0.test.id) } }
        #expect(held == [[true, false, false], [false, true, true]])
        for (object, accession) in zip(objects, ["R1", "L1"]) {
            #expect(object.dump.contains("(0008,0050) SH [\(accession)]"))
        }
    }

    @Test("each study of a sitting has a series of its own, the same in each export")
    func series() throws {
        let sitting = RecordID(at: SampleClock.start)
        let studies = ["1.2.3.4.5", "1.2.3.4.6", nil]
        let tests = try zip([Eye.right, .left, .both], studies).map { eye, study in
            var test = try SampleTest(eye: eye, sitting: sitting).finished
            if let study {
                var order = Order(peer: "ris")
                order.study = study
                test.circumstances.order = order
            }
            return ExportedTest(test, person: nil)
        }
        func name(_ object: AcuityObject) throws -> Substring {
            let lines = object.dump.split(separator: "\n")
            let line = try #require(lines.first { $0.hasPrefix("(0020,000e) UI [") })
            return line.dropFirst("(0020,000e) UI [".count).dropLast()
        }
        let each = try AcuityObject.objects(tests).objects.map(name)
        #expect(Set(each).count == 3)
        for series in each {
            #expect(series.utf8.count <= 64)
            #expect(series.wholeMatch(of: #/2\.25\.[1-9][0-9]*\.2(\.(0|[1-9][0-9]*))?/#) != nil)
        }
        // A peer gets each version of a test in the same series.
        for (test, series) in zip(tests, each) {
            for version in 1...2 {
                var sent = test.test
                sent.version = version
                let object = try AcuityObject.object(of: ExportedTest(sent, person: nil)).get()
                #expect(try name(object) == series)
            }
        }
    }

    private func run(_ name: String, _ arguments: [String]) throws -> (
        status: Int32, output: String
    ) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    // Pages.

    @Test("A page names the person and both eyes, and escapes names and remarks")
    func page() throws {
        let pages = SittingPage.pages(try tests(), head: "0123abc")
        #expect(pages.count == 2)
        let html = pages[0].html
        #expect(html.contains("Müller, &quot;Jo&quot; ]\\&lt;b&gt;&amp;"))
        #expect(html.contains("Right eye") && html.contains("Left eye"))
        #expect(html.contains("took &lt;glasses&gt; off"))
        #expect(html.contains("Audit trail up to 0123abc"))
        #expect(!html.contains("<b>"))
        #expect(!pages[0].fileName.contains("ller"))
    }
}

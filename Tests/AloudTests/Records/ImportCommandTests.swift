import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// `aloud records import` of tests in which the clock was set, of files with faults, and of FrACT10.
@Suite("Import verb", .listening)
struct ImportCommandTests {
    private let folder: TemporaryFolder
    private let sample: String

    private struct Kept: Decodable {
        var began: String
        var ended: String
    }

    /// The lines of a test of two letters.
    init() throws {
        folder = try TemporaryFolder()
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--chart", "1", "--person", "T1"],
            input: "N C K Z O\nR H S D K\nI can't see any\n",
            variables: ["ALOUD_RECORDS": folder.file("first.db")])
        try #require(run.status == 0, "\(run.messages)")
        // A changed line of the audit trail would be refused.
        sample = try AloudBinary.run(
            ["records", "export"], variables: ["ALOUD_RECORDS": folder.file("first.db")]
        ).output.split(separator: "\n").filter { !$0.contains(#""record":"trail""#) }
            .map { $0 + "\n" }.joined()
    }

    private func records(
        _ words: String..., variables: [String: String] = [:]
    ) throws -> AloudBinary.Run {
        try AloudBinary.run(
            ["records"] + words,
            variables: variables.merging(["ALOUD_RECORDS": folder.file("a.db")]) { one, _ in one })
    }

    /// The sample with the times of its test changed: the beginning and the first events by some
    /// hours, the end and the later events by others.
    private func stepped(_ before: Int, _ after: Int) -> String {
        var number = 0
        let times = sample.matches(of: #/"(at|began|ended)":"([^"]+)"/#)
        let count = times.count { $0.1 == "at" }
        return sample.replacing(#/"(at|began|ended)":"([^"]+)"/#) { match in
            if match.1 == "at" { number += 1 }
            let isLate = match.1 == "ended" || (match.1 == "at" && number > count / 2)
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            guard let date = try? Date(String(match.2), strategy: style) else {
                return "\(match.0)"
            }
            let moved = date.addingTimeInterval(Double(isLate ? after : before) * 3_600)
            return "\"\(match.1)\":\"\(moved.formatted(style))\""
        }
    }

    @Test(
        "Aloud's own export is imported, even after a change of the clock",
        arguments: [(0, -1), (0, -24 * 400), (24 * 365 * 5, 0), (24 * 365 * 5, 24 * 365 * 5)])
    func clock(before: Int, after: Int) throws {
        try folder.write(stepped(before, after), to: "o.jsonl")
        let run = try records("import", folder.file("o.jsonl"))
        #expect(run.status == 0 && run.messages.contains("Added 1 test"), "\(run.messages)")
        let kept = try #require(try records("list", "--json").lines(Kept.self).first)
        #expect(kept.began <= kept.ended)
        // A clock that was ahead all the time has no better time.
        let latest = Date(timeIntervalSinceNow: 100_000).formatted(.iso8601)
        #expect((kept.ended < latest) == (after <= 0))
    }

    @Test("an import continues after a refused test, and names each refused one") func goesOn()
        throws
    {
        let parts = sample.split(separator: "\n").map(String.init)
        let test = try #require(parts.last)
        func other(_ number: Int, _ change: (String) -> String = { $0 }) -> String {
            change(test.replacing(#/"id":"[0-9a-f]{8}/#, with: "\"id\":\"0000000\(number)"))
        }
        let impossible = other(1) { $0.replacing(#/"ended":"20/#, with: "\"ended\":\"19") }
        try folder.write(
            [parts[0], impossible, "{\"no\":1}", other(2), other(3)].joined(separator: "\n") + "\n",
            to: "o.jsonl")
        let run = try records("import", folder.file("o.jsonl"))
        #expect(run.status == 1)
        #expect(run.messages.contains("Added 2 tests"), "\(run.messages)")
        #expect(run.messages.contains("o.jsonl:2: test 00000001-"))
        #expect(run.messages.contains("ended before it began"))
        #expect(run.messages.contains("o.jsonl:3: "))
        #expect(run.messages.contains("2 lines of"))
        #expect(try records("verify").status == 0)
        let again = try records("import", folder.file("o.jsonl"))
        #expect(again.status == 1 && again.messages.contains("2 tests had been there"))
    }

    @Test("tests of a refused person are assigned to nobody else") func refusedPerson() throws {
        let parts = sample.split(separator: "\n").map(String.init)
        let second = parts[0].replacing(#/"key":"[0-9a-f]{8}/#, with: "\"key\":\"00000002")
            .replacing("\"id\":\"T1\"", with: "\"id\":\"T1\u{200B}\",\"name\":\"Bert\"")
        let first = parts[0].replacing("\"id\":\"T1\"", with: "\"id\":\"T1\",\"name\":\"Anna\"")
        let test = try #require(parts.last)
            .replacing(#/"person":"[0-9a-f]{8}/#, with: "\"person\":\"00000002")
        try folder.write([first, second, test].joined(separator: "\n") + "\n", to: "o.jsonl")
        let run = try records("import", folder.file("o.jsonl"))
        #expect(run.status == 1 && run.messages.contains("Added 0 tests"), "\(run.messages)")
        #expect(run.messages.contains("another name"))
        #expect(run.messages.contains("the person of this test was refused"))
        #expect(!run.messages.contains("Anna") && !run.messages.contains("Bert"))
        #expect(try records("people").output.split(separator: "\n").count == 2)
    }

    /// The events of a test as `aloud test --events` prints them.
    private func printed(
        _ answers: String, chart: String = "1", into records: String? = nil
    ) throws -> [String] {
        let place = records.map { ["--records", folder.file($0)] } ?? ["--no-records"]
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--chart", chart, "--events"] + place, input: answers)
        try #require(run.status == 0, "\(run.messages)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test("events of a test are imported once, and not into the records that kept it")
    func events() throws {
        let texts = try printed("N C K Z O\nI can't see any\n", into: "a.db")
        try folder.write(texts.joined(separator: "\n") + "\n", to: "e.jsonl")
        let own = try records("import", folder.file("e.jsonl"), "--person", "T2")
        #expect(own.status == 1 && own.messages.contains("Added 0 tests"), "\(own.messages)")
        // The test is of nobody there.
        #expect(own.messages.contains("e.jsonl:"))
        let id = try #require(own.messages.firstMatch(of: #/records amend (\S+) --to-person ID/#)).1
        let moved = try records("amend", String(id), "--to-person", "T2", "--reason", "theirs")
        #expect(moved.status == 0, "\(moved.messages)")
        let again = try records("import", folder.file("e.jsonl"), "--person", "T2")
        #expect(again.status == 0 && again.messages.contains("1 test had been"))
        let same = try records("import", folder.file("e.jsonl"))
        #expect(same.status == 0 && same.messages.contains("1 test had been"), "\(same.messages)")
        let other = ["ALOUD_RECORDS": folder.file("b.db")]
        for added in ["Added 1 test;", "Added 0 tests; 1 test"] {
            let run = try AloudBinary.run(
                ["records", "import", folder.file("e.jsonl")], variables: other)
            #expect(run.status == 0 && run.messages.contains(added), "\(run.messages)")
        }
        #expect(try AloudBinary.run(["records", "verify"], variables: other).status == 0)
    }

    @Test("events of a killed test do not join the next one") func killed() throws {
        let killed = try printed("N C K Z O\nR H S D K\nI can't see any\n")
        let whole = try printed("N C K Z O\nI can't see any\n")
        let second = try #require(killed.lastIndex { $0.contains("\"event\":\"present\"") })
        try importsOnly(whole, of: Array(killed[...second]) + whole)
    }

    @Test(
        "events of a test killed in its first line do not join the next one",
        arguments: ["1", "random"])
    func killedAtOnce(chart: String) throws {
        let answer = "I can't see any\n"
        let (killed, whole) = (
            try printed(answer, chart: chart), try printed(answer, chart: chart)
        )
        // The letters and an answer.
        try importsOnly(whole, of: Array(killed.prefix(2)) + whole)
    }

    /// Imports the events of a test without a result and of a whole one.
    private func importsOnly(_ whole: [String], of texts: [String]) throws {
        struct Kept: Decodable {
            struct Event: Decodable { var text: String }
            struct Test: Decodable { var id: String }

            var test: Test
            var events: [Event]
        }
        try folder.write(texts.joined(separator: "\n") + "\n", to: "e.jsonl")
        let run = try records("import", folder.file("e.jsonl"))
        #expect(run.status == 1 && run.messages.contains("Added 1 test;"), "\(run.messages)")
        #expect(run.messages.contains("has 1 test without a result"))
        let test = try #require(try records("list", "--json").lines(Kept.Test.self).first)
        let shown = try records("show", test.id, "--json").lines(Kept.self)
        #expect(shown.first?.events.map(\.text) == whole)
    }

    // FrACT10.

    private func fract(_ eye: String, _ time: String = "2026-02-03\ttimeOfRunStart\t14:05:09")
        -> String
    {
        "vsExpFormat\t6\tvsFrACT\t2026-08-11\tdecimalMark\t,\tID\tF77\teyeCondition\t\(eye)"
            + "\tdateOfRunStart\t\(time)\ttestName\tAcuity_Letters\tresultValue\t0,123\tresultUnit"
            + "\tLogMAR\tdistanceInCm\t399,0\tnTrials\t24\trangeLimitStatus\trangeOK"
    }

    @Test("lines of FrACT10 may end in CR, CR LF or LF", arguments: ["\r", "\r\n", "\n"])
    func ends(end: String) throws {
        try folder.write(fract("OD") + end + fract("OS") + end, to: "f.txt")
        let run = try records("import", folder.file("f.txt"))
        #expect(run.status == 0 && run.messages.contains("Added 2 tests"), "\(run.messages)")
    }

    @Test("the trials of a full history are skipped") func history() throws {
        let trials =
            "trial\tvalue\tchoicePresented\tchoiceResponded\tcorrect\treactionTimeInMs\r\n"
            + (1...6).map { "\($0)\t0,\($0)00\t\($0)\t\($0)\ttrue\t900\r\n" }.joined()
        try folder.write(fract("OD") + "\r\n" + trials + fract("OS") + "\r\n" + trials, to: "f.txt")
        let run = try records("import", folder.file("f.txt"))
        #expect(run.status == 0 && run.messages.contains("Added 2 tests"), "\(run.messages)")
    }

    @Test(
        "a time near a change of the clocks has the offset of its own hour",
        arguments: [
            ("Australia/Sydney", "2026-10-03", "17:00:00", "17:00:00.000+10:00"),
            ("Australia/Sydney", "2026-10-04", "17:00:00", "17:00:00.000+11:00"),
            ("Australia/Sydney", "2026-04-05", "01:30:00", "01:30:00.000+11:00"),
            ("Europe/Berlin", "2026-03-29", "01:59:00", "01:59:00.000+01:00"),
            ("Europe/Berlin", "2026-03-29", "03:00:00", "03:00:00.000+02:00"),
            ("America/New_York", "2026-03-08", "01:30:00", "01:30:00.000-05:00"),
            ("America/New_York", "2026-03-07", "22:00:00", "22:00:00.000-05:00"),
        ])
    func zones(zone: String, day: String, time: String, expected: String) throws {
        try folder.write(fract("OD", "\(day)\ttimeOfRunStart\t\(time)") + "\r\n", to: "f.txt")
        let run = try records("import", folder.file("f.txt"), variables: ["TZ": zone])
        #expect(run.status == 0, "\(run.messages)")
        #expect(
            try records("list", "--json").lines(Kept.self).map(\.began) == ["\(day)T\(expected)"])
    }
}

import Acuity
import CommandLineKit
import Exam
import Foundation
import Recognition
import RecordStore
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import aloud

/// A trial from its protocol to its locked data, with the real program, over its pages.
@Suite("aloud trial", .listening)
struct TrialCommandTests {
    private let folder: TemporaryFolder
    private let variables: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        variables = [
            "ALOUD_RECORDS": folder.file("trial.db"), "XDG_DATA_HOME": folder.file("data"),
        ]
    }

    private func aloud(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(words, variables: variables)
    }

    /// Answers to chart 1: a number of lines without a fault, then none of the next one.
    private static func answers(lines: Int) -> String {
        let chart = ["N C K Z O", "R H S D K", "D O V H R", "C Z R H S"]
        return chart.prefix(lines).joined(separator: "\n") + "\ncant see any\n"
    }

    /// A protocol at 4 m, of chart 1 or another procedure, in force in the records, with a subject.
    private func activate(
        masked: Bool, certificates: [String], procedure: String = "etdrs"
    ) throws {
        let file = folder.file("protocol.json")
        #expect(try aloud("trial", "new", "XYZ-301", file).status == 0)
        var whole = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: folder.url("protocol.json")))
                as? [String: Any])
        var rules = whole.part("protocol")
        rules["procedure"] = procedure
        rules["distance"] = 4
        if procedure == "etdrs" { rules["chart"] = "1" }
        rules["masked"] = masked
        // The same arm in each run.
        rules["randomisation"] = rules.part("randomisation").merging(["seed": 42]) { _, new in new }
        rules["certificates"] = certificates
        rules["deviations"] = ["answers-by-hand": "record"]
        if !masked { rules["screenDays"] = nil }
        whole["protocol"] = rules
        try JSONSerialization.data(withJSONObject: whole).write(to: folder.url("protocol.json"))
        let unsigned = try aloud("trial", "activate", file)
        #expect(unsigned.status == 1 && unsigned.messages.contains("'aloud trial sign"))
        let key = try aloud(
            "trial", "sign", file, "--key", folder.file("sponsor.key"), "--name", "A. Example")
        try #require(key.status == 0, "\(key.messages)")
        let unknown = try aloud("trial", "activate", file)
        #expect(unknown.status == 1 && unknown.messages.contains("--trust KEY"))
        let text = key.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try aloud("trial", "activate", file, "--trust", text).status == 0)
        #expect(try aloud("trial", "enrol", "XYZ-301", "012-0007").status == 0)
    }

    /// The messages before a signature of a test by somebody without an account, who is refused.
    private func signing(_ id: String) throws -> String {
        try folder.write("a password\n123456\n", to: "proof.txt")
        let run = try aloud(
            "records", "sign", id, "--meaning", "review", "--login", "nobody", "--proof-file",
            folder.file("proof.txt"))
        #expect(run.status == 1 && run.messages.contains("Signs this test"), "\(run.messages)")
        return run.messages
    }

    /// A test of the subject in the terminal.
    private func test(_ more: String...) throws -> AloudBinary.Run { try test(more) }

    private func test(_ more: [String]) throws -> AloudBinary.Run {
        try folder.write(Self.answers(lines: 3), to: "answers.txt")
        return try AloudBinary.run(
            [
                "test", "--trial", "XYZ-301", "--person", "012-0007", "--answers",
                folder.file("answers.txt"),
            ] + more, variables: variables)
    }

    @Test("each departure from the protocol is refused with the way out") func refused() throws {
        try activate(masked: false, certificates: ["examiner"])
        let option = try test("--correction", "glasses", "--procedure", "e-etdrs")
        #expect(option.status == 64 && option.messages.contains("leave out '--procedure'"))
        let visit = try test("--correction", "glasses", "--visit", "WEEK9")
        #expect(visit.status == 1 && visit.messages.contains("BASELINE, WEEK4, WEEK12"))
        let correction = try test("--correction", "none")
        #expect(correction.messages.contains("the protocol has glasses"))
        #expect(correction.messages.contains("The examiner is not named"))
        #expect(correction.status == 1)
        let until = ["--until", "2099-01-01"]
        #expect(
            try AloudBinary.run(
                ["trial", "certify", "XYZ-301", "examiner", "B"] + until, variables: variables
            ).status == 0)
        let reason = try test("--correction", "glasses", "--examiner", "B")
        #expect(reason.status == 1 && reason.messages.contains("answers-by-hand=WORDS"))
        let kept = try test(
            "--correction", "glasses", "--examiner", "B", "--deviation",
            "answers-by-hand=a dry run")
        #expect(kept.status == 0, "\(kept.messages)")
        // The trail has each refusal, and no message names the subject.
        let trail = try aloud("records", "trail").output
        #expect(trail.components(separatedBy: "refuseTrial").count == 4)
        #expect(!correction.messages.contains("012-0007"))
        #expect(
            try aloud("trial", "deviations", "XYZ-301").output.contains("a dry run"))
        #expect(try aloud("records", "verify").status == 0)
    }

    /// The exam of the protocol, on a machine with a configuration and, if given, a profile.
    private func exam(
        _ configuration: String, profile: HearingProfile? = nil
    ) throws -> ExamConfiguration {
        let file = try folder.write(configuration, to: "aloud.conf")
        let console = Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            variables: variables, executable: AloudBinary.url.path)
        let environment = CommandEnvironment(console: console, instruments: .absent) {
            .aloud(with: .absent)
        }
        let arguments = try ParsedArguments(
            ["--trial", "XYZ-301", "--config", file], for: TestCommand.verb,
            among: [TestCommand.verb], in: console)
        var exam = try ExamOptions.configuration(
            arguments, warmsUp: true, hasPage: true, in: environment)
        #expect(exam.warmsUp)
        if case .voice(let source, var hearing) = exam.answers {
            hearing.profile = profile
            exam.answers = .voice(source, hearing)
        }
        let opened = try OpenRecords(folder.file("trial.db"), in: environment)
        defer { opened.close() }
        try TrialOptions.apply(
            arguments, to: &exam, in: opened, events: false, isInTerminal: false,
            isOfOnePerson: true, environment: environment)
        return exam
    }

    @Test("the configuration does not change the hearing of a trial") func hearing() throws {
        try activate(masked: false, certificates: [])
        let path = "Tests/Hearing/RecognitionTests/Profiles/without-rules"
        let profile = try HearingProfile(
            contentsOf: Checkout.root.appending(path: path).path()
        ) { "\(try Data(contentsOf: URL(filePath: $0)).count)" }
        for configuration in ["wrong-at-most = 5%\n", "accept = 0.2\n"] {
            let exam = try exam(configuration, profile: profile)
            guard case .voice(_, let hearing) = exam.answers else {
                Issue.record("The answers are not spoken.")
                return
            }
            #expect(hearing.acceptance == .usual && hearing.profile == nil)
            #expect(exam.warmsUp)
        }
    }

    @Test("a trial of directions has no warm-up, which is for letters") func warmUp() throws {
        try activate(masked: false, certificates: [], procedure: "tumbling-e")
        #expect(try !exam("").warmsUp)
    }

    @Test("a trial refuses to begin a test after the clock was set back") func clock() throws {
        try activate(masked: false, certificates: [])
        let options = ["--correction", "glasses", "--deviation", "answers-by-hand=a dry run"]
        #expect(try test(options).status == 0)
        // The same test of a later year, a leap year, is what the clock was set back from.
        let lines = try aloud("records", "export").output.split(separator: "\n")
        let later = lines.map(String.init).map { line in
            line.hasPrefix("{\"events\"")
                ? line.replacing(#/"20[0-9]{2}-/#, with: "\"2096-")
                    .replacing(#/"id":"[0-9a-f]{8}-/#, with: "\"id\":\"ffffffff-") : line
        }
        try folder.write(later.dropLast().joined(separator: "\n"), to: "later.jsonl")
        let added = try aloud("records", "import", folder.file("later.jsonl"))
        try #require(added.status == 0, "\(added.messages)")
        let refused = try test(options)
        #expect(refused.status == 1)
        #expect(
            refused.messages.contains(
                "earlier than the last test in the records. Correct the clock"))
        // A test that is declared a mistake does not count.
        let list = try aloud("records", "list").output
        let id = try TrialLane.part(#/(ffffffff-[0-9a-f-]{27})/#, of: list)
        #expect(try aloud("records", "amend", id, "--void", "--reason", "its clock").status == 0)
        #expect(try !test(options).messages.contains("earlier than the last test"))
    }

    @Test("each test of a trial has the order of its own eye") func orders() throws {
        struct Kept: Decodable {
            struct Circumstances: Decodable {
                struct Order: Decodable { var accession: String? }
                var order: Order?
            }
            struct Record: Decodable {
                struct Setup: Decodable { var eye: String }
                var setup: Setup
            }
            var circumstances: Circumstances
            var record: Record
        }
        try activate(masked: false, certificates: [])
        let console = Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            variables: variables)
        let opened = try OpenRecords(
            folder.file("trial.db"),
            in: CommandEnvironment(console: console, instruments: .absent) {
                .aloud(with: .absent)
            })
        let subject = try #require(try opened.store.person(withID: "012-0007"))
        for eye in [Eye.right, .left] {
            var order = Order(peer: "ris")
            order.accession = "for \(eye.rawValue)"
            order.eyes = [eye]
            try opened.store.expect(
                [ExpectedPerson(person: subject.key, order: order)], on: Moment(Date()).day,
                by: Author("tester"))
        }
        opened.close()
        for _ in 1...2 {
            let run = try test(
                "--correction", "glasses", "--deviation", "answers-by-hand=a dry run")
            #expect(run.status == 0, "\(run.messages)")
        }
        let kept = try aloud("records", "list", "--json").lines(Kept.self)
        #expect(Set(kept.map(\.record.setup.eye)) == ["right", "left"])
        for test in kept {
            #expect(test.circumstances.order?.accession == "for \(test.record.setup.eye)")
        }
    }

    @Test(
        "a masked subject is tested, exported and locked, and nobody sees the result",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func masked() throws {
        try activate(masked: true, certificates: [])
        let terminal = try test("--correction", "glasses")
        #expect(terminal.status == 64 && terminal.messages.contains("masks the results"))
        // Both eyes, three lines each.
        try folder.write(
            Self.answers(lines: 3) + Self.answers(lines: 3), to: "answers.txt")
        let lane = try RunningAloud(
            [
                "serve", "--trial", "XYZ-301", "--port", "0", "--voice", "off", "--no-warm-up",
                "--operator", "--answers", folder.file("answers.txt"),
            ], variables: variables)
        defer { lane.signal(SIGTERM) }
        let begun = try TrialLane(on: lane, in: folder)
        defer { begun.end() }
        let (page, key) = (begun.page, begun.key)
        // The lane tests both eyes of the arm at the distance of the protocol.
        for eye in ["\"eye\":\"right\"", "\"eye\":\"left\""] { try lane.wait(for: eye) }
        #expect(lane.text.contains("\"masked\":true") && lane.text.contains("\"distance\":4"))
        let id = try TrialLane.part(
            #/([0-9a-f]{8}-[0-9a-f-]{27})/#, of: aloud("records", "list").output)
        let seen = [
            lane.text, try aloud("records", "list").output,
            try aloud("records", "show", id).output,
            try aloud("records", "show", "--person", "012-0007").output,
            try aloud("records", "show", "--person", "012-0007", "--json").output,
            try aloud("records", "export", "--format", "csv-letters").output,
            try page.send("GET", "/api/v1/tests/\(id)", key: key),
            try String(contentsOf: folder.url("operator.txt"), encoding: .utf8),
            try signing(id),
        ]
        for (number, text) in seen.enumerated() {
            for secret in ["20/125", "0.8,", "\"0.80\"", "RHSDK", "D O V", "logMAR 0"] {
                #expect(!text.contains(secret), "\(secret) in place \(number)")
            }
        }
        // Each of the two rows has the result as found and in standard form.
        let study = try aloud("trial", "export", "XYZ-301", "--format", "oe")
        #expect(study.output.components(separatedBy: ",0.80,logMAR,").count == 5)
        let early = try aloud("trial", "lock", "XYZ-301", "--reason", "the end")
        #expect(early.status == 1 && early.messages.contains("without a reason"))
        for line in try aloud("records", "list", "--json").output.split(separator: "\n") {
            let test = try TrialLane.part(#/"id":"([^"]*)"/#, of: String(line))
            #expect(
                try aloud("trial", "explain", test, "answers-by-hand", "--reason", "a dry run")
                    .status == 0)
        }
        #expect(try aloud("trial", "lock", "XYZ-301", "--reason", "the end").status == 0)
        let late = try aloud("records", "amend", id, "--void", "--reason", "a mistake")
        #expect(late.status == 1 && late.messages.contains("aloud trial unlock"))
        let odm = try aloud("trial", "export", "XYZ-301").output
        #expect(odm.contains("<AuditRecord") && odm.contains("Value=\"a dry run\""))
        #expect(try aloud("records", "verify").status == 0)
    }

    /// Everything that a site can read while a masked lane runs, is frozen, was killed, and has tested
    /// the subject in the end, by the moment and the place.
    ///
    /// - Parameter lines: how many lines the subject reads before the lane is frozen.
    private func readable(lines: Int) throws -> [String: String] {
        try activate(masked: true, certificates: [])
        func serve() throws -> RunningAloud {
            try RunningAloud(
                [
                    "serve", "--trial", "XYZ-301", "--port", "0", "--voice", "off", "--no-warm-up",
                    "--operator", "--answers", "-",
                ], variables: variables)
        }
        var found: [String: String] = [:]
        func look(_ moment: String) throws {
            let list = try aloud("records", "list")
            let id = try TrialLane.part(#/([0-9a-f]{8}-[0-9a-f-]{27})/#, of: list.output)
            for words in [
                ["list"], ["list", "--json"], ["show", id], ["show", id, "--json"],
                ["show", "--person", "012-0007"], ["trail"], ["verify"], ["export"],
                ["export", "--format", "csv"], ["export", "--format", "csv-letters"],
                ["export", "--format", "fhir"], ["export", "--format", "redcap"],
            ].prefix(moment == "running" ? 4 : 12) {
                let run = try AloudBinary.run(["records"] + words, variables: variables)
                let name = "\(moment): \(words.joined(separator: " ").replacing(id, with: "ID"))"
                found[name] = run.output + run.messages
            }
            if moment != "running" { found["\(moment): sign"] = try signing(id) }
            for words in [["list"], ["show", "XYZ-301"], ["deviations", "XYZ-301"]] {
                let run = try AloudBinary.run(["trial"] + words, variables: variables)
                found["\(moment): trial \(words)"] = run.output + run.messages
            }
        }
        let lane = try serve()
        let begun = try TrialLane(on: lane, in: folder)
        let answers = Self.answers(lines: lines).split(separator: "\n").dropLast()
        lane.write(Data((answers.joined(separator: "\n") + "\n").utf8), ends: false)
        try begun.wait(forLines: lines + 1)
        lane.signal(SIGSTOP)
        let frozen = try aloud("records", "list")
        #expect(frozen.status == 1 && frozen.output.isEmpty)
        #expect(frozen.messages.contains("is paused. Continue it, or end it."))
        lane.signal(SIGCONT)
        try look("running")
        lane.signal(SIGKILL)
        let killed = try lane.end()
        begun.end()
        try look("killed")
        let next = try serve()
        let again = try TrialLane(on: next, in: folder)
        defer { again.end() }
        let both = Self.answers(lines: lines) + Self.answers(lines: lines)
        next.write(Data(both.utf8), ends: false)
        for eye in ["\"eye\":\"right\"", "\"eye\":\"left\""] { try next.wait(for: eye) }
        try look("tested")
        next.signal(SIGTERM)
        let ended = try next.end()
        found["lanes"] = killed.output + killed.messages + ended.output + ended.messages
        return found.mapValues { text in
            // Digests, identifiers, seals, seeds, times and versions differ by nature; so does a PDF,
            // whose page the tests of masked records compare.
            text.replacing(#/"data":"[^"]*"/#, with: "PDF").replacing(#/[0-9a-f-]{12,}/#, with: "X")
                .replacing(#/[0-9a-f]{8}:X/#, with: "X")
                .replacing(#/[0-9]+([:.T-][0-9]+)+/#, with: "T").replacing(#/ +/#, with: " ")
        }
    }

    @Test("a resumed test keeps the overrides and the deviations from before the break")
    func resumed() throws {
        struct Kept: Decodable {
            struct Result: Decodable { var overrides: Int }

            var id: String
            var state: String
            var record: Result
        }
        try activate(masked: false, certificates: [])
        func serve() throws -> RunningAloud {
            try RunningAloud(
                [
                    "serve", "--trial", "XYZ-301", "--port", "0", "--voice", "off", "--no-warm-up",
                    "--operator", "--events", "--answers", "-",
                ], variables: variables)
        }
        let lane = try serve()
        let begun = try TrialLane(on: lane, in: folder)
        try begun.wait(forLines: 1)
        try begun.override(line: 1, position: 4)
        try lane.wait(for: "\"event\":\"override\"")
        lane.write(Data("N C K Z\nR H S D K\n".utf8), ends: false)
        try begun.wait(forLines: 3)
        lane.signal(SIGKILL)
        _ = try lane.end()
        begun.end()
        let cut = try #require(
            try aloud("records", "list", "--json").lines(Kept.self).first)
        #expect(cut.state == "interrupted" && cut.record.overrides == 1)
        let next = try serve()
        let again = try TrialLane(on: next, in: folder, resuming: cut.id)
        next.write(Data("D O V H R\ncant see any\n".utf8), ends: false)
        try next.wait(for: "\"event\":\"result\"")
        next.signal(SIGTERM)
        _ = try next.end()
        again.end()
        let kept = try aloud("records", "list", "--json").lines(Kept.self)
        // The list begins with the latest test, which may be that of the other eye.
        let whole = try #require(kept.last { $0.state == "finished" })
        #expect(whole.record.overrides == 1)
        let deviations = try aloud("trial", "deviations", "XYZ-301").output.split(separator: "\n")
        func has(_ id: String, _ code: String) -> Bool {
            deviations.contains { $0.contains(id) && $0.contains(code) }
        }
        #expect(has(cut.id, "override") && has(cut.id, "test-aborted"))
        #expect(has(whole.id, "override") && !has(whole.id, "test-aborted"))
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("a masked lane that is frozen, killed and restarted reveals no score", .long)
    func killed() throws {
        let well = try readable(lines: 3)
        let badly = try TrialCommandTests().readable(lines: 1)
        #expect(well.count == badly.count && well.count > 30)
        for (place, text) in well { #expect(badly[place] == text, "\(place)") }
        let deviations = try #require(well["killed: trial [\"deviations\", \"XYZ-301\"]"])
        #expect(deviations.contains("test-aborted"))
    }
}

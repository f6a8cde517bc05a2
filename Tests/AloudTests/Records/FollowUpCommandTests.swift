import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud records follow and due", .listening)
struct FollowUpCommandTests {
    private let folder: TemporaryFolder

    /// A person without a test.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "none.jsonl")
        #expect(
            try aloud("records", "import", folder.file("none.jsonl"), "--person", "17").status == 0)
    }

    private func aloud(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
    }

    @Test("a plan and a condition are kept, and the test is due") func due() throws {
        #expect(try aloud("records", "due").messages.contains("No test is due"))
        let chosen = try aloud(
            "records", "follow", "--person", "17", "--right", "late-amd", "--plan", "weekly",
            "--from", "2026-01-01")
        #expect(chosen.status == 0, "\(chosen.messages)")
        #expect(
            chosen.output == """
                Right eye: limits for: late AMD.
                Left eye: limits for: healthy eye.
                Tests are due every 7 days from 2026-01-01.

                """)
        let due = try aloud("records", "due")
        #expect(due.output.contains("2026-01-01") && due.output.contains("late, "))
        #expect(try aloud("records", "due", "--json").output.contains("\"isLate\":true"))
        let ended = try aloud("records", "follow", "--person", "17", "--no-plan")
        #expect(ended.output.contains("late AMD") && ended.output.contains("No tests are planned."))
        #expect(try aloud("records", "due").output.isEmpty)
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("each eye has its own baseline day, which can be removed")
    func newBaseline() throws {
        let follow = ["records", "follow", "--person", "17"]
        func run(_ words: String...) throws -> AloudBinary.Run {
            try AloudBinary.run(follow + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
        }
        let chosen = try run("--left-from", "2026-05-04", "--right", "amd")
        #expect(
            chosen.output.contains(
                "Left eye: limits for: healthy eye. New baseline from 2026-05-04."))
        #expect(chosen.output.contains("Right eye: limits for: AMD.\n"))
        #expect(try run("--left-from", "May").messages.contains("or 'first'"))
        #expect(!(try run("--left-from", "first").output.contains("New baseline")))
        #expect(try aloud("records", "verify").status == 0)
    }

    @Test("a plan without its end, or days without a plan, is refused") func refused() throws {
        let follow = ["records", "follow", "--person", "17"]
        func run(_ words: String...) throws -> AloudBinary.Run {
            try AloudBinary.run(follow + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
        }
        #expect(try run("--plan", "after-treatment").messages.contains("requires the day"))
        #expect(try run("--until", "2026-01-01").messages.contains("add '--plan'"))
        #expect(try run("--plan", "weekly", "--no-plan").messages.contains("exclude each other"))
        #expect(try run("--right", "ill").messages.contains("'late-amd'"))
        #expect(try aloud("records", "follow").messages.contains("'--person ID'"))
    }

    @Test("the table of next steps is printed; a copy that lacks a row is refused")
    func nextSteps() throws {
        let table = try aloud("config", "next-steps")
        #expect(table.status == 0 && table.output.contains("not advice by the program"))
        let file = folder.file("steps.txt")
        try folder.write(table.output, to: "steps.txt")
        #expect(try aloud("config", "next-steps", file).status == 0)
        let none = try aloud("config", "next-steps", folder.file("none.txt"))
        #expect(none.status == 1 && none.messages.contains("there is no such file"))
        let lines = table.output.split(separator: "\n", omittingEmptySubsequences: false)
        let cut = lines.filter {
            !$0.hasPrefix("better") || $0.hasSuffix("Termin in Ihrer Augenpraxis.")
        }
        try folder.write(cut.joined(separator: "\n"), to: "steps.txt")
        let heading = try #require(cut.firstIndex(of: "[en]")) + 1
        let refused = try aloud("records", "export", "--format", "csv", "--next-steps", file)
        #expect(refused.status == 1)
        #expect(
            refused.messages.contains("\(file):\(heading): [en] lacks a row for 'better good one"))
    }

    @Test("an alert's address must be encrypted, and needs records") func alertAddress() throws {
        let secret = folder.file("alert.secret")
        let test = ["test", "--answers", "-", "--alert-secret", secret]
        func run(_ words: String...) throws -> AloudBinary.Run {
            try AloudBinary.run(test + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
        }
        #expect(try run().messages.contains("no effect without '--alert-webhook'"))
        let open = try run("--alert-webhook", "http://clinic.example/a")
        #expect(open.messages.contains("give an address of 'https'"))
        let named = try run("--alert-webhook", "https://user:password@clinic.example/a")
        #expect(named.messages.contains("'--alert-secret'"))
        #expect(!FileManager.default.fileExists(atPath: secret))
        let none = try run("--alert-webhook", "https://clinic.example/a", "--no-records")
        #expect(none.messages.contains("no effect without records"))
    }
}

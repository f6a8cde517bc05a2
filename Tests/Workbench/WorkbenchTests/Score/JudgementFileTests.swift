import Foundation
import Testing

@testable import ChartScoring

@Suite("The file of verdicts", .timeLimit(.minutes(1)))
struct JudgementFileTests {
    /// A line from before there were versions.
    private let former = """
        {"decides":false,"end":2.5,"line":1,"note":"","place":2,"reader":"A","record":"r1",\
        "sawLetter":false,"start":2.0,"time":"2026-01-31T14:05:09Z","verdict":"C"}
        """

    private func judgements(_ text: String) throws -> Judgements {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: "judgements.jsonl"))
        return try ScoreFolder(folder.path).judgements()
    }

    @Test("older lines are read, and new ones have a version") func formerLines() throws {
        let read = try judgements(self.former + "\n").all
        #expect(read.count == 1 && read[0].verdict == "C" && read[0].version == nil)
        var new = read[0]
        new.version = Judgement.currentVersion
        let text = String(decoding: try JSONEncoder().encode(new), as: UTF8.self)
        #expect(text.contains(#""version":1"#))
    }

    @Test("lines of a newer Aloud are refused") func newer() {
        let text = former.replacing("{", with: #"{"version":2,"#) + "\n"
        #expect(throws: NewerJudgements.self) { try judgements(text) }
        #expect(throws: DamagedJudgements.self) { try judgements("{}\n") }
    }
}

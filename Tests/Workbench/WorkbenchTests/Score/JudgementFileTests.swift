import Acuity
import Foundation
import Testing

@testable import ChartScoring

@Suite("The file of verdicts", .timeLimit(.minutes(1)))
struct JudgementFileTests {
    private let line = """
        {"decides":false,"end":2.5,"line":1,"note":"","place":2,"reader":"A","record":"r1",\
        "sawLetter":false,"start":2.0,"time":"2026-01-31T14:05:09Z","verdict":"C","version":1}
        """

    private static func judgement(
        _ verdict: String, by reader: String = "A", decides: Bool = false, sound: String? = nil
    ) -> Judgement {
        Judgement(
            record: "r1", line: 1, place: 2, start: 2, end: 2.5, reader: reader, verdict: verdict,
            note: "", sawLetter: false, decides: decides, time: "2026-01-31T14:05:09Z",
            sound: sound)
    }

    private func judgements(_ text: String) throws -> Judgements {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: "judgements.jsonl"))
        return try ScoreFolder(folder.path).judgements()
    }

    @Test("a verdict is read back, and written with the version of its format") func versions()
        throws
    {
        let read = try judgements(line + "\n").all
        #expect(read.count == 1 && read[0].verdict == "C")
        let text = String(decoding: try JSONEncoder().encode(read[0]), as: UTF8.self)
        #expect(text.contains(#""version":1"#))
    }

    @Test("lines of a newer Aloud are refused") func newer() {
        let text = line.replacing(#""version":1"#, with: #""version":2"#) + "\n"
        #expect(throws: NewerJudgements.self) { try judgements(text) }
        #expect(throws: DamagedJudgements.self) { try judgements("{}\n") }
        let unversioned = line.replacing(#","version":1"#, with: "") + "\n"
        #expect(throws: DamagedJudgements.self) { try judgements(unversioned) }
    }

    @Test("a verdict is not of another sound that has the same record") func otherSound() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.wav")
        try Data("one".utf8).write(to: file)
        var recording = ChartRecording(
            record: "r1", person: "a", eye: .right, chartName: "1", chart: Chart(.one),
            distance: .fourMetres, designed: .fourMetres, stop: .noneRight, file: file.path,
            channel: nil, examiner: nil, start: 0, end: nil, line: 2)
        let sound = try #require(recording.sound)
        let all = Judgements([Self.judgement("C", sound: sound), Self.judgement("D")])
        func verdicts() -> [String] { all.on([recording]).all.map(\.verdict) }
        #expect(verdicts() == ["C", "D"])
        recording.channel = 2
        #expect(verdicts() == ["D"])
        recording.channel = nil
        try Data("two".utf8).write(to: file)
        #expect(verdicts() == ["D"])
        recording.record = "r2"
        #expect(verdicts().isEmpty)
    }

    /// The result for the second letter of chart 1, which was unclear.
    private func result(_ judgements: [Judgement]) -> ReadLetter {
        let heard = HeardChart(
            answers: ["N", "C", "K", "Z", "O"].enumerated().map {
                HeardChart.TimedAnswer(
                    said: $1, heard: "", confidence: 1, presence: 1, letters: [$1: 1],
                    start: Double($0), end: Double($0) + 0.4)
            }, speech: [], duration: 9, missing: nil)
        var read = ReadChart(heard, chart: Chart(.one), counting: .last)
        read.letters[1].outcome = .unclear
        read.letters[1].time = 2...2.5
        return Judgements(judgements).applied(to: read, of: "r1").letters[1]
    }

    @Test("the latest decision counts, whatever the names of those who decide")
    func decisions() {
        let differ = [Self.judgement("C", by: "A"), Self.judgement("D", by: "B")]
        #expect(result(differ).isDisputed)
        let right = Self.judgement("C", by: "Y", decides: true)
        let wrong = Self.judgement("D", by: "Z", decides: true)
        let first = result(differ + [wrong, right])
        #expect(first.outcome == .right && first.judges == ["Y"])
        let second = result(differ + [right, wrong])
        #expect(second.outcome == .wrong && second.judges == ["Z"])
        // A changed mind is a later decision.
        #expect(result(differ + [right, wrong, right]).judges == ["Y"])
        // A later verdict of a reader who does not decide changes nothing.
        #expect(result([right] + differ).judges == ["Y"])
    }

    @Test("readers who judge at the same time lose no verdict") func together() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let scores = try ScoreFolder(folder.path)
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            try? scores.add(Self.judgement("\(index)"))
        }
        #expect(try Set(scores.judgements().all.map(\.verdict)) == Set((0..<200).map { "\($0)" }))
    }
}

import Foundation
import Testing

@testable import Evaluation
@testable import Tuning

/// The recordings of twelve people: a tuning must not mix training and final ones.
@Suite(.timeLimit(.minutes(1))) struct TuningSpeakersTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "aloud-speakers-\(UUID().uuidString)")

    private var manifest: String { folder.path() + "/manifest.tsv" }

    private func rows(sex: (Int) -> String = { $0 < 6 ? "female" : "male" }) -> [ReferenceRow] {
        (0..<12).map { number in
            var row = ReferenceRow(
                path: "\(number).wav", transcript: ["I"], speaker: "s\(number)", set: "",
                line: number + 1)
            row.groups = ["sex": sex(number)]
            return row
        }
    }

    private func write(_ text: String, to row: ReferenceRow) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: row.file(of: manifest), atomically: true, encoding: .utf8)
    }

    private func deciding(_ rows: [ReferenceRow], _ options: [String] = ["a"]) throws -> String {
        TuningRun.deciding(
            rows, of: manifest, try SpeakerSplit(rows, seed: 1), options: options)
    }

    @Test("a corrected group that moves speakers between the parts begins a new tuning")
    func movedSpeakers() throws {
        let before = rows()
        let after = rows { $0.isMultiple(of: 2) ? "female" : "male" }
        let finals = try [before, after].map { try SpeakerSplit($0, seed: 1).speakers(.final) }
        #expect(finals[0] != finals[1])
        #expect(try deciding(before) == deciding(before))
        #expect(try deciding(before) != deciding(after))
        #expect(try deciding(before) != deciding(before, ["b"]))
    }

    @Test("talk and a recording that is recorded again begin a new tuning")
    func otherRecordings() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let rows = rows()
        let split = try SpeakerSplit(rows, seed: 1)
        let before = try deciding(rows)
        var talk = rows
        for index in talk.indices { talk[index].isTalk = true }
        #expect(try deciding(talk) != before)
        // The final recordings are not heard, so they may be missing during the tuning.
        let final = try #require(rows.first { split.parts[$0.speaker] == .final })
        try write("sound", to: final)
        #expect(try deciding(rows) == before)
        let train = try #require(rows.first { split.parts[$0.speaker] == .train })
        try write("sound", to: train)
        #expect(try deciding(rows) != before)
    }

    @Test("a final recording that is missing stops a proof before it counts")
    func missing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let rows = rows()
        let split = try SpeakerSplit(rows, seed: 1)
        let finals = rows.filter { split.parts[$0.speaker] == .final }
        for row in finals.dropLast() { try write("sound", to: row) }
        let last = try #require(finals.last)
        let error = #expect(throws: (any Error).self) {
            try split.checkFinals(of: rows) { $0.file(of: manifest) }
        }
        let words = try #require(error.map { "\($0)" })
        #expect(words.contains("'\(last.file(of: manifest))' cannot be read"))
        try write("sound", to: last)
        try split.checkFinals(of: rows) { $0.file(of: manifest) }
    }

    @Test("a final recording that is also one of a training speaker is refused with both lines")
    func shared() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var rows = rows()
        let split = try SpeakerSplit(rows, seed: 1)
        for row in rows { try write("sound \(row.line)", to: row) }
        try split.checkUnshared(of: rows, in: manifest) { $0.file(of: manifest) }
        let final = try #require(rows.last { split.parts[$0.speaker] == .final })
        let train = try #require(rows.firstIndex { split.parts[$0.speaker] == .train })
        try write("sound \(final.line)", to: rows[train])
        let error = SharedRecording(
            manifest: manifest, line: final.line, other: rows[train].line)
        #expect(throws: error) {
            try split.checkUnshared(of: rows, in: manifest) { $0.file(of: manifest) }
        }
        // The same noise may be used for several speakers.
        rows[train].transcript = []
        try split.checkUnshared(of: rows, in: manifest) { $0.file(of: manifest) }
    }
}

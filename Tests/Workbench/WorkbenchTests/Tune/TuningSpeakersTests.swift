import Foundation
import Testing

@testable import Evaluation
@testable import Tuning

/// The recordings of twelve people, of which a tuning must not mix training and final ones.
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
        try write("sound", to: #require(rows.first { split.parts[$0.speaker] == .final }))
        #expect(try deciding(rows) == before)
        try write("sound", to: #require(rows.first { split.parts[$0.speaker] == .train }))
        #expect(try deciding(rows) != before)
    }
}

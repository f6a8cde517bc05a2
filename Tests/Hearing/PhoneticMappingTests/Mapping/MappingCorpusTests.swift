import Foundation
import PhoneticMapping
import Testing

/// Sentences that people read aloud (speechocean762), if the recordings are next to the
/// checkout.
@Suite("read sentences", .timeLimit(.minutes(1)))
struct MappingCorpusTests {
    private static let manifest = URL(filePath: MappingFolder.grammars)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/corpus/manifest.tsv").path()

    @Test(
        "sentences are not answers",
        .enabled(
            if: FileManager.default.fileExists(atPath: manifest),
            "needs the recordings' manifest at ../shared/corpus"))
    func sentences() throws {
        let mapper = try MappingFolder.mapper.get()
        let rows = try String(contentsOfFile: Self.manifest, encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: "\t") }
        let sentences = Set(rows.filter { $0.count > 3 && $0[3] == "readers" }.map { $0[1] })
        let answers = sentences.filter { mapper.line(for: $0.lowercased()) != "-" }
        print("read sentences taken for answers: \(answers.count) of \(sentences.count)")
        #expect(sentences.count > 200)
        #expect(answers.count * 50 <= sentences.count, "\(answers)")
    }
}

internal import Audio
internal import Foundation
internal import LetterSpeech
internal import Listening
internal import SoundFiles
internal import SphinxRecognizer

/// `letter-hearings GRAMMAR DICTIONARY MODEL MANIFEST`: what the recogniser hears in recordings,
/// with all that speaks for it, a line of JSON an answer; for fitting probabilities on.
///
/// A speaker's recordings are one session, learnt beforehand.
@main
struct LetterHearings {
    private struct Hearing: Encodable {
        var path: String
        var said: String
        var speaker: String
        var set: String
        var word: String
        var start: Double
        var end: Double
        var confidence: Double
        var fit: Double?
        var scores: [String: Double]
    }

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 4 else {
            FileHandle.standardError.write(
                Data("Usage: letter-hearings GRAMMAR DICTIONARY MODEL MANIFEST\n".utf8))
            exit(64)
        }
        func bytes(_ path: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: path)))
        }
        let grammar = try ListeningGrammar(
            bytes: bytes(words[0]), file: words[0],
            dictionary: PronunciationDictionary.load(bytes: bytes(words[1]), file: words[1]))
        let recognizer = try SphinxRecognizer(
            SphinxConfiguration(model: words[2], grammar: grammar))
        let manifest = URL(filePath: words[3])
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let rows = text.split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
            .filter { $0.count >= 3 && $0[0] != "path" }
        let encoder = JSONEncoder()
        for (speaker, theirs) in Dictionary(grouping: rows, by: { $0[2] })
            .sorted(by: { $0.key < $1.key })
        {
            recognizer.forgetSession()
            for row in theirs {
                try RecordingSpeech.segments(of: recording(row[0], manifest)) {
                    try recognizer.attune(to: $0.samples)
                }
            }
            for row in theirs {
                try RecordingSpeech.segments(of: recording(row[0], manifest)) { segment in
                    for word in try recognizer.hear(segment.samples, learning: false) {
                        let scores = word.scores.map { ($0.word, $0.nats) }
                        let hearing = Hearing(
                            path: row[0], said: row[1], speaker: speaker,
                            set: row.count > 3 ? row[3] : "", word: word.word,
                            start: word.time.lowerBound + segment.start - segment.lead,
                            end: word.time.upperBound + segment.start - segment.lead,
                            confidence: word.confidence, fit: word.fit,
                            scores: Dictionary(uniqueKeysWithValues: scores))
                        FileHandle.standardOutput.write(try encoder.encode(hearing) + [0x0A])
                    }
                }
            }
        }
    }

    private static func recording(_ path: String, _ manifest: URL) -> Recording {
        let full = URL(filePath: path, relativeTo: manifest.deletingLastPathComponent()).path
        return Recording(name: path) { try SoundFileSource(full) }
    }
}

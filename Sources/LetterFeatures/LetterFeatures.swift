internal import Audio
internal import Foundation
internal import LetterSpeech
internal import Listening
internal import SoundFiles
internal import SphinxRecognizer

/// `letter-features MANIFEST FOLDER`: writes the features of recordings as the recogniser has them
/// when it decodes, for training an acoustic model on (training/acoustic-model/build).
///
/// A speaker's recordings are one session, whose mean is learnt from all of them beforehand; with
/// `--each-alone` each recording is a session of its own. Beside the features stands the span of
/// the speech in each: `spans.tsv`, path, first and last second.
@main
struct LetterFeatures {
    static func main() {
        do { try run() } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let alone = words.contains("--each-alone")
        words.removeAll { $0 == "--each-alone" }
        guard words.count == 2 else {
            FileHandle.standardError.write(
                Data("Usage: letter-features [--each-alone] MANIFEST FOLDER\n".utf8))
            exit(64)
        }
        let manifest = URL(filePath: words[0])
        let output = URL(filePath: words[1], directoryHint: .isDirectory)
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else {
            throw UnreadableManifest(path: words[0])
        }
        let recognizer = try SphinxRecognizer(SphinxConfiguration(grammar: anyGrammar()))
        let rows = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
            .filter { $0.count >= 3 && $0[0] != "path" }
        var spans = ""
        for (_, theirs) in Dictionary(grouping: rows, by: { $0[2] }).sorted(by: { $0.key < $1.key })
        {
            let sessions = alone ? theirs.map { [$0] } : [theirs]
            for session in sessions {
                recognizer.forgetSession()
                for row in session {
                    var heard: [Double] = []
                    try RecordingSpeech.segments(of: recording(row[0], manifest)) { segment in
                        heard += [segment.start, segment.end]
                        try recognizer.attune(to: segment.samples)
                    }
                    if let first = heard.first, let last = heard.last {
                        spans += "\(row[0])\t\(first)\t\(last)\n"
                    }
                }
                for row in session {
                    let samples = try recording(row[0], manifest).readWhole()
                    let features = try recognizer.features(of: samples)
                    try write(features, to: output.appending(path: row[0] + ".mfc"))
                }
            }
        }
        try spans.write(
            to: output.appending(path: "spans.tsv"), atomically: true, encoding: .utf8)
    }

    private static func recording(_ path: String, _ manifest: URL) -> Recording {
        let full = URL(filePath: path, relativeTo: manifest.deletingLastPathComponent()).path
        return Recording(name: path) { try SoundFileSource(full) }
    }

    /// Writes a feature file of Sphinx: how many numbers, then the numbers, of 32 bits each.
    private static func write(_ values: [Float], to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var data = withUnsafeBytes(of: Int32(values.count)) { Data($0) }
        values.withUnsafeBytes { data.append(contentsOf: $0) }
        try data.write(to: file)
    }

    /// The recogniser wants something to listen for; the features do not depend on it.
    private static func anyGrammar() throws -> ListeningGrammar {
        let grammar = """
            #JSGF V1.0;
            grammar any;
            public <answers> = <answer>+;
            <answer> = <letter> | <command>;
            <letter> = oh;
            <command> = stop;

            """
        return try ListeningGrammar(
            bytes: Array(grammar.utf8), file: "any.gram",
            dictionary: PronunciationDictionary.load(
                bytes: Array("oh OW\nstop S T AA P\n".utf8), file: "any.dict"))
    }
}

/// A manifest that is missing, closed to this user, or no text.
private struct UnreadableManifest: Error, CustomStringConvertible {
    var path: String

    var description: String {
        "'\(path)' cannot be read as text. Give a table with tabs: path, transcript and speaker."
    }
}

import Acuity
import Audio
public import Foundation
public import Recognition
import SoundFiles

/// Recordings of people, which lie beside the checkout where they are at hand.
public enum Corpus {
    /// What a test that is left out without them says.
    public static let absence =
        "there are no recordings of people in ../shared/corpus, nor in $ALOUD_CORPUS"

    /// Their folder; `ALOUD_CORPUS` of the environment names another.
    public static let folder =
        ProcessInfo.processInfo.environment["ALOUD_CORPUS"].map { URL(filePath: $0) }
        ?? Checkout.root.deletingLastPathComponent().appending(path: "shared/corpus")

    /// The table of what is said in them.
    public static let manifest = folder.appending(path: "manifest.tsv").path()

    /// Whether they are there.
    public static var isAtHand: Bool { FileManager.default.fileExists(atPath: manifest) }

    /// A recording and what is said in it.
    public struct Item: Sendable {
        public var path: String
        public var transcript: String
        public var speaker: String

        /// As a recording that can be heard.
        public var recording: Recording {
            let full = Corpus.folder.appending(path: path).path()
            return Recording(name: path) { try SoundFileSource(full) }
        }
    }

    /// The recordings of a set, in the order of the table.
    public static func items(of set: String) throws -> [Item] {
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 3, fields[3] == set else { return nil }
            return Item(
                path: String(fields[0]), transcript: String(fields[1]),
                speaker: String(fields[2]))
        }
    }
}

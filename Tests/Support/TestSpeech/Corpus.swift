import Acuity
import Audio
package import Foundation
package import Recognition
import SoundFiles

/// Recordings of people, next to the checkout if available.
package enum Corpus {
    /// The reason why a test is left out without them.
    package static let absence =
        "there are no recordings of people in ../shared/corpus, nor in $ALOUD_CORPUS"

    /// Their folder; `ALOUD_CORPUS` of the environment names another.
    package static let folder =
        ProcessInfo.processInfo.environment["ALOUD_CORPUS"].map { URL(filePath: $0) }
        ?? Checkout.root.deletingLastPathComponent().appending(path: "shared/corpus")

    /// The table of what is said in them.
    package static let manifest = folder.appending(path: "manifest.tsv").path()

    /// Whether they are there.
    package static var isAtHand: Bool { FileManager.default.fileExists(atPath: manifest) }

    /// A recording and what is said in it.
    package struct Item: Sendable {
        package var path: String
        package var transcript: String
        package var speaker: String

        /// As a recording that can be heard.
        package var recording: Recording {
            let full = Corpus.folder.appending(path: path).path()
            return Recording(name: path) { try SoundFileSource(full) }
        }
    }

    /// The recordings of a set, in the order of the table.
    package static func items(of set: String) throws -> [Item] {
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

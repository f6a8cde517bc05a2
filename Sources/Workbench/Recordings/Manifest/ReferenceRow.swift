package import Acuity
internal import Foundation
internal import Platform

/// A recording of which it is known what was said: a line of a manifest.
package struct ReferenceRow {
    /// The path, from the manifest's folder; of a manifest that comes through a pipe from the folder in
    /// which the program was called.
    package var path: String
    /// The words said; which of them are letters, `letters` tells.
    package var transcript: [String]
    package var speaker: String
    /// What group of recordings it belongs to; empty where the manifest has no such column.
    package var set: String
    /// Its line in the manifest, from 1.
    package var line = 0
    /// Whether it is talk, in which "I" and "A" are words.
    package var isTalk = false

    /// The letters in the transcript, in order: words of a single letter. Among words written small
    /// ("i think it is a D") only capitals are letters, and in talk there are none.
    package var letters: [Letter] {
        guard !isTalk else { return [] }
        let single = transcript.filter { $0.count == 1 }
        return single.filter { !writesWordsSmall || $0 == $0.uppercased() }
            .compactMap { $0.first.flatMap { Letter($0) } }
    }

    /// Whether it holds a line of a chart and nothing else.
    package var isLine: Bool {
        letters.count == Chart.lettersInLine && transcript.count == Chart.lettersInLine
    }

    /// Whether words are told from letters by being written small.
    var writesWordsSmall: Bool {
        func isSmall(_ word: String) -> Bool { word.contains(where: \.isLowercase) }
        return transcript.contains { $0.count > 1 && isSmall($0) }
            || (transcript.contains(where: isSmall) && !transcript.allSatisfy(isSmall))
    }

    /// The path as tables show it: its last folder and its name.
    var shortPath: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    /// The path of the recording, for a row of a manifest at this path.
    package func file(of manifest: String) -> String {
        guard !StreamPath.isOne(manifest) else { return URL(fileURLWithPath: path).path }
        let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
        return URL(fileURLWithPath: path, relativeTo: folder).path
    }
}

internal import Acuity
internal import Foundation

/// A recording of which it is known what was said: a line of a manifest.
struct ReferenceRow {
    /// The path, from the manifest's folder.
    var path: String
    /// The words said; single letters are letters, the rest is not.
    var transcript: [String]
    var speaker: String
    /// What group of recordings it belongs to; empty where the manifest has no such column.
    var set: String

    /// The letters in the transcript, in order.
    var letters: [Letter] {
        transcript.compactMap { $0.count == 1 ? $0.first.flatMap { Letter($0) } : nil }
    }
}

extension ReferenceRow {
    /// The path of the recording, for a row of a manifest at this path.
    func file(of manifest: String) -> String {
        let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
        return URL(fileURLWithPath: path, relativeTo: folder).path
    }

    /// Reads a manifest: lines of path, transcript, speaker and, if there is one, set, with tabs
    /// between. A first line that begins with "path" is its heading.
    static func read(_ path: String) throws(ManifestError) -> [ReferenceRow] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path)
        }
        guard let text = String(bytes: data, encoding: .utf8) else { throw .notText(path) }
        var rows: [ReferenceRow] = []
        // A line may end as on Windows, too: "\r\n" is one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if line.isEmpty || (index == 0 && fields.first?.lowercased() == "path") { continue }
            guard fields.count >= 3, !fields[0].isEmpty else {
                throw .line(path, number: index + 1)
            }
            rows.append(
                ReferenceRow(
                    path: fields[0], transcript: words(of: fields[1]),
                    speaker: fields[2], set: fields.count > 3 ? fields[3] : ""))
        }
        guard !rows.isEmpty else { throw .empty(path) }
        return rows
    }

    /// What ends a word or quotes it; a hyphen at its end cuts it off: "s-" is no letter.
    private static let punctuation = CharacterSet(charactersIn: ".,;:!?\"\u{201C}\u{201D}")

    /// The words of a transcript, without what punctuates it: "A, B." is A and B.
    private static func words(of transcript: String) -> [String] {
        transcript.split(whereSeparator: \.isWhitespace)
            .map { $0.trimmingCharacters(in: punctuation) }
            .filter { !$0.isEmpty }
    }
}

/// What can be wrong with a manifest.
enum ManifestError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case notText(String)
    case line(String, number: Int)
    case empty(String)

    var description: String {
        switch self {
        case .unreadable(let path): "'\(path)' cannot be read. Name a manifest of recordings."
        case .notText(let path): "'\(path)' is not UTF-8 text. A manifest is a table with tabs."
        case .line(let path, let number):
            "\(path):\(number): a manifest's line has a path, a transcript and a speaker with tabs"
                + " between; this one has fewer."
        case .empty(let path): "'\(path)' names no recording."
        }
    }
}

internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Recognition

/// The log of all proofs by a user: whose recordings were heard as final ones, when, and for which
/// profile.
///
/// The card of a profile lists the openings for that profile. The log also finds openings for
/// another folder, another seed and another manifest, because it knows recordings by their content.
/// It is a file of JSON Lines without names of people.
struct OpeningLog {
    /// A speaker by the digests of the recordings.
    typealias Speaker = Set<String>

    /// A line of the file.
    private struct Line: Codable {
        /// The form of the lines that this program writes and reads.
        static let format = 1

        var format = Self.format
        /// The time, ISO 8601.
        var at: String
        /// The name of the profile, and the time at which it was made.
        var profile: String
        var made: String
        /// The digests of each final speaker's recordings.
        var speakers: [[String]]
    }

    /// The name of the file in the folder of the user's data.
    static let file = "openings.jsonl"

    private let path: String
    private let lines: [Line]

    /// Reads the log of a folder; there may be none yet.
    ///
    /// - Throws: `DamagedOpenings`.
    init(in folder: String) throws {
        let path = folder + "/" + Self.file
        let data = FileManager.default.contents(atPath: path) ?? Data()
        lines = try data.split(separator: UInt8(ascii: "\n")).enumerated().map { index, bytes in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)),
                line.format <= Line.format
            else { throw DamagedOpenings(path: path, line: index + 1) }
            return line
        }
        self.path = path
    }

    /// Earlier openings of recordings of these speakers, for other profiles than this one.
    func earlier(
        _ speakers: [Speaker], for card: ProfileCard
    ) -> [ProfileCard.EarlierOpening] {
        lines.compactMap { line in
            guard line.profile != card.name || line.made != card.made else { return nil }
            let heard = Set(line.speakers.joined())
            let count = speakers.count { !$0.isDisjoint(with: heard) }
            return count > 0
                ? ProfileCard.EarlierOpening(at: line.at, profile: line.profile, speakers: count)
                : nil
        }
    }

    /// Logs an opening.
    ///
    /// - Throws: `UnwritableWork`.
    func add(_ speakers: [Speaker], for card: ProfileCard, at time: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(
            Line(
                at: time, profile: card.name, made: card.made,
                speakers: speakers.map { $0.sorted() }))
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        guard let handle = FileHandle(forWritingAtPath: path) else {
            throw UnwritableWork(path: path)
        }
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: line + Data("\n".utf8))
    }

    /// The speakers of some rows by the content of their recordings. Missing files are left out.
    static func speakers(
        _ names: [String], of rows: [ReferenceRow], file: (ReferenceRow) -> String
    ) -> [Speaker] {
        names.map { name in
            Set(
                rows.filter { $0.speaker == name }.compactMap {
                    try? ContentDigest.ofFile(file($0))
                })
        }
    }
}

extension ProfileCard.EarlierOpening {
    /// The opening as a sentence.
    ///
    /// - Parameter count: the number of final speakers.
    func words(of count: Int) -> String {
        "\(speakers) of the \(count) final speakers were heard before, on \(at), for the profile"
            + " '\(profile)'."
    }
}

/// A log of openings that cannot be read.
struct DamagedOpenings: Error, Equatable, CustomStringConvertible {
    var path: String
    var line: Int

    var description: String {
        "Line \(line) of '\(path)', the log of all proofs, cannot be read: it is damaged or was"
            + " written by a newer Aloud. Update Aloud, or copy the file from a backup."
    }
}

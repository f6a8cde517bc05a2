package import CommandLineKit
internal import Foundation
internal import Platform

/// The results of all shards as one text.
package struct ShardMerge {
    private let folder: ResultFolder
    private let format: TranscriptFormat
    /// The sessions in order.
    private let sessions: [ShardRecord.Entry]
    /// The number of recordings that were not heard to their end.
    package private(set) var failures = 0

    /// Reads the records of a folder of results.
    ///
    /// - Throws: `MissingResults` if a shard or a session is missing, or its file has changed.
    package init(of folder: ResultFolder, in format: TranscriptFormat) throws(MissingResults) {
        self.folder = folder
        self.format = format
        let shards = SessionStore.shardRecords(in: folder)
        guard let first = shards.first else { throw .noRun(folder.path) }
        // Records of another plan are removed when a shard begins, except by a slow file system.
        guard shards.allSatisfy({ $0.plan == first.plan && $0.shards == first.shards }) else {
            throw .severalPlans(folder.path)
        }
        let begun = Set(shards.map(\.shard))
        var behind = Set(1...first.shards).subtracting(begun)
        var missing: [String] = []
        let store = SessionStore(folder: folder, settings: "", program: "")
        for shard in shards {
            for entry in shard.sessions {
                let name = entry.name + "." + format.ending
                guard let record = store.record(of: entry.name), let size = record.files[name],
                    folder.size(name) == size
                else {
                    missing.append(entry.name)
                    behind.insert(shard.shard)
                    continue
                }
                failures += record.failures
            }
        }
        sessions = shards.flatMap(\.sessions).sorted { $0.index < $1.index }
        guard behind.isEmpty, sessions.map(\.index) == Array(0..<first.total) else {
            throw .missing(
                folder.path, sessions: missing.sorted(), shards: behind.sorted(),
                of: first.shards)
        }
    }

    /// Writes the text of all sessions in the order of the call that listed them.
    package func write(_ write: (String) throws -> Void) throws {
        if !format.heading.isEmpty { try write(format.heading) }
        for session in sessions {
            let name = session.name + "." + format.ending
            guard let bytes = folder.read(name) else {
                throw UnreadableFile(path: folder.path + "/" + name, reason: "it is gone")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            try write(String(text.dropFirst(format.heading.count)))
        }
    }
}

/// Results that `aloud merge` does not find.
package enum MissingResults: Error, Equatable, CustomStringConvertible {
    case noRun(String)
    case severalPlans(String)
    case missing(String, sessions: [String], shards: [Int], of: Int)

    package var description: String {
        switch self {
        case .noRun(let folder):
            "'\(folder)' holds no results of 'aloud transcribe --output'. Name the folder that was"
                + " given to --output."
        case .severalPlans(let folder):
            "The shards in '\(folder)' are not of the same recordings. Run 'aloud transcribe' again"
                + " for all shards: it skips what is done."
        case .missing(let folder, let sessions, let shards, let count):
            "Results are missing in '\(folder)'"
                + (sessions.isEmpty ? "" : ": \(Self.some(of: sessions))") + ". "
                + (count == 1
                    ? "Give the same call of 'aloud transcribe' again: it skips what is done."
                    : "Run \(shards.count == 1 ? "shard" : "shards") \(Self.ranges(shards)) of"
                        + " \(count) again: what is done is skipped.")
        }
    }

    private static func some(of sessions: [String]) -> String {
        let most = 3
        let named = sessions.prefix(most).map { "'\($0)'" }.joined(separator: ", ")
        return sessions.count > most
            ? "\(named) and \((sessions.count - most).counting("other session"))" : named
    }

    /// Numbers as Slurm's --array takes them: "1,3-5".
    static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { range in
            range.count == 1
                ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }.joined(separator: ",")
    }
}

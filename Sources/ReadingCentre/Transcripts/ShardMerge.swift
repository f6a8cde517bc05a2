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
    /// Whether sessions were heard with different options, models, programs or kinds of processor.
    package let isMixed: Bool

    /// Reads the records of a folder of results.
    ///
    /// - Throws: `MissingResults` if a shard or a session is missing, or its file has changed.
    package init(of folder: ResultFolder, in format: TranscriptFormat) throws(MissingResults) {
        self.folder = folder
        self.format = format
        let shards = SessionStore.shardRecords(in: folder)
        guard let first = shards.first else { throw .noRun(folder.path) }
        // A shard removes the records of another plan when it begins; a slow file system may still
        // show them.
        guard shards.allSatisfy({ $0.plan == first.plan && $0.shards == first.shards }) else {
            throw .severalPlans(folder.path)
        }
        let begun = Set(shards.map(\.shard))
        var behind = Set(1...first.shards).subtracting(begun)
        var missing: [String] = []
        var isFormatMissing = false
        var settings: Set<String> = []
        let store = SessionStore(folder: folder, settings: "", program: "")
        for shard in shards {
            for entry in shard.sessions {
                let name = entry.name + "." + format.ending
                let kept = store.record(of: entry.name)
                let isOutdated = kept?.isOutdated == true
                guard let record = kept, !isOutdated, let size = record.files[name],
                    folder.size(name) == size
                else {
                    isFormatMissing = isFormatMissing || kept != nil && !isOutdated
                    missing.append(entry.name)
                    behind.insert(shard.shard)
                    continue
                }
                failures += record.failures
                settings.insert(record.settings)
            }
        }
        isMixed = settings.count > 1
        sessions = shards.flatMap(\.sessions).sorted { $0.index < $1.index }
        // Shards of other lengths of the same recordings have other sessions.
        guard !behind.isEmpty || sessions.map(\.index) == Array(0..<first.total) else {
            throw .severalPlans(folder.path)
        }
        guard behind.isEmpty else {
            throw .missing(
                folder.path, sessions: missing.sorted(), shards: behind.sorted(),
                of: first.shards, format: isFormatMissing ? format : nil)
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
    /// The format is that of sessions that were heard without it, or whose file has changed; nil if
    /// there are none.
    case missing(String, sessions: [String], shards: [Int], of: Int, format: TranscriptFormat?)

    package var description: String {
        switch self {
        case .noRun(let folder):
            "'\(folder)' holds no results of 'aloud transcribe --output'. Name the folder that was"
                + " given to --output."
        case .severalPlans(let folder):
            "The shards in '\(folder)' are not of the same recordings. Run 'aloud transcribe' again"
                + " for all shards: it skips what is done."
        case .missing(let folder, let sessions, let shards, let count, let format):
            "Results are missing in '\(folder)'"
                + (sessions.isEmpty ? "" : ": \(Self.some(of: sessions))") + ". "
                + Self.advice(for: shards, of: count, lacking: format)
        }
    }

    /// The call to repeat, and what it does.
    private static func advice(
        for shards: [Int], of count: Int, lacking format: TranscriptFormat?
    ) -> String {
        let call =
            count == 1
            ? "Give the same call of 'aloud transcribe' again"
            : "Run \(shards.count == 1 ? "shard" : "shards") \(ranges(shards)) of \(count) again"
        guard let format else { return call + ": what is done is skipped." }
        return call + ", with \(format.rawValue) in '--format': what lacks it is heard again."
    }

    private static func some(of sessions: [String]) -> String {
        let most = 3
        let named = sessions.prefix(most).map { "'\($0)'" }.joined(separator: ", ")
        return sessions.count > most
            ? "\(named) and \((sessions.count - most).counting("other session"))" : named
    }

    /// Numbers in the form of Slurm's --array: "1,3-5".
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

/// One of several parts of the sessions, for one of several machines.
package struct Shard: Sendable, Equatable {
    /// Its number, from 1.
    package let number: Int
    /// The number of all shards.
    package let count: Int

    /// All sessions as one part.
    package static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// A shard as "3/8" names it; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.most).contains(count), (1...count).contains(number)
        else { return nil }
        self.init(number: number, count: count)
    }

    /// Maximum number of shards: the largest job array of Slurm (slurm.conf(5),
    /// MaxArraySize).
    static let most = 4_000_000

    /// The indices of the sessions in each shard, in order.
    ///
    /// The longest session that is left goes to the shard with the least sound so far (Graham,
    /// SIAM J. Applied Mathematics 1969), so the same lengths always give the same shards.
    ///
    /// - Parameter seconds: the length of each session.
    package static func deal(_ seconds: [Double], to count: Int) -> [[Int]] {
        // Whole milliseconds, since sums of them do not depend on their order.
        let lengths = seconds.map { Int(($0 * 1000).rounded()) + cost }
        let order = lengths.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
        var shards = [[Int]](repeating: [], count: count)
        var heap = LeastLoaded(count: count)
        for index in order { shards[heap.add(lengths[index])].append(index) }
        return shards.map { $0.sorted() }
    }

    /// The cost of a session in addition to its sound, milliseconds of sound: opening its files. It
    /// also spreads sessions whose lengths are unknown. Chosen, not measured.
    private static let cost = 1_000
}

extension ValueKind where Value == Shard {
    /// A shard as "3/8" names it.
    package static let shard = ValueKind(
        "k/n", expected: "a part and the number of parts, such as 3/8"
    ) { Shard($0) }
}

/// Shards by their load, the one with the least first; among equals the lowest number.
private struct LeastLoaded {
    /// A binary heap.
    private var heap: [(load: Int, shard: Int)]

    init(count: Int) { heap = (0..<count).map { (0, $0) } }

    /// Adds a load to the shard with the least, and returns that shard.
    mutating func add(_ load: Int) -> Int {
        let shard = heap[0].shard
        heap[0].load += load
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != place else { return shard }
            heap.swapAt(place, least)
            place = least
        }
    }
}

internal import CommandLineKit
internal import Foundation
internal import Records

/// The sessions of a shard, kept with the results so that `aloud merge` knows whether all are there
/// and in which order.
struct ShardRecord: Codable, Equatable {
    /// A session and its place among all.
    struct Entry: Codable, Equatable {
        var index: Int
        var name: String
    }

    /// The digest of all sessions: shards of the same plan belong together.
    var plan: String
    var shard: Int
    var shards: Int
    /// The number of all sessions.
    var total: Int
    /// The sessions of this shard.
    var sessions: [Entry]

    static let folder = ResultFolder.hidden + "/shards"

    /// The file's name in the folder of results.
    var file: String { "\(Self.folder)/\(shard)-of-\(shards).json" }
}

extension SessionStore {
    /// Keeps the sessions of a shard, and removes the records of shards of another plan.
    ///
    /// - Parameters:
    ///   - sessions: all sessions of all shards, in order.
    ///   - indices: those of this shard.
    package func keep(
        _ shard: Shard, of sessions: [RecordingSession], indices: [Int]
    ) throws {
        let digest = ContentDigest()
        for session in sessions {
            digest.add(session.name)
            for file in session.files { digest.add(file) }
        }
        let record = ShardRecord(
            plan: digest.text, shard: shard.number, shards: shard.count, total: sessions.count,
            sessions: indices.map { ShardRecord.Entry(index: $0, name: sessions[$0].name) })
        try folder.write(record.jsonText + "\n", to: record.file)
        for other in shardRecords where other.plan != record.plan || other.shards != record.shards {
            folder.remove(other.file)
        }
    }

    /// The records of all shards that have begun.
    var shardRecords: [ShardRecord] { Self.shardRecords(in: folder) }

    static func shardRecords(in folder: ResultFolder) -> [ShardRecord] {
        folder.names(in: ShardRecord.folder).compactMap { name in
            folder.read(ShardRecord.folder + "/" + name)
                .flatMap { try? JSONDecoder().decode(ShardRecord.self, from: Data($0)) }
        }
    }
}

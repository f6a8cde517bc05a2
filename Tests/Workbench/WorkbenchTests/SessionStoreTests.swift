import CommandLineKit
import Foundation
import Testing

@testable import Transcripts

/// Results in a folder, as a later call and `aloud merge` take them.
@Suite(.timeLimit(.minutes(1))) final class SessionStoreTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let folder: ResultFolder

    init() throws { folder = try ResultFolder(place.appending(path: "out").path) }

    deinit { try? FileManager.default.removeItem(at: place) }

    /// A session of one recording with these bytes.
    private func session(_ name: String, sound: String) throws -> RecordingSession {
        let file = place.appending(path: "\(name).wav")
        try Data(sound.utf8).write(to: file)
        return RecordingSession(name: name, folder: place.path, files: [file.path])
    }

    private func store(_ settings: String = "s") -> SessionStore {
        SessionStore(folder: folder, settings: settings, program: "p")
    }

    private func isDone(_ session: RecordingSession) -> Bool {
        guard case .done = store().state(of: session, results: ["\(session.name).jsonl"]) else {
            return false
        }
        return true
    }

    private func finish(_ session: RecordingSession) throws {
        let name = "\(session.name).jsonl"
        guard case .open(let marks) = store().state(of: session, results: [name]) else {
            Issue.record("it is done")
            return
        }
        try folder.write("{}\n", to: name)
        _ = try store().finish(session, marks: marks, seconds: 1, failures: 0, files: [name])
    }

    @Test("results of before a recording changed are not merged if the next call ends early")
    func outdated() throws {
        let session = try session("p1", sound: "one")
        try store().keep(.whole, of: [session], indices: [0])
        try finish(session)
        try store().keep(.whole, of: [session], indices: [0])
        _ = try ShardMerge(of: folder, in: .jsonl)
        #expect(isDone(session))
        let changed = try self.session("p1", sound: "another")
        try store().keep(.whole, of: [changed], indices: [0])
        #expect(
            throws: MissingResults.missing(
                folder.path, sessions: ["p1"], shards: [1], of: 1, format: nil)
        ) { try ShardMerge(of: self.folder, in: .jsonl) }
        try finish(changed)
        _ = try ShardMerge(of: folder, in: .jsonl)
    }

    @Test("a session that was begun with other settings is heard again")
    func otherSettings() throws {
        let session = try session("p1", sound: "one")
        try finish(session)
        try store().begin(session)
        #expect(isDone(session))
        try store("t").begin(session)
        #expect(!isDone(session))
    }

    @Test("shards that were dealt otherwise are to be run again, all of them")
    func dealtOtherwise() throws {
        let sessions = try [session("p1", sound: "one"), session("p2", sound: "two")]
        for session in sessions { try finish(session) }
        for shard in ["1/2", "2/2"] {
            // The second knows other lengths, and takes the same session.
            try store().keep(try #require(Shard(shard)), of: sessions, indices: [0])
        }
        #expect(throws: MissingResults.severalPlans(folder.path)) {
            try ShardMerge(of: self.folder, in: .jsonl)
        }
    }
}

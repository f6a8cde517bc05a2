package import CommandLineKit
internal import Foundation
internal import Glibc
internal import Platform
internal import Records

/// The results of sessions in a folder, and a record of each finished session, so that a later
/// call can skip it.
package final class SessionStore: Sendable {
    /// The folder of results.
    package let folder: ResultFolder
    /// The digest of the program, the models, the grammars and the options.
    private let settings: String
    /// The program's version, for people who read a record.
    private let program: String

    private static let records = ResultFolder.hidden + "/sessions/"

    /// Sets each property from the parameter of its name.
    package init(folder: ResultFolder, settings: String, program: String) {
        self.folder = folder
        self.settings = settings
        self.program = program
    }

    /// The state of a recording when its session was heard.
    struct Mark: Codable, Sendable, Equatable {
        var path: String
        /// Bytes.
        var size: Int
        /// The time of the last change, nanoseconds since 1970.
        var modified: Int
        /// The digest of the file.
        var sound: String
    }

    /// The record of a finished session.
    struct Record: Codable, Sendable {
        var program: String
        var settings: String
        var recordings: [Mark]
        /// The length of the recordings, seconds.
        var seconds: Double
        /// The number of recordings that were not heard to their end.
        var failures: Int
        /// The size of each file of results, bytes, by its path from the folder; -1 if a recording
        /// has none.
        var files: [String: Int]
        /// Whether a later call has found other recordings or hears with other settings, so that its
        /// results are no longer to be merged or kept.
        var isOutdated: Bool?
    }

    /// A session before it is heard.
    enum State {
        /// Done with the same settings and sound. Its results are there.
        case done(Record)
        /// To be heard; the marks of its recordings.
        case open([Mark])
        /// Its files also contain the results of these other recordings, which still exist.
        case ofOthers([String])
    }

    /// Whether a session is done.
    ///
    /// - Parameter names: its files of results.
    func state(of session: RecordingSession, results names: [String]) -> State {
        let former = record(of: session.name)
        let marks = marks(of: session.files, knowing: former?.recordings ?? [])
        guard let former else { return .open(marks) }
        let others = Self.others(than: session, in: former)
        guard others.isEmpty else { return .ofOthers(others) }
        let isDone =
            former.isOutdated != true && former.settings == settings && former.failures == 0
            && marks.count == session.files.count
            && marks.map(\.path) == former.recordings.map(\.path)
            && marks.map(\.sound) == former.recordings.map(\.sound)
            && names.allSatisfy { former.files[$0] != nil }
            && former.files.allSatisfy { folder.size($0.key) ?? -1 == $0.value }
        return isDone ? .done(former) : .open(marks)
    }

    /// The recordings of a former record that were not given now and still exist.
    private static func others(than session: RecordingSession, in former: Record) -> [String] {
        let given = Set(session.files.map(RecordingSession.standard))
        return former.recordings.map(\.path).filter { path in
            !given.contains(RecordingSession.standard(path))
                && access(FileName.cString(of: path), F_OK) == 0
        }
    }

    /// Marks the results of a session as outdated if its recordings, by their names and sizes, are
    /// others now. If the call ends before it has heard them, `aloud merge` does not take the old
    /// results for those of this call.
    private func outdate(_ session: RecordingSession) throws {
        guard let former = record(of: session.name),
            Self.others(than: session, in: former).isEmpty
        else { return }
        let now = session.files.compactMap { path in Self.size(path).map { (path, $0) } }
        guard
            now.map(\.0) != former.recordings.map(\.path)
                || now.map(\.1) != former.recordings.map(\.size)
        else { return }
        try outdate(former, of: session)
    }

    /// The size of a file, bytes; nil for one that has no mark.
    private static func size(_ path: String) -> Int? {
        var status = stat()
        let name = FileName.cString(of: path)
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(name, R_OK) == 0
        else { return nil }
        return Int(status.st_size)
    }

    private func outdate(_ former: Record, of session: RecordingSession) throws {
        guard former.isOutdated != true else { return }
        var record = former
        record.isOutdated = true
        try folder.write(record.jsonText + "\n", to: Self.records + session.name + ".json")
    }

    /// Prepares the folder for new results of a session. If they differ from the former ones by the
    /// settings, and the call ends before all are written, the next call hears the session again.
    func begin(_ session: RecordingSession) throws {
        guard let former = record(of: session.name), former.settings != settings else { return }
        try outdate(former, of: session)
    }

    /// The record of a session; nil if it was not finished.
    func record(of name: String) -> Record? {
        folder.read(Self.records + name + ".json")
            .flatMap { try? JSONDecoder().decode(Record.self, from: Data($0)) }
    }

    /// The first name among a session's files that is too long for the folder; nil if none is.
    ///
    /// - Parameter names: its files of results.
    func tooLongName(of session: RecordingSession, results names: [String]) -> String? {
        for name in names + [Self.records + session.name + ".json"] {
            if let part = folder.tooLongPart(of: name) { return part }
        }
        return nil
    }

    /// Marks a session as finished, after its files were written, and removes its old files.
    ///
    /// - Returns: how many files were removed.
    func finish(
        _ session: RecordingSession, marks: [Mark], seconds: Double, failures: Int,
        files names: [String]
    ) throws -> Int {
        var files: [String: Int] = [:]
        for name in names { files[name] = folder.size(name) ?? -1 }
        let former = record(of: session.name)
        // Results in other formats stay as they are if they are of the same sound.
        if let former, former.isOutdated != true, former.settings == settings,
            former.recordings.map(\.path) == marks.map(\.path),
            former.recordings.map(\.sound) == marks.map(\.sound)
        {
            files.merge(former.files.filter { folder.size($0.key) ?? -1 == $0.value }) { new, _ in
                new
            }
        }
        // Before the record is replaced: after a crash, the next call still knows the old files.
        let old = former.map { oldFiles(of: session, in: $0, except: Set(files.keys)) } ?? []
        for name in old { folder.remove(name) }
        let record = Record(
            program: program, settings: settings, recordings: marks,
            seconds: rounded(seconds) ?? 0, failures: failures, files: files)
        try folder.write(record.jsonText + "\n", to: Self.records + session.name + ".json")
        return old.count
    }

    /// The outdated files of a former record: all except `kept` if one of its recordings is gone,
    /// otherwise those with names that no recording gives any more. A file that was changed since
    /// is kept: a person may have corrected it.
    private func oldFiles(
        of session: RecordingSession, in former: Record, except kept: Set<String>
    ) -> [String] {
        let given = Set(session.files.map(RecordingSession.standard))
        let isOneGone = former.recordings.contains {
            !given.contains(RecordingSession.standard($0.path))
        }
        let possible = Set(TranscriptFormat.allCases.flatMap { session.results(in: $0) })
        return former.files.filter { name, size in
            !kept.contains(name) && (isOneGone || !possible.contains(name))
                && folder.size(name) == size
        }.map(\.key)
    }

    /// The marks of files. A file that cannot be read has none. A file with the size and time of
    /// its former mark is not read again.
    private func marks(of files: [String], knowing former: [Mark]) -> [Mark] {
        let known = Dictionary(former.map { ($0.path, $0) }) { first, _ in first }
        return files.compactMap { path in
            var status = stat()
            guard stat(FileName.cString(of: path), &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            let modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
            if let mark = known[path], mark.size == status.st_size, mark.modified == modified {
                return mark
            }
            guard let sound = try? ContentDigest.ofFile(path) else { return nil }
            return Mark(
                path: path, size: Int(status.st_size), modified: modified, sound: sound)
        }
    }
}

extension SessionStore {
    /// The digest of everything but the sound that decides the answers.
    ///
    /// - Parameters:
    ///   - executable: the program; another build may hear differently.
    ///   - folders: the models and grammars.
    ///   - options: those that change the answers, as text.
    /// - Throws: `UnreadableFile`.
    package static func settings(
        executable: String, folders: [String], options: [String]
    ) throws -> String {
        let digest = ContentDigest()
        try digest.add(fileAt: executable)
        for folder in folders {
            let names =
                FileManager.default.enumerator(atPath: folder)?
                .compactMap { $0 as? String } ?? []
            for name in names.sorted() {
                var isFolder: ObjCBool = false
                let path = folder + "/" + name
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                    !isFolder.boolValue
                else { continue }
                digest.add(name)
                try digest.add(fileAt: path)
            }
        }
        for option in options { digest.add(option) }
        return digest.text
    }
}

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
    /// Keeps the sessions of a shard, removes the records of shards of another plan, and marks results
    /// of other recordings as outdated.
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
        for index in indices { try outdate(sessions[index]) }
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

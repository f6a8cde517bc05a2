internal import Foundation
internal import Platform

/// Recordings of one folder, which are heard one after the other as those of one person.
package struct RecordingSession: Sendable, Equatable {
    /// Its name: the path of the folder, which also names its files of results.
    package let name: String
    /// The folder, as it was given; nil for the sound of a pipe.
    package let folder: String?
    /// The paths of the recordings, in order.
    package fileprivate(set) var files: [String]
    /// Recordings that differ from another only in the ending of their names.
    private var twins: Set<String> = []

    /// Sets each property from the parameter of its name.
    package init(name: String, folder: String?, files: [String]) {
        self.name = name
        self.folder = folder
        self.files = files
    }
}

extension RecordingSession {
    /// The sessions of recordings, in the order of their first recordings.
    ///
    /// - Parameter alone: whether each recording is its own session.
    /// - Throws: `SameSessionName`.
    package static func sessions(
        of found: [FoundRecording], alone: Bool
    ) throws(SameSessionName) -> [RecordingSession] {
        var sessions: [RecordingSession] = []
        var places: [String: Int] = [:]
        var folders: [String: String] = [:]
        // The recordings so far, and whether each was named itself.
        var given: [[UInt8]: Bool] = [:]
        for recording in found {
            // In a folder that was given twice, or with a folder in it, a recording is heard once.
            let file = Array(standard(recording.path).utf8)
            if let wasNamed = given[file], !wasNamed || !recording.isNamed { continue }
            given[file] = recording.isNamed
            let isByItself = alone || recording.folder == nil
            let source = isByItself ? recording.path : recording.folder ?? ""
            let name = resultName(of: source)
            // "a" and "./a" are one folder, "/a" and "a" are not.
            let place = standard(source)
            if let former = folders[name], former != place {
                throw SameSessionName(name: name, folders: [former, place])
            }
            folders[name] = place
            if let index = places[name], recording.folder != nil {
                sessions[index].files.append(recording.path)
            } else {
                places[name] = sessions.count
                sessions.append(
                    RecordingSession(
                        name: name, folder: recording.folder, files: [recording.path]))
            }
        }
        markTwins(in: &sessions)
        return sessions
    }

    private static func markTwins(in sessions: inout [RecordingSession]) {
        var counts: [String: Int] = [:]
        for session in sessions {
            for file in session.files { counts[stem(of: file), default: 0] += 1 }
        }
        for index in sessions.indices {
            sessions[index].twins = Set(
                sessions[index].files.filter { counts[stem(of: $0), default: 0] > 1 })
        }
    }

    /// The path of a recording's results in the folder of results, without the ending of the
    /// format. The recording's own ending is dropped, unless two recordings differ only in it.
    func resultStem(of file: String) -> String {
        twins.contains(file) ? Self.resultName(of: file) : Self.stem(of: file)
    }

    private static func stem(of file: String) -> String {
        let name = resultName(of: file)
        let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        guard let dot = name[start...].lastIndex(of: "."), dot > start else { return name }
        return String(name[..<dot])
    }

    /// A path without empty parts and parts that are ".".
    static func standard(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// The name of a session by the path of its folder, which stays inside a folder of results: the
    /// path without a slash at its start and with "up" for "..".
    private static func resultName(of path: String) -> String {
        if path == "-" { return "standard-input" }
        let parts = path.split(separator: "/").filter { $0 != "." }
            .map { $0 == ".." ? "up" : String($0) }
        guard parts.isEmpty else { return parts.joined(separator: "/") }
        guard !path.hasPrefix("/") else { return "root" }
        let here = FileManager.default.currentDirectoryPath
        return here.split(separator: "/").last.map(String.init) ?? "root"
    }

    /// A note on folders that were named in part: the context of the other recordings is missing.
    ///
    /// - Returns: nil if there is no such folder.
    package static func note(on found: [FoundRecording]) -> String? {
        let named = Dictionary(grouping: found.filter(\.isNamed)) { $0.folder ?? "" }
        let parts = named.filter { !$0.key.isEmpty && $0.value.count > 1 }
            .compactMap { folder, recordings -> (folder: String, given: Int, all: Int)? in
                let all = RecordingFinder.count(in: folder)
                let given = Set(recordings.map(\.path)).count
                return given < all ? (folder, given, all) : nil
            }
            .sorted { $0.folder < $1.folder }
        guard let first = parts.first else { return nil }
        let others = parts.count - 1
        return
            "'\(first.folder)' has \(first.all.counting("recording")), \(first.given) of them"
            + " given here" + (others > 0 ? ", and \(others.counting("folder")) likewise" : "")
            + ". The recordings of a folder are heard as one session, so the answers may differ"
            + " slightly. If the others follow in another call, as from xargs, give all in one:"
            + " with -r or --list."
    }
}

/// Two folders whose results would have the same name.
package struct SameSessionName: Error, Equatable, CustomStringConvertible {
    var name: String
    var folders: [String]

    package var description: String {
        "The folders '\(folders.joined(separator: "' and '"))' would both give results named"
            + " '\(name)'. Transcribe them one after the other, each with an --output of its own."
    }
}

package import Acuity
package import Audio
internal import Foundation
package import Recognition

/// Recordings of one voice in one room, to be measured on.
package struct BenchSession {
    /// Whose voice it is.
    package var name: String
    package var recordings: [Recording]
    /// The letters said in each recording, where they are known.
    package var said: [[Letter]?]
}

extension BenchSession {
    /// Recordings by their paths; those of one folder are one session.
    package static func sessions(
        of paths: [String], open: @escaping @Sendable (String) throws -> any AudioSource
    ) -> [BenchSession] {
        var sessions: [BenchSession] = []
        for path in paths {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let recording = Recording(name: path) { try open(path) }
            // Byte by byte, as the system compares paths.
            if let last = sessions.last, last.name.utf8.elementsEqual(folder.utf8) {
                sessions[sessions.count - 1].recordings.append(recording)
                sessions[sessions.count - 1].said.append(nil)
            } else {
                sessions.append(BenchSession(name: folder, recordings: [recording], said: [nil]))
            }
        }
        return sessions
    }

    /// The recordings of a manifest; those of one speaker are one session. As `aloud evaluate`
    /// does, it leaves out recordings of letters that are not listened for.
    ///
    /// - Throws: `ManifestError`, or `EmptySet` where nothing is left.
    package static func sessions(
        ofManifest path: String, set: String?, letters: LetterChoice,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) throws -> [BenchSession] {
        let rows = try ReferenceRow.read(path).filter { row in
            (set == nil || row.set == set)
                && (letters != .etdrs || row.letters.allSatisfy(Letter.sloan.contains))
        }
        guard !rows.isEmpty else { throw EmptySet(path: path, set: set) }
        return Dictionary(grouping: rows, by: \.speaker).sorted { $0.key < $1.key }
            .map { speaker, rows in
                BenchSession(
                    name: speaker,
                    recordings: rows.map { row in
                        let file = row.file(of: path)
                        return Recording(name: file) { try open(file) }
                    },
                    said: rows.map(\.letters))
            }
    }
}

internal import Listening

/// Hears the recordings of a manifest, speaker by speaker, on several cores.
struct ManifestHearing: Sendable {
    /// The recordings of one speaker, in the order of the manifest.
    struct Session: Sendable {
        var rows: [ReferenceRow]
        var recordings: [Recording]
    }

    /// What was heard, and what could not be read.
    struct Result: Sendable {
        var heard: [HeardRow] = []
        var failures: [String] = []
    }

    /// Whether each recording is heard without the ones before it.
    var alone: Bool
    /// How many recognisers listen side by side.
    var jobs: Int
    /// Whether what the answers were made of is still needed once all was heard.
    var keepsEvidence: Bool

    /// Hears all sessions. The result does not depend on `jobs`: a session is heard by one
    /// listener, which remembers nothing.
    func hear(
        _ sessions: [Session], with listener: @escaping @Sendable () throws -> RecordingListener
    ) throws -> Result {
        try SideBySide.map(sessions, jobs: jobs, with: listener) { hear($0, with: $1) }
            .reduce(into: Result()) { all, result in
                all.heard += result.heard
                all.failures += result.failures
            }
    }

    private func hear(_ session: Session, with listener: RecordingListener) -> Result {
        var result = Result()
        for (index, (row, recording)) in zip(session.rows, session.recordings).enumerated() {
            do {
                var heard = try listener.hear(recording, continuing: !alone && index > 0)
                // What is missing was perhaps said, and must not count as missed.
                if let missing = heard.missing { throw missing }
                if !keepsEvidence { heard.breaths = heard.breaths.map { $0.judgeable() } }
                result.heard.append(HeardRow(row: row, heard: heard))
            } catch {
                result.failures.append(String(describing: error))
            }
        }
        return result
    }
}

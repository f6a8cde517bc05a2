package import Recognition

/// Hears the recordings of a manifest, speaker by speaker, on several cores.
package struct ManifestHearing: Sendable {
    /// The recordings of one speaker, in the order of the manifest.
    package struct Session: Sendable {
        package var rows: [ReferenceRow]
        package var recordings: [Recording]

        /// The parameters as the properties of their names.
        package init(rows: [ReferenceRow], recordings: [Recording]) {
            self.rows = rows
            self.recordings = recordings
        }
    }

    /// What was heard, and what could not be read.
    package struct Result: Sendable {
        package var heard: [HeardRow] = []
        package var failures: [String] = []
    }

    /// Whether each recording is heard without the ones before it.
    package var alone: Bool
    /// How many recognisers listen side by side.
    package var jobs: Int
    /// Whether what the answers were made of is still needed once all was heard.
    package var keepsEvidence: Bool

    /// The parameters as the properties of their names.
    package init(alone: Bool, jobs: Int, keepsEvidence: Bool) {
        self.alone = alone
        self.jobs = jobs
        self.keepsEvidence = keepsEvidence
    }

    /// Hears all sessions. The result does not depend on `jobs`: a session is heard by one
    /// listener, which remembers nothing.
    package func hear(
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

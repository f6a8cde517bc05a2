internal import Dispatch
package import Recognition
internal import Synchronization

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

/// Work that is done on several cores, each with a tool of its own, such as a recogniser.
package enum SideBySide {
    private struct State<Result> {
        var next = 0
        var results: [Int: Result] = [:]
        var failure: (any Error)?
    }

    /// What each item comes to, in their order. It does not depend on `jobs` where what is left in a tool
    /// by one item changes nothing for the next.
    ///
    /// - Parameters:
    ///   - jobs: how many tools work side by side at most.
    ///   - tool: makes one, on the thread that works with it.
    /// - Throws: what making a tool throws.
    package static func map<Item: Sendable, Tool, Result: Sendable>(
        _ items: [Item], jobs: Int, with tool: @Sendable () throws -> Tool,
        _ work: @Sendable (Item, Tool) -> Result
    ) throws -> [Result] {
        let state = Mutex(State<Result>())
        DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, items.count))) { _ in
            do {
                let own = try tool()
                while let index = state.withLock({ take(&$0, of: items.count) }) {
                    let result = work(items[index], own)
                    state.withLock { $0.results[index] = result }
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return items.indices.compactMap { state.results[$0] }
        }
    }

    private static func take<Result>(_ state: inout State<Result>, of count: Int) -> Int? {
        guard state.failure == nil, state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
    }
}

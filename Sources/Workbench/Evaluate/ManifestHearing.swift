internal import Dispatch
internal import Recognition
internal import Synchronization

/// Hears the recordings of a manifest, speaker by speaker, on several cores.
struct ManifestHearing: Sendable {
    /// The recordings of one speaker, in the order of the manifest.
    struct Session: Sendable {
        var rows: [ReferenceRow]
        var recordings: [Recording]
    }

    /// Whether each recording is heard without the ones before it.
    var alone: Bool
    /// The number of recognisers that listen side by side.
    var jobs: Int
    /// Whether the evidence behind the answers is kept.
    var keepsEvidence: Bool

    /// Hears all sessions. The result does not depend on `jobs`: a session is heard by one
    /// listener, which remembers nothing.
    func hear(
        _ sessions: [Session], with listener: @escaping @Sendable () throws -> RecordingListener
    ) throws -> HeardAll<HeardRow> {
        try HeardAll(ConcurrentMap.map(sessions, jobs: jobs, with: listener) { hear($0, with: $1) })
    }

    private func hear(
        _ session: Session, with listener: RecordingListener
    ) -> HeardAll<HeardRow> {
        var result = HeardAll<HeardRow>()
        for (index, (row, recording)) in zip(session.rows, session.recordings).enumerated() {
            do {
                var heard = try listener.hear(recording, continuing: !alone && index > 0)
                // Missing sound may have had a letter, which must not count as missed.
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

/// The recordings that were heard, and why others could not be.
struct HeardAll<Heard: Sendable>: Sendable {
    var heard: [Heard] = []
    /// A sentence for each recording that could not be heard.
    var failures: [String] = []
}

extension HeardAll {
    /// Several parts as one.
    init(_ parts: [HeardAll]) {
        self.init(heard: parts.flatMap(\.heard), failures: parts.flatMap(\.failures))
    }
}

/// Work that is done on several cores, each with a tool of its own, such as a recogniser.
enum ConcurrentMap {
    private struct State<Result> {
        var next = 0
        var results: [Int: Result] = [:]
        var failure: (any Error)?
    }

    /// The results of all items in their order. They do not depend on `jobs` if a tool keeps no
    /// state of one item that changes the next.
    ///
    /// - Parameters:
    ///   - jobs: the greatest number of tools that work side by side.
    ///   - tool: makes a tool, on the thread that works with it.
    /// - Throws: an error of making a tool.
    static func map<Item: Sendable, Tool, Result: Sendable>(
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

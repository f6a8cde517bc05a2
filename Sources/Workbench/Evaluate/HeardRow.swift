internal import Acuity
internal import Dialogue
internal import Dispatch
internal import PhoneticMapping
internal import Recognition
internal import Records
internal import Synchronization

/// A recording of a manifest and its hypotheses.
struct HeardRow: Sendable {
    var row: ReferenceRow
    var heard: HeardRecording
    /// Whether letters encode directions, two of which may form a diagonal.
    var joinsDiagonals = false

    /// The answers as these thresholds judge them.
    func answers(at thresholds: AcceptanceThresholds) -> [SpokenAnswer] {
        let breaths = thresholds.answers(to: heard.breaths)
        return joinsDiagonals ? breaths.joiningDiagonals : breaths.flatMap(\.self)
    }

    /// The letters compared with the answers, as these thresholds judge them.
    func tally(at thresholds: AcceptanceThresholds) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: row.letters, heard: answers(at: thresholds))
        return tally
    }
}

extension HeardRow {
    /// The same with directions as the letters that encode them, both those said and those heard,
    /// so that they are counted as letters are.
    ///
    /// - Parameter optotypes: the optotypes whose directions are named. If diagonals are among
    ///   them, two words that form one are one answer.
    func namingDirections(among optotypes: OptotypeSet) -> HeardRow {
        var named = self
        if row.transcript.allSatisfy({ Direction(word: $0) != nil }) {
            named.row.transcript = DirectionWords.spelled(
                row.transcript.joined(separator: " "), among: optotypes
            ).split(separator: " ").map(String.init)
        }
        for index in named.heard.breaths.indices {
            named.heard.breaths[index].answers = heard.breaths[index].answers.map(
                \.namingDirection)
        }
        named.joinsDiagonals = optotypes.areDiagonals
        return named
    }
}

extension [[SpokenAnswer]] {
    /// The answers of breaths in order. Each two directions that form a diagonal are one answer, in
    /// a breath or with a pause between. All are letters that encode directions.
    var joiningDiagonals: [SpokenAnswer] {
        var words = DiagonalWords()
        return reduce(into: []) { answers, breath in
            var joined = words.join(breath.map(\.pointing))
            // The half that was counted before the pause is part of the answer after it.
            if joined.first?.kind == .command(.correction),
                breath.first?.kind != .command(.correction)
            {
                joined.removeFirst()
                answers.removeLast()
            }
            answers += joined.map(\.namingDirection)
        }
    }
}

extension SpokenAnswer {
    /// The same answer with the direction in place of the letter that encodes it.
    fileprivate var pointing: SpokenAnswer {
        guard let direction = kind.letter.flatMap({ Direction($0) }) else { return self }
        var pointing = self
        pointing.kind = .direction(direction)
        return pointing
    }
}

extension HeardRow: Encodable {
    /// Writes the transcript and every word of the hypotheses, before thresholds are applied:
    /// `training/ear/fit.py` fits the answer model to it.
    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "path": row.path, "set": row.set, "speaker": row.speaker,
            "transcript": row.transcript.joined(separator: " "),
            "breaths": heard.breaths.map { $0.words.map(WordObject.init) },
        ])
    }

    private struct WordObject: Encodable {
        let word: WordHypothesis

        func encode(to encoder: any Encoder) throws {
            let letters = word.letters.map { ($0.key.description, rounded($0.value, places: 6)) }
            try encoder.write([
                "word": word.word, "start": rounded(word.time.lowerBound),
                "end": rounded(word.time.upperBound),
                "confidence": rounded(word.confidence, places: 4),
                "presence": orNull(rounded(word.presence)),
                "letters": Dictionary(uniqueKeysWithValues: letters),
                "evidence": word.evidence.mapValues { rounded($0, places: 4) },
            ])
        }
    }
}

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

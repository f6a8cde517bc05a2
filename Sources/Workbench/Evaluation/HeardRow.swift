package import Acuity
internal import Dialogue
internal import Dispatch
package import PhoneticMapping
package import Recognition
internal import Records
internal import Synchronization
internal import Transcripts

/// A recording of a manifest and its hypotheses.
package struct HeardRow: Sendable {
    package var row: ReferenceRow
    package var heard: HeardRecording
    /// Whether letters encode directions, and two may form a diagonal.
    package var joinsDiagonals = false

    /// Sets each property from the parameter of its name.
    package init(row: ReferenceRow, heard: HeardRecording, joinsDiagonals: Bool = false) {
        self.row = row
        self.heard = heard
        self.joinsDiagonals = joinsDiagonals
    }

    /// The answers as these thresholds judge them.
    package func answers(at thresholds: AcceptanceThresholds) -> [SpokenAnswer] {
        let utterances = thresholds.answers(to: heard.utterances)
        return joinsDiagonals ? utterances.joiningDiagonals : utterances.flatMap(\.self)
    }

    /// The letters compared with the answers, as these thresholds judge them.
    package func tally(at thresholds: AcceptanceThresholds) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: row.letters, heard: answers(at: thresholds))
        return tally
    }
}

extension HeardRow {
    /// The row with each direction, said or heard, as the letter that encodes it, so that
    /// directions are counted like letters.
    ///
    /// - Parameter optotypes: the optotypes whose directions are named. If diagonals are among
    ///   them, two words that form one are one answer.
    package func namingDirections(among optotypes: OptotypeSet) -> HeardRow {
        var named = self
        if row.transcript.allSatisfy({ Direction(word: $0) != nil }) {
            named.row.transcript = DirectionWords.spelled(
                row.transcript.joined(separator: " "), among: optotypes
            ).split(separator: " ").map(String.init)
        }
        for index in named.heard.utterances.indices {
            named.heard.utterances[index].answers = heard.utterances[index].answers.map(
                \.namingDirection)
        }
        named.joinsDiagonals = optotypes.areDiagonals
        return named
    }
}

extension [[SpokenAnswer]] {
    /// The answers of all utterances, in order, as letters that encode directions. Two directions
    /// that form a diagonal are one answer, even with a pause between them.
    var joiningDiagonals: [SpokenAnswer] {
        var words = DiagonalWords()
        return reduce(into: []) { answers, utterance in
            var joined = words.join(utterance.map(\.pointing))
            // The joined answer replaces its first half, which was counted before the pause.
            if joined.first?.kind == .command(.correction),
                utterance.first?.kind != .command(.correction)
            {
                joined.removeFirst()
                answers.removeLast()
            }
            answers += joined.map(\.namingDirection)
        }
    }
}

extension SpokenAnswer {
    /// The same answer with the direction instead of the letter that encodes it.
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
    package func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "path": row.path, "set": row.set, "speaker": row.speaker,
            "transcript": row.transcript.joined(separator: " "),
            "breaths": heard.utterances.map { $0.words.map(WordObject.init) },
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
package struct ManifestHearing: Sendable {
    /// The recordings of one speaker, in the order of the manifest.
    package struct Session: Sendable {
        package var rows: [ReferenceRow]
        package var recordings: [Recording]

        /// Sets each property from the parameter of its name.
        package init(rows: [ReferenceRow], recordings: [Recording]) {
            self.rows = rows
            self.recordings = recordings
        }
    }

    /// Whether each recording is heard without earlier ones as context.
    package var alone: Bool
    /// The number of recognisers that listen side by side.
    package var jobs: Int
    /// Whether the evidence of the answers is kept.
    package var keepsEvidence: Bool

    /// Sets each property from the parameter of its name.
    package init(alone: Bool, jobs: Int, keepsEvidence: Bool) {
        self.alone = alone
        self.jobs = jobs
        self.keepsEvidence = keepsEvidence
    }

    /// Hears all sessions. The result does not depend on `jobs`: a session is heard by one
    /// listener, which remembers nothing.
    package func hear(
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
                // Missing sound may have contained a letter, which must not count as missed.
                if let missing = heard.missing { throw missing }
                if !keepsEvidence { heard.utterances = heard.utterances.map { $0.judgeable() } }
                result.heard.append(HeardRow(row: row, heard: heard))
            } catch {
                result.failures.append(String(describing: error))
            }
        }
        return result
    }
}

/// The recordings that were heard, and the failures of the others.
package struct HeardAll<Heard: Sendable>: Sendable {
    package var heard: [Heard] = []
    /// A sentence for each recording that could not be heard.
    package var failures: [String] = []
}

extension HeardAll {
    /// Joins several parts.
    package init(_ parts: [HeardAll]) {
        self.init(heard: parts.flatMap(\.heard), failures: parts.flatMap(\.failures))
    }
}

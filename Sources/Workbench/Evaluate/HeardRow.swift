internal import Acuity
internal import Dialogue
internal import PhoneticMapping
internal import Recognition
internal import Records

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

package import Acuity
internal import Dialogue
package import PhoneticMapping
package import Recognition
package import Records

/// A recording of a manifest, and what was heard in it.
package struct HeardRow: Sendable {
    package var row: ReferenceRow
    package var heard: HeardRecording
    /// Whether letters stand for directions, two of which may name a diagonal.
    var joinsDiagonals = false

    /// What was said as these thresholds judge it.
    package func answers(at thresholds: HearingThresholds) -> [SpokenAnswer] {
        let breaths = thresholds.answers(to: heard.breaths)
        return joinsDiagonals ? breaths.joiningDiagonals : breaths.flatMap(\.self)
    }

    /// The letters compared with the answers, as these thresholds judge them.
    package func tally(at thresholds: HearingThresholds) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: row.letters, heard: answers(at: thresholds))
        return tally
    }
}

extension HeardRow {
    /// The same with directions as the letters that stand for them, both those said and those heard,
    /// so that they are counted as letters are.
    ///
    /// - Parameter optotypes: whose directions are named. Where diagonals are among them, two words
    ///   that name one are one answer.
    package func namingDirections(among optotypes: OptotypeSet) -> HeardRow {
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
    /// The answers of breaths in order, where each two directions that name a diagonal are one
    /// answer, in a breath or with a pause between. All are letters that stand for directions.
    var joiningDiagonals: [SpokenAnswer] {
        var words = DiagonalWords()
        return reduce(into: []) { answers, breath in
            var joined = words.join(breath.map(\.pointing))
            // The half that was counted before the pause is part of what comes after it.
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
    /// The same answer with the direction in place of the letter that stands for it.
    fileprivate var pointing: SpokenAnswer {
        guard let direction = kind.letter.flatMap({ Direction($0) }) else { return self }
        var pointing = self
        pointing.kind = .direction(direction)
        return pointing
    }
}

extension HeardRow {
    /// What was said in a recording and every word that was heard in it, before it was judged: what
    /// `training/ear/fit.py` fits on, and where to look up an error.
    package var json: JSONValue {
        [
            "path": .string(row.path), "set": .string(row.set), "speaker": .string(row.speaker),
            "transcript": .string(row.transcript.joined(separator: " ")),
            "breaths": .array(
                heard.breaths.map { breath in .array(breath.words.map(\.json)) }),
        ]
    }
}

extension HeardWord {
    fileprivate var json: JSONValue {
        [
            "word": .string(word), "start": .number(time.lowerBound, places: 3),
            "end": .number(time.upperBound, places: 3),
            "confidence": .number(confidence, places: 4), "presence": .rounded(presence),
            "letters": .object(
                letters.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { JSONValue.Member($0.key.description, .number($0.value, places: 6)) }),
            "evidence": .object(
                evidence.sorted { $0.key < $1.key }
                    .map { JSONValue.Member($0.key, .number($0.value, places: 4)) }),
        ]
    }
}

extension JSONValue {
    /// An object of these members, in their order.
    package static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { Member($0.0, $0.1) })
    }

    /// An object of a value for each name, in the order of the names.
    package static func members<Value>(
        of values: [String: Value], _ json: (Value) -> JSONValue
    ) -> JSONValue {
        members(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
}

extension JSONValue {
    /// A share, 0…1; null where there is none.
    package static func share(_ share: Double?) -> JSONValue {
        share.map { .number($0, places: 4) } ?? .null
    }

    /// The ends of an interval of shares; null where there is none.
    package static func interval(_ interval: ClosedRange<Double>?) -> JSONValue {
        interval.map { [.share($0.lowerBound), .share($0.upperBound)] } ?? .null
    }
}

package import Acuity
internal import Dialogue
internal import PhoneticMapping
internal import Recognition

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

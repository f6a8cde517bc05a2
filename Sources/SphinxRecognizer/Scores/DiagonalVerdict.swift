internal import Acuity
internal import Foundation
internal import LetterSpeech

/// Whether a stretch of sound names a diagonal, by how well each word and each diagonal explains
/// the whole of it.
struct DiagonalVerdict {
    /// The two words.
    let words: String
    /// How sure it is that it names this one, 0…1.
    let confidence: Double

    /// By how many nats a straight direction has to lie behind for the sound to perhaps hold a
    /// second word: many a single "left" ends in what sounds like an "up".
    static let maybeSecondWord = 25.0
    /// By how many nats it has to for that to be an even chance, and how many more make it e times
    /// likelier, as odds: so a diagonal is as sure as `HearingThresholds.directions` asks for from
    /// 80 on. Of 450 single words of the development set `words` 3, 1 and none are taken for a
    /// diagonal from 60, 80 and 100 on, and of 876 other words 2; of 121 pairs of words of one
    /// person put together 71, 63 and 55 are heard, of 72 by six synthetic voices 53, 45 and 42.
    static let evenChance = 44.0
    static let scale = 26.0
    /// By how many nats other diagonals and other words have to lie behind for it to be sure.
    static let sureGap = 20.0
    /// How sure a diagonal is where they do not.
    static let doubtful = 0.1

    /// What words mean, apart from how they are said: "left top" is "upper left".
    private enum Meaning: Hashable {
        case direction(Direction)
        case other(String)

        init(_ words: String) {
            let directions = words.split(separator: " ").map { Direction(word: String($0)) }
            if directions.count == 2, let one = directions[0], let other = directions[1],
                let diagonal = Direction(between: one, and: other)
            {
                self = .direction(diagonal)
            } else if directions.count == 1, let direction = directions[0] {
                self = .direction(direction)
            } else {
                self = .other(words)
            }
        }

        var isDiagonal: Bool {
            if case .direction(let direction) = self { direction.isDiagonal } else { false }
        }

        var isStraight: Bool {
            if case .direction(let direction) = self { !direction.isDiagonal } else { false }
        }
    }

    /// - Parameter scores: of all words and diagonals, for the same sound.
    /// - Returns: nil where no diagonal is likely, or nearly so.
    init?(_ scores: [WordScore]) {
        var best: [(meaning: Meaning, score: WordScore)] = []
        for score in scores.sorted(by: { $0.nats > $1.nats }) {
            let meaning = Meaning(score.word)
            if !best.contains(where: { $0.meaning == meaning }) { best.append((meaning, score)) }
        }
        guard let diagonal = best.first(where: { $0.meaning.isDiagonal }) else { return nil }
        func lead(over matches: (Meaning) -> Bool) -> Double {
            let other = best.first { matches($0.meaning) && $0.meaning != diagonal.meaning }
            return other.map { diagonal.score.nats - $0.score.nats } ?? .infinity
        }
        let second = lead(over: \.isStraight)
        let others = lead { !$0.isStraight }
        guard second > Self.maybeSecondWord, others > 0 else { return nil }
        words = diagonal.score.word
        let odds = (second - Self.evenChance) / Self.scale
        confidence = others < Self.sureGap ? Self.doubtful : 1 / (1 + exp(-odds))
    }
}

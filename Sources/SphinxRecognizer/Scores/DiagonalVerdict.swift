internal import Acuity
internal import LetterSpeech

/// Whether a stretch of sound names a diagonal, by how well each word and each diagonal explains
/// the whole of it.
struct DiagonalVerdict {
    /// The two words.
    let words: String
    /// How sure it is, 0…1.
    let confidence: Double

    /// By how many nats a straight direction has to lie behind for the sound to hold a second word,
    /// and from where on it may: many a single "left" ends in what sounds like an "up". Of 150
    /// single words of the development set `words` 4 are taken for a diagonal from 60 on, 1 from
    /// 120, none from 150; of 100 pairs of words of one person put together 61, 58 and 52 are
    /// heard, and from 150 on the clear voice of a synthesiser is no longer.
    static let secondWord = 120.0
    static let maybeSecondWord = 25.0
    /// By how many nats other diagonals and other words have to lie behind for it to be sure.
    static let sureGap = 20.0
    /// How sure a diagonal is that is no more than possible: not enough to be accepted.
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

    /// - Parameters:
    ///   - scores: of all words and diagonals, for the same sound.
    ///   - fit: how far the best lies from the best sounds, in nats a frame.
    /// - Returns: nil where no diagonal is likely, or nearly so.
    init?(_ scores: [WordScore], fit: Double) {
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
        confidence =
            second < Self.secondWord || others < Self.sureGap
            ? Self.doubtful : Evidence(margin: Evidence.mostMargin, fit: fit).confidence
    }
}

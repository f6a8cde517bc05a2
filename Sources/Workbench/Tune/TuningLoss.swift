internal import Acuity
internal import Foundation
internal import PhoneticMapping
internal import Recognition

extension LetterTally {
    /// The cost of asking again, in wrong letters: the usual threshold of 0.7 is the best one at
    /// this cost if confidences are true (Chow, IEEE Trans. Inf. Theory 1970).
    static let askingCost = 1 - AcceptanceThresholds.usualAccept

    /// Wrong and inserted answers count 1, those asked for again or missed `askingCost`.
    var losses: Double {
        Double(wrong + inserted) + Self.askingCost * Double(unclear + missed)
    }

    /// The loss of each answer said; nil if none was said.
    var loss: Double? { said == 0 ? nil : losses / Double(said) }
}

extension HeardRow {
    /// Everything said in the recording compared with the answers: letters, and words with a
    /// meaning. In a recording without either, accepted letters and commands count as inserted.
    func tuningTally(at thresholds: AcceptanceThresholds) -> LetterTally {
        guard row.letters.isEmpty else { return tally(at: thresholds) }
        var tally = LetterTally()
        let kinds = answers(at: thresholds).map(\.kind)
        let clear = kinds.filter { $0 != .unclear }
        guard let meaning = row.meaning else {
            tally.inserted = clear.count { kind in
                switch kind {
                case .letter, .command: true
                case .direction, .unclear: false
                }
            }
            return tally
        }
        tally.said = 1
        if clear == [meaning.kind] {
            tally.right = 1
        } else if !clear.isEmpty {
            tally.wrong = 1
        } else if kinds.isEmpty {
            tally.missed = 1
        } else {
            tally.unclear = 1
        }
        return tally
    }

    /// The least probability that counts for the score of what was said.
    private static let least = 0.01

    /// The logarithmic score, before thresholds: the sum of -ln P of everything said, and of no
    /// letter where none was said. A proper score: true confidences make it least (Good, 1952).
    var logScore: Double {
        let said = row.letters
        let heard = heard.breaths.flatMap(\.answers)
        if said.isEmpty, let meaning = row.meaning {
            let best = heard.filter { $0.kind == meaning.kind }.map(\.sureness).max() ?? 0
            return -log(max(best, Self.least))
        }
        let letters = heard.filter { $0.kind.letter != nil }
        return AnswerAlignment(said: said, heard: letters).steps.reduce(0) { sum, step in
            guard let answer = step.answer else { return sum - log(Self.least) }
            guard let letter = step.said else {
                return sum - log(max(1 - answer.sureness, Self.least))
            }
            let share =
                answer.belief?.letters[letter]
                ?? (answer.kind.letter == letter ? answer.sureness : 0)
            return sum - log(max(share, Self.least))
        }
    }
}

extension [String: LetterTally] {
    /// The loss of each answer said, over all speakers; nil if nothing was said.
    var loss: Double? { values.total.loss }
}

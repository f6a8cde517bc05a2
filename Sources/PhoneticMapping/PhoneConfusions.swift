internal import Foundation

/// Which sounds are mistaken for which, measured: how probable it is that a phone said is heard
/// as another, is lost, or that one is heard that nobody said.
///
/// The counts are in `grammars/phone-confusions.tsv`; `scripts/measure-phone-confusions` makes
/// them. A cost is -ln P, so that costs of the phones of a word add up.
public struct PhoneConfusions: Sendable {
    /// Added to each count, so that what was never seen is improbable and not impossible
    /// (Lidstone's rule with 1/2, Krichevsky & Trofimov 1981).
    static let pseudocount = 0.5

    /// A row a phone said, a column a phone heard; the last column is "lost".
    private let substitution: [[Double]]
    /// For each phone: the cost of hearing it where nothing was said.
    private let insertion: [Double]

    /// - Parameters:
    ///   - counts: for each phone said and heard, how often.
    ///   - lost: for each phone, how often it was said and not heard.
    ///   - added: for each phone, how often it was heard and not said.
    package init(counts: [[Double]], lost: [Double], added: [Double]) {
        substitution = zip(counts, lost).map { row, lost in
            let all = row + [lost]
            let total = all.reduce(0, +) + Self.pseudocount * Double(all.count)
            return all.map { -log(($0 + Self.pseudocount) / total) }
        }
        // One place for an insertion comes with each phone said.
        let places =
            counts.joined().reduce(0, +) + lost.reduce(0, +) + added.reduce(0, +)
            + Self.pseudocount * Double(added.count)
        insertion = added.map { -log(($0 + Self.pseudocount) / places) }
    }

    /// -ln P(heard | said).
    public func cost(said: Phone, heard: Phone) -> Double {
        substitution[said.index][heard.index]
    }

    /// -ln P(nothing heard | said).
    public func cost(lost said: Phone) -> Double {
        substitution[said.index][Phone.allCases.count]
    }

    /// -ln P(heard where nothing was said).
    public func cost(added heard: Phone) -> Double {
        insertion[heard.index]
    }

    /// -ln P of hearing one pronunciation where another was said: the cheapest way to turn what
    /// was said into what was heard by exchanging, losing and adding phones (Wagner & Fischer
    /// 1974, with measured costs).
    public func cost(said: Pronunciation, heard: Pronunciation) -> Double {
        var row = [0.0]
        for phone in heard.phones { row.append((row.last ?? 0) + cost(added: phone)) }
        for phone in said.phones {
            var next = [row[0] + cost(lost: phone)]
            for (index, other) in heard.phones.enumerated() {
                next.append(
                    min(
                        row[index] + cost(said: phone, heard: other),
                        row[index + 1] + cost(lost: phone),
                        next[index] + cost(added: other)))
            }
            row = next
        }
        return row[heard.phones.count]
    }
}

/// Letters said to a recogniser, and what was accepted as heard, counted on recordings.
public struct HearingCounts: Sendable, Equatable {
    /// Letters heard as what they were.
    public var right: Int
    /// How often a letter that was said (outer) was heard as another (inner).
    public var wrong: [Letter: [Letter: Int]]

    /// Counts.
    public init(right: Int, wrong: [Letter: [Letter: Int]]) {
        self.right = right
        self.wrong = wrong
    }

    /// Letters counted.
    public var letters: Int { right + misheard }

    /// Letters heard as others.
    public var misheard: Int { wrong.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
}

extension HearingModel {
    /// The hearing that was counted on recordings.
    ///
    /// Letters heard rightly are taken to be spread evenly over the letters said. Recordings are
    /// few, and a confusion that was not counted may happen all the same: each row is mixed with an
    /// even one of the same share misheard, as if so many more letters had been counted.
    ///
    /// - Parameter letters: those that the test shows; confusions of others are left out.
    public init(_ counts: HearingCounts, among letters: [Letter] = Letter.sloan) {
        let shown = counts.wrong.filter { letters.contains($0.key) }
        let misheard = shown.values.reduce(0) { $0 + $1.values.reduce(0, +) }
        let said = Double(counts.right + misheard) / Double(letters.count)
        let others = Double(letters.count - 1)
        // Half a letter keeps a perfect record from claiming that nothing can ever go wrong.
        let share = (Double(misheard) + 0.5) / (Double(counts.right + misheard) + 1)
        let rows = letters.map { letter in
            let confusions = shown[letter] ?? [:]
            let wrong = Double(confusions.values.reduce(0, +))
            // What was heard as a letter that is not shown may be any mishearing.
            let outside = confusions.reduce(0.0) {
                letters.contains($1.key) ? $0 : $0 + Double($1.value)
            }
            return letters.map { heard in
                let isRight = heard == letter
                let even = isRight ? 1 - share : share / others
                let counted =
                    isRight
                    ? max(said - wrong, 0) : Double(confusions[heard] ?? 0) + outside / others
                return counted + Self.evenLetters * even
            }
        }
        self.init(letters: letters, chances: rows)
    }

    /// Letters that are taken to have been counted evenly besides, for each letter said.
    private static let evenLetters = 5.0
}

/// Counts, on recordings, of the letters said to a recogniser and the letters accepted as heard.
public struct ConfusionCounts: Sendable, Equatable {
    /// Letters heard correctly.
    public var right: Int
    /// Counts of a letter that was said (outer) and heard as another (inner).
    public var wrong: [Letter: [Letter: Int]]
    /// The letters by their confidence, from 0...0.1 to 0.9...1; empty where that was not counted.
    public var tenths: [Tenth]
    /// The letters that were said; nil where that is not known.
    public var said: [Letter]?

    /// The letters whose confidence lay in a tenth of the range.
    public struct Tenth: Sendable, Equatable {
        /// Letters that were accepted with such a confidence.
        public var letters: Int
        /// Those of them that were heard correctly.
        public var right: Int

        /// Counts.
        public init(letters: Int, right: Int) {
            self.letters = letters
            self.right = right
        }
    }

    /// Counts.
    public init(
        right: Int, wrong: [Letter: [Letter: Int]], tenths: [Tenth] = [], said: [Letter]? = nil
    ) {
        self.right = right
        self.wrong = wrong
        self.tenths = tenths
        self.said = said
    }

    /// Letters counted.
    public var letters: Int { right + misheard }

    /// Letters heard as others.
    public var misheard: Int { wrong.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

    /// The letters that were said, as far as known. If the file does not list them, they
    /// are the four straight directions for a test of directions, since there are no known
    /// recordings of people who name diagonals; else Sloan's letters.
    ///
    /// - Parameter choices: the letters that the test shows.
    public func said(toAnswer choices: [Letter]) -> Set<Letter> {
        let areDirections = choices.allSatisfy { Direction($0) != nil }
        let usual = areDirections ? Direction.straight.map(\.letter) : Letter.sloan
        return Set(said ?? usual).union(wrong.keys)
    }
}

extension RecognitionErrorModel {
    /// The hearing that was counted on recordings.
    ///
    /// All letters of `ConfusionCounts.said(toAnswer:)` are assumed to be said equally often.
    /// Recordings are few, and a confusion without a count may still happen. So the share misheard
    /// shrinks towards that of all letters counted, and each row is mixed with an even row of that
    /// share, which counts as a few more letters.
    ///
    /// - Parameters:
    ///   - counts: the letters said and heard.
    ///   - letters: those that the test shows; confusions of others are left out.
    public init(_ counts: ConfusionCounts, among letters: [Letter] = Letter.sloan) {
        let said = counts.said(toAnswer: letters)
        let times = Double(counts.letters) / Double(said.count)
        let share = Self.share(of: counts, among: letters, said: said, times: times)
        let others = Double(letters.count - 1)
        let rows = letters.map { letter in
            let confusions = counts.wrong[letter] ?? [:]
            let unseen = said.contains(letter) ? Self.unseen(of: counts) / Double(said.count) : 0
            let wrong = Double(confusions.values.reduce(0, +)) + unseen
            // A heard letter that the test does not show is shared out among all mishearings.
            let outside = confusions.reduce(unseen) {
                letters.contains($1.key) ? $0 : $0 + Double($1.value)
            }
            let right = said.contains(letter) ? max(times - wrong, 0) : 0
            return letters.map { heard in
                let isRight = heard == letter
                let even = isRight ? 1 - share : share / others
                let counted = isRight ? right : Double(confusions[heard] ?? 0) + outside / others
                return counted + Self.evenLetters * even
            }
        }
        let bands = counts.tenths.enumerated().map { index, tenth in
            let wrong = Double(tenth.letters - tenth.right) + Self.evenLetters * share
            return ConfidenceBand(
                from: Double(index) / Double(counts.tenths.count),
                relativeRisk: wrong / (Double(tenth.letters) + Self.evenLetters) / share)
        }
        self.init(letters: letters, chances: rows, bands: bands)
    }

    /// The misheard share of the letters that a test shows, shrunk towards that of all letters.
    private static func share(
        of counts: ConfusionCounts, among letters: [Letter], said: Set<Letter>, times: Double
    ) -> Double {
        let overall = (Double(counts.misheard) + 0.5) / (Double(counts.letters) + 1)
        let shown = letters.filter(said.contains)
        let misheard = shown.reduce(0) { sum, letter in
            sum + (counts.wrong[letter]?.values.reduce(0, +) ?? 0)
        }
        let unseen = unseen(of: counts) * Double(shown.count) / Double(said.count)
        return (Double(misheard) + unseen + sharedLetters * overall)
            / (Double(shown.count) * times + sharedLetters)
    }

    /// Half a misheard letter if none was counted, so that mishearing stays possible.
    private static func unseen(of counts: ConfusionCounts) -> Double {
        counts.misheard == 0 ? 0.5 : 0
    }

    /// Letters added to the counts of each letter said, and of each tenth of the confidence. They
    /// are misheard as often as all letters.
    private static let evenLetters = 5.0
    /// Letters added to the counts of all letters of a test together.
    private static let sharedLetters = 20.0
}

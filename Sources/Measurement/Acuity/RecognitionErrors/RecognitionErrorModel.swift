internal import Foundation

/// The chances that a spoken letter is heard as another: the confusion matrix of a recogniser.
///
/// Its rows are the letters said, its columns the letters heard, among those that a test shows. It
/// counts accepted answers only: unclear ones are asked for again.
public struct RecognitionErrorModel: Sendable, Equatable {
    /// The letters of rows and columns.
    public let letters: [Letter]
    /// The chance, 0...1, to hear a letter (column) when one was said (row); rows add up to 1.
    public let chances: [[Double]]
    /// The uncertainty of the chance of mishearing: the standard deviation of its natural
    /// logarithm; 0 if the chance is known. A rate counted on one day with one kind of person is
    /// not the rate of the next person.
    public let spread: Double
    /// The chance to be misheard by confidence; empty if the relation is not known.
    public let bands: [ConfidenceBand]

    /// Counts of how the person of a test was heard in the warm-up; nil if not known.
    var person: PersonalHearing?

    /// The chance, 0...1, that a letter is misheard, averaged over the letters.
    public let misheard: Double
    /// For each letter, the chance to hear it when another was said, averaged over the others.
    private let heardForOthers: [Double]

    /// A model.
    ///
    /// - Parameters:
    ///   - letters: at least two.
    ///   - chances: a row of chances for each letter said; rows are scaled to add up to 1.
    ///   - spread: of the natural logarithm of the chance to be misheard.
    ///   - bands: ascending by confidence.
    public init(
        letters: [Letter], chances: [[Double]], spread: Double = Self.usualSpread,
        bands: [ConfidenceBand] = []
    ) {
        precondition(letters.count > 1 && chances.count == letters.count)
        precondition(chances.allSatisfy { $0.count == letters.count })
        let rows = chances.map { row in
            let sum = row.reduce(0, +)
            return row.map { $0 / sum }
        }
        self.letters = letters
        self.chances = rows
        self.spread = spread
        self.bands = bands
        let count = letters.count
        misheard = 1 - letters.indices.reduce(0) { $0 + rows[$1][$1] } / Double(count)
        heardForOthers = letters.indices.map { heard in
            let all = rows.reduce(0) { $0 + $1[heard] }
            return (all - rows[heard][heard]) / Double(count - 1)
        }
    }

    /// A model that mishears each letter with the same chance, as any other letter with equal
    /// probability.
    ///
    /// - Parameters:
    ///   - misheard: the chance, 0 up to 1.
    ///   - letters: those that the test shows.
    ///   - spread: the standard deviation over people of the chance's natural logarithm.
    public init(
        misheard: Double, among letters: [Letter] = Letter.sloan,
        spread: Double = Self.usualSpread
    ) {
        let other = misheard / Double(letters.count - 1)
        self.init(
            letters: letters,
            chances: letters.map { said in
                letters.map { $0 == said ? 1 - misheard : other }
            },
            spread: misheard > 0 ? spread : 0)
    }

    /// A model without mishearing, for answers that are typed or touched.
    public static let exact = RecognitionErrorModel(misheard: 0, spread: 0)

    /// The usual spread of the chance of mishearing between people: the standard deviation of its
    /// natural logarithm (docs/decisions/008-hearing-varies.md). With it, half of all people are
    /// within a factor of 1.5 of the median.
    public static let usualSpread = 0.57

    /// The chance, 0...1, to hear a letter when one was said; 0 for letters that are not shown.
    public func chance(of heard: Letter, whenSaid said: Letter) -> Double {
        guard let row = letters.firstIndex(of: said), let column = letters.firstIndex(of: heard)
        else { return 0 }
        return chances[row][column]
    }

    /// How much likelier than on average an answer of a confidence is to be misheard.
    func relativeRisk(at confidence: Double) -> Double {
        bands.last { $0.from <= confidence }?.relativeRisk ?? bands.first?.relativeRisk ?? 1
    }

    /// The probability of the letter heard, if the person named the letter shown, and if the person
    /// named another, each of the others equally likely.
    ///
    /// - Parameters:
    ///   - heard: the letter heard, any of the alphabet.
    ///   - shown: the letter shown, one of the model's.
    ///   - factor: multiplies the chances to be misheard.
    func evidence(
        _ heard: Letter, for shown: Letter, factor: Double
    ) -> (named: Double, namedOther: Double) {
        guard let row = letters.firstIndex(of: shown) else {
            return heard == shown ? (1, 0) : (0, 1)
        }
        // The factor must not raise a chance of mishearing above `mostMisheard`.
        let ownError = 1 - chances[row][row]
        let own = ownError > 0 ? min(factor, Self.mostMisheard / ownError) : factor
        if heard == shown { return (1 - own * ownError, min(1, factor * heardForOthers[row])) }
        guard let column = letters.firstIndex(of: heard) else {
            // The model does not have the letter heard. The answer only shows that the letter
            // shown was not heard.
            return (own * ownError, 1 - min(1, factor * heardForOthers[row]))
        }
        let others = Double(letters.count - 1)
        let heardError = 1 - chances[column][column]
        let kept = max(1 - factor * heardError, 1 - Self.mostMisheard)
        let fromRest = max(0, heardForOthers[column] * others - chances[row][column])
        return (own * chances[row][column], (kept + factor * fromRest) / others)
    }

    /// Maximum chance of mishearing, 0...1: with all of it an answer would show nothing.
    static let mostMisheard = 0.9
}

extension RecognitionErrorModel {
    /// Possible factors of the given chance of mishearing, with weights: the three points of Gauss
    /// and Hermite for a normal distribution of its logarithm. The mean is the given chance, and
    /// the middle point has two thirds of the weight.
    var factors: [(factor: Double, weight: Double)] {
        guard spread > 0, misheard > 0 else { return [(1, 1)] }
        if let person { return factors(of: person) }
        let far = min(exp(3.0.squareRoot() * spread), max(1.5, Self.mostInATest / misheard))
        let above = (1 - 1 / far) / (far - 1 / far) / 3
        return [(1 / far, 1.0 / 3 - above), (1, 2.0 / 3), (far, above)]
    }

    /// Maximum share of misheard letters that a test without a warm-up assumes; 1.5 times the share
    /// of the model is always allowed. More would make a chart worse by more than a line: 0.008
    /// logMAR for each percent.
    private static let mostInATest = 0.15

    /// A factor of the given chance of mishearing, drawn by its weight.
    public func factor(using generator: inout some RandomNumberGenerator) -> Double {
        factors[generator.index(weightedBy: factors.map(\.weight))].factor
    }
}

extension RecognitionErrorModel {
    /// The hearing that was counted on recordings, for a test of these optotypes.
    public init(_ counts: ConfusionCounts, toAnswer optotypes: OptotypeSet) {
        self.init(counts, among: optotypes.choices)
    }
}

/// The chance that answers of at least a certain confidence are misheard.
public struct ConfidenceBand: Sendable, Equatable {
    /// The lowest confidence of the band, 0...1.
    public var from: Double
    /// The chance to be misheard in it, as a multiple of the average one.
    public var relativeRisk: Double

    /// A band.
    public init(from: Double, relativeRisk: Double) {
        self.from = from
        self.relativeRisk = relativeRisk
    }
}

public import Acuity

/// A recogniser of known errors: it hears a simulated patient's answers and asks again for those
/// that it did not understand.
public struct SimulatedEar: Sendable {
    /// Times that a letter is asked for again before the patient passes, as the simulated patient
    /// of the demonstration does.
    public static let mostAskings = 2

    private let rows: [Letter: ConfusionMatrix.Row]
    /// The probability of each tenth of the confidence; empty if confidence is always 1.
    private let rightTenths: [Double]
    private let wrongTenths: [Double]
    private var generator: SplitMix64

    /// An ear; the same seed mishears the same letters.
    ///
    /// - Parameter optotypes: the optotypes of the test.
    public init(_ matrix: ConfusionMatrix, among optotypes: OptotypeSet = .sloan, seed: UInt64) {
        let choices = optotypes.choices
        rows = Dictionary(
            uniqueKeysWithValues: choices.map { ($0, matrix.row(of: $0, among: choices)) })
        rightTenths = matrix.lettersByConfidence(right: true)
        wrongTenths = matrix.lettersByConfidence(right: false)
        generator = SplitMix64(seed: seed)
    }

    /// Hears one answer. That a letter cannot be seen is always understood.
    public mutating func hear(_ response: Response) -> Answer {
        guard case .named(let said) = response, let row = rows[said] else {
            return Answer(response)
        }
        for askings in 0...Self.mostAskings {
            // Two draws for each saying, so that rates of errors are compared on the same luck.
            let understanding = generator.fraction()
            var luck = generator.fraction()
            guard understanding >= row.unclear else { continue }
            for wrong in row.wrong {
                if luck < wrong.chance {
                    return Answer(
                        .named(wrong.letter), confidence: confidence(wrongTenths),
                        unclearBefore: askings)
                }
                luck -= wrong.chance
            }
            return Answer(
                response, confidence: confidence(rightTenths), unclearBefore: askings)
        }
        return Answer(nil, unclearBefore: Self.mostAskings)
    }

    /// The middle of a tenth, as likely as letters were counted in it.
    private mutating func confidence(_ tenths: [Double]) -> Double {
        guard tenths.contains(where: { $0 > 0 }) else { return 1 }
        return (Double(generator.index(weightedBy: tenths)) + 0.5) / Double(tenths.count)
    }
}

internal import Acuity
internal import Foundation
internal import LetterSpeech

/// Letters of one person, kept as prototypes: a sound that resembles them is corrected as they had
/// to be.
///
/// Each prototype has a direction in the space of the net's embeddings and a correction for each
/// of the 26 letters, in nats. A new sound gets the corrections of all prototypes, each as far as
/// the cosine between the two says. The corrections are those of kernel logistic regression (Zhu
/// and Hastie, J. Comput. Graph. Stat. 2005) that starts from what the nets say: as small as they
/// can be and yet make the nets name the prototypes' letters. What all prototypes have in common,
/// such as a microphone that makes every V a B, corrects letters that were not learnt, too.
///
/// Only the letters' shares among each other change; what all of them have together, against words
/// and noise, stays.
final class LetterPrototypes: VoiceLearning {
    /// How strongly corrections are kept small, beside the likelihood of one prototype. Tried with
    /// nine speakers whom no model had heard, as they are, through bad microphones and with their
    /// voices changed: 0.02 to 0.2 come to the same within a point.
    static let shrinkage = 0.05
    /// Rounds of the fit. The corrections of ten prototypes are found to a hundredth of a nat.
    static let rounds = 200
    /// A letter that the nets hold for impossible has this log probability.
    static let least = -12.0

    private struct Prototype {
        var letter: Letter
        var direction: [Float]
        /// By `letters`.
        var logarithms: [Double]
        /// By `letters`, nats.
        var correction = [Double](repeating: 0, count: letters.count)
    }

    private static let letters = Letter.allCases

    /// How many numbers an embedding has.
    private let width: Int
    private var prototypes: [Prototype] = []
    /// Whether the corrections are those of all prototypes.
    private var isFitted = true

    init(width: Int) { self.width = width }

    var count: Int { prototypes.count }

    func forgetSession() { prototypes = [] }

    func learn(_ evidence: LetterEvidence, as letter: Letter) {
        guard let direction = direction(of: evidence.embedding) else { return }
        prototypes.append(
            Prototype(
                letter: letter, direction: direction,
                logarithms: Self.logarithms(of: evidence)))
        isFitted = false
    }

    func corrected(_ evidence: LetterEvidence) -> LetterEvidence {
        guard !prototypes.isEmpty, let direction = direction(of: evidence.embedding) else {
            return evidence
        }
        if !isFitted { fit() }
        let told = Self.logarithms(of: evidence)
        var moved = told
        for prototype in prototypes {
            let cosine = Self.cosine(prototype.direction, direction)
            for index in moved.indices { moved[index] += cosine * prototype.correction[index] }
        }
        let shift = Self.logarithmOfSum(told) - Self.logarithmOfSum(moved)
        var corrected = evidence
        for (letter, value) in zip(Self.letters, moved) {
            corrected.letters[letter] = value + shift
        }
        return corrected
    }

    /// Finds the corrections of all prototypes: steps of gradient descent in the space of the
    /// functions that they make up, short enough for however many resemble each other.
    private func fit() {
        let cosines = prototypes.map { one in
            prototypes.map { Self.cosine(one.direction, $0.direction) }
        }
        let closest = cosines.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1
        // The curvature of the likelihood is at most half of the resemblances' sum (Böhning,
        // Ann. Inst. Stat. Math. 1992).
        let step = 1 / (0.5 * closest + Self.shrinkage)
        var corrections = prototypes.map { _ in
            [Double](repeating: 0, count: Self.letters.count)
        }
        for _ in 0..<Self.rounds {
            let said = prototypes.indices.map { index in
                var odds = prototypes[index].logarithms
                for (other, cosine) in cosines[index].enumerated() {
                    for letter in odds.indices {
                        odds[letter] += cosine * corrections[other][letter]
                    }
                }
                let sum = Self.logarithmOfSum(odds)
                return odds.map { exp($0 - sum) }
            }
            for index in prototypes.indices {
                for (letter, probability) in said[index].enumerated() {
                    let truth = Self.letters[letter] == prototypes[index].letter ? 1.0 : 0.0
                    corrections[index][letter] +=
                        step
                        * (truth - probability - Self.shrinkage * corrections[index][letter])
                }
            }
        }
        for index in prototypes.indices { prototypes[index].correction = corrections[index] }
        isFitted = true
    }

    /// Where an embedding points, of length 1; nil where it is not of this net, or nothing.
    private func direction(of embedding: [Float]) -> [Float]? {
        guard embedding.count == width, embedding.allSatisfy(\.isFinite) else { return nil }
        let length = embedding.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? embedding.map { $0 / length } : nil
    }

    private static func logarithms(of evidence: LetterEvidence) -> [Double] {
        letters.map { max(evidence.letters[$0] ?? least, least) }
    }

    private static func cosine(_ one: [Float], _ other: [Float]) -> Double {
        Double(zip(one, other).reduce(0) { $0 + $1.0 * $1.1 })
    }

    private static func logarithmOfSum(_ values: [Double]) -> Double {
        let most = values.max() ?? 0
        return most + log(values.reduce(0) { $0 + exp($1 - most) })
    }
}

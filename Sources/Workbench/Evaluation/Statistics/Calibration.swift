internal import Acuity
internal import PhoneticMapping
internal import Recognition

/// The calibration of confidence: the share of right letters in each tenth.
///
/// The expected calibration error is the mean distance between confidence and share right over ten
/// bins of equal width, weighted by their letters (Naeini, Cooper and Hauskrecht, AAAI 2015).
struct Calibration {
    /// The letters whose confidence lies in one tenth.
    struct Bin: Equatable {
        var letters = 0
        var right = 0
        /// The sum of their confidences.
        var given = 0.0
    }

    /// The number of bins.
    private static let binCount = 10

    /// The bins from 0…0.1 to 0.9…1.
    private(set) var bins = [Bin](repeating: Bin(), count: Self.binCount)

    /// Adds a letter that was heard.
    mutating func add(confidence: Double, isRight: Bool) {
        let index = min(Self.binCount - 1, max(0, Int(confidence * Double(Self.binCount))))
        bins[index].letters += 1
        bins[index].right += isRight ? 1 : 0
        bins[index].given += confidence
    }

    /// Adds all letters heard in a recording, accepted or not; an inserted letter is wrong.
    mutating func add(_ row: HeardRow, thresholds: AcceptanceThresholds) {
        let answers = row.answers(at: thresholds.accepting(from: 0))
        for step in AnswerAlignment(said: row.row.letters, heard: answers).steps {
            guard let answer = step.answer, let letter = answer.kind.letter else { continue }
            add(confidence: answer.confidence, isRight: letter == step.said)
        }
    }

    /// The expected calibration error, 0…1; nil without letters.
    var error: Double? {
        let letters = bins.reduce(0) { $0 + $1.letters }
        guard letters > 0 else { return nil }
        return bins.reduce(0) { $0 + abs($1.given - Double($1.right)) } / Double(letters)
    }
}

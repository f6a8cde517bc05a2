internal import Foundation

/// What speaks for a heard answer, and how sure that makes it.
struct Evidence {
    /// By how many nats the best other answer explains the sound worse; below zero where the
    /// answer was heard in a breath and another one in the same sound alone.
    var margin: Double
    /// How far its sounds lie from the best sounds that the grammar has, in nats a frame.
    var fit: Double
    /// How long it is, in seconds.
    var duration: Double

    /// The margin beyond which more says nothing: 25 nats.
    static let mostMargin = 25.0

    /// The probability that the answer was said, 0…1.
    var confidence: Double {
        let margin = max(-Self.mostMargin, min(Self.mostMargin, margin)) / Self.mostMargin
        let score =
            3.676 + 1.344 * margin - 0.472 * fit - 4.97 * min(duration, 1.2)
            + 1.737 * min(duration, 0.3)
        return 1 / (1 + exp(-score))
    }
}

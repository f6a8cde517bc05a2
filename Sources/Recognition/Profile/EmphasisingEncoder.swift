internal import Foundation

/// A speech encoder behind a first-order filter that makes high tones louder, or softer, for a
/// microphone that is muffled or shrill. Not thread-safe: one owner.
package final class EmphasisingEncoder: SpeechEncoding {
    /// The frequency at which the filter leaves the level as it is, Hz.
    private static let pivot = 1_000.0
    /// The range of coefficients. Beyond it a voice is hardly one.
    package static let coefficients = -0.8...0.8

    private let encoder: any SpeechEncoding
    private let coefficient: Double

    /// - Parameter coefficient: a in y[n] = x[n] - a x[n - 1]; above 0 for more of the high tones.
    package init(_ encoder: any SpeechEncoding, coefficient: Double) {
        self.encoder = encoder
        self.coefficient = coefficient
    }

    package var tokens: [String] { encoder.tokens }

    package func frames(of samples: [Float]) -> TokenFrames {
        encoder.frames(of: Self.filtered(samples, coefficient: coefficient))
    }

    /// A sound of 16,000 samples a second behind the filter.
    static func filtered(_ samples: [Float], coefficient: Double) -> [Float] {
        let turn = 2 * Double.pi * pivot / 16_000
        let power = 1 + coefficient * coefficient - 2 * coefficient * cos(turn)
        let gain = Float(1 / power.squareRoot())
        let share = Float(coefficient)
        var before: Float = 0
        return samples.map { sample in
            defer { before = sample }
            return gain * (sample - share * before)
        }
    }
}

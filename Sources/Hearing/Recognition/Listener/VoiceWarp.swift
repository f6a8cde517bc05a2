internal import Foundation

/// The factor for the frequencies of a voice: the net hears a child lower, like the adults from whom
/// it learnt (vocal tract length normalisation; Lee and Rose 1998, "A frequency warping approach to
/// speaker normalization").
///
/// A child's vocal tract is shorter than an adult's, and the voice is higher. So the pitch gives the
/// factor: (240 Hz / pitch)^0.5, in steps of 0.05, from 0.75 to 1. Both numbers are fitted
/// (docs/decisions/066-very-high-voices.md).
package enum VoiceWarp {
    /// Voices above this pitch are heard lower, Hz.
    private static let adult = 240.0
    private static let power = 0.5
    /// Number of steps from 0 to 1.
    private static let steps = 20.0
    private static let least = 0.75

    /// The factor for a median pitch in Hz; 1 without one.
    package static func factor(pitch: Double?) -> Double {
        guard let pitch, pitch > adult else { return 1 }
        let step = (pow(adult / pitch, power) * steps).rounded()
        return max(least, step / steps)
    }
}

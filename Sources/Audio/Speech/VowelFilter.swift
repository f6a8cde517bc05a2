internal import Foundation

/// Lets 100 to 1000 Hz pass, at 16,000 samples a second: above, a Butterworth filter of second
/// order (Bristow-Johnson, Cookbook formulae for audio EQ biquad filter coefficients, low-pass);
/// below, one of first order that takes hum and what is constant away.
struct VowelFilter: Sendable {
    private static let highest: Float = 1000
    private static let lowest: Float = 100
    private static let angle = 2 * Float.pi * highest / Float(speechRate)
    private static let alpha = sin(angle) / Float(2).squareRoot()
    private static let scale = 1 + alpha
    private static let ahead = (1 - cos(angle)) / 2 / scale
    private static let back = (-2 * cos(angle) / scale, (1 - alpha) / scale)
    private static let memory = exp(-2 * Float.pi * lowest / Float(speechRate))

    private var previous: Float = 0
    private var high: Float = 0
    /// What went in and what came out, one sample ago and two.
    private var into: (Float, Float) = (0, 0)
    private var out: (Float, Float) = (0, 0)

    mutating func next(_ sample: Float) -> Float {
        high = sample - previous + Self.memory * high
        previous = sample
        let low =
            Self.ahead * (high + 2 * into.0 + into.1) - Self.back.0 * out.0 - Self.back.1 * out.1
        into = (high, into.0)
        out = (low, out.0)
        return low
    }
}

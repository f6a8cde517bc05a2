internal import Acuity

/// The noise of a quiet room: random, and with more low than high tones, as fans and traffic have.
///
/// Without it there would be perfect silence between the words, which no microphone ever hears and
/// no recogniser expects.
public struct RoomNoise: Sendable {
    /// How loud: rms amplitude, 1 at full scale.
    public let amplitude: Float

    /// About 31 units of 16 bits, -60 dB: a quiet room and a common microphone.
    public static let quietRoom: Float = 0.001

    /// How much of each sample goes on into the next: a low-pass filter of first order whose
    /// corner lies near 570 Hz.
    private static let memory: Float = 0.8

    private var generator: SplitMix64
    private var last: Float = 0

    /// The noise of a room; the same seed gives the same noise.
    public init(amplitude: Float = RoomNoise.quietRoom, seed: UInt64) {
        self.amplitude = amplitude
        generator = SplitMix64(seed: seed)
    }

    /// The next samples.
    public mutating func next(_ count: Int) -> [Float] {
        // The filter passes 1 / (1 - memory^2) of the power of what goes in.
        let gain = amplitude * (1 - Self.memory * Self.memory).squareRoot()
        return (0..<count).map { _ in
            last = Self.memory * last + gain * Self.nearlyNormal(generator.next())
            return last
        }
    }

    /// A number of mean 0 and variance 1: the sum of four even draws of 16 bits, each of variance
    /// 1/12, is close enough to a normal distribution for the ear (Irwin-Hall).
    private static func nearlyNormal(_ bits: UInt64) -> Float {
        var sum: Float = -2
        for part in 0..<4 {
            sum += Float(UInt16(truncatingIfNeeded: bits >> (16 * part))) / 65_536
        }
        return sum * Float(3).squareRoot()
    }
}

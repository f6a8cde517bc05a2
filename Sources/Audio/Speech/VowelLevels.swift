internal import Foundation

/// How loud the vowels of a sound are, word by word: whoever speaks into the microphone is louder
/// than whoever talks behind.
public struct VowelLevels: Sendable {
    /// How many frames on each side count with one: 70 ms together, less than any vowel.
    private static let reach = 3

    /// Mean levels around each frame, dB.
    private let values: [Float]
    /// The loudest of them, dB over one step of 16 bits; 0 where the sound is shorter than a frame.
    public let loudest: Float

    /// Measures a sound from its start to its end.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public init(of samples: [Float]) {
        var energy = SpeechEnergy(.vowels)
        values = MeanLevels.of(energy.take(samples), reach: Self.reach)
        loudest = values.max() ?? 0
    }

    /// How far the loudest vowel in a part of the sound lies below the loudest of all, dB; 0 where
    /// the part has no frame.
    ///
    /// Its edges count too, and with them 35 ms of what lies beyond: right beside the loudest vowel
    /// nothing lies further below it than 3 dB.
    ///
    /// - Parameter seconds: from the start of the sound.
    public func depth(of seconds: ClosedRange<Double>) -> Double {
        let rate = Double(speechRate) / Double(SpeechEnergy.hop)
        let frames = Int(seconds.lowerBound * rate)..<Int(seconds.upperBound * rate)
        let most = values[frames.clamped(to: values.indices)].max() ?? loudest
        return Double(loudest - most)
    }
}

/// Levels of a sound without its shortest ups and downs.
enum MeanLevels {
    /// The mean power around each frame, dB. Beyond its ends a sound is silent.
    ///
    /// - Parameters:
    ///   - levels: frame after frame, dB.
    ///   - reach: how many frames on each side count with each.
    static func of(_ levels: [Float], reach: Int) -> [Float] {
        let powers = levels.map { pow(10, $0 / 10) }
        return levels.indices.map { index in
            let near = max(0, index - reach)...min(levels.count - 1, index + reach)
            return 10 * log10(powers[near].reduce(0, +) / Float(2 * reach + 1))
        }
    }
}

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

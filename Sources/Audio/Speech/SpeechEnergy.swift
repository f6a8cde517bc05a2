import Foundation

/// How loud a sound is, frame by frame, as far as speech goes: the power of the pre-emphasised
/// signal, so that hum and rumble count little and consonants count.
public struct SpeechEnergy: Sendable {
    /// Samples from one frame to the next: 10 ms.
    public static let hop = speechRate / 100
    /// Samples a frame looks at: 25 ms, as in most front ends of speech recognisers.
    static let window = speechRate / 40
    /// The first-order pre-emphasis that the PocketSphinx front end uses, too.
    static let preEmphasis: Float = 0.97
    /// Keeps digital silence finite: 20 dB under one step of 16 bits.
    static let least: Float = 0.01

    private var pending: [Float] = []
    private var previous: Float = 0

    public init() {}

    /// The energies of the frames that these samples complete, in dB over one step of 16 bits.
    ///
    /// Frame `n` covers the samples from `n * hop` on.
    public mutating func take(_ samples: [Float]) -> [Float] {
        pending.reserveCapacity(pending.count + samples.count)
        for sample in samples {
            let clean = sample.isFinite ? sample * PCM16.fullScale : 0
            pending.append(clean - Self.preEmphasis * previous)
            previous = clean
        }
        var energies: [Float] = []
        var start = 0
        while start + Self.window <= pending.count {
            var power: Float = 0
            for index in start..<start + Self.window { power += pending[index] * pending[index] }
            energies.append(10 * log10(power / Float(Self.window) + Self.least))
            start += Self.hop
        }
        pending.removeFirst(start)
        return energies
    }
}

internal import Foundation

/// How loud sound was, in decibels relative to full scale.
///
/// 0 dB is the power of a full-scale square wave, so that a full-scale sine has an rms of -3.01 dB:
/// the dBov of ITU-T G.100.1 (2015).
public struct Level: Sendable, Equatable {
    /// The largest amplitude, dB: 20 log10 max|x|.
    public var peak: Double
    /// The power, dB: 10 log10 mean(x^2).
    public var rms: Double
    /// The level of what is there between the words, dB; nil for less than ten frames of sound.
    /// See `LevelMeter`.
    public var noiseFloor: Double?
    /// The mean amplitude, -1…1; 0 for a healthy microphone.
    public var offset: Double
    /// How many samples stand in runs at full scale.
    public var clippedSamples: Int
    /// How long the sound is that this tells about, seconds.
    public var seconds: Double

    /// What silence reads, dB: below the last bit of 24-bit sound (-144 dB).
    public static let silence = -150.0

    /// The decibels of a power; `silence` for none.
    public static func decibels(power: Double) -> Double {
        power > 0 ? max(silence, 10 * log10(power)) : silence
    }
}

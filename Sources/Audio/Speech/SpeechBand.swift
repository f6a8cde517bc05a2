/// The part of the spectrum in which speech is separated from noise.
public enum SpeechBand: Sendable, Equatable {
    /// The whole spectrum with emphasis on high frequencies: hum and rumble count little, and
    /// consonants count.
    case consonants
    /// 100 to 1000 Hz, where vowels have most of their power: running water and other hiss has
    /// little there, and masks the consonants anyway.
    case vowels

    /// Least noise that matters, dB on the scale of `SpeechEnergy`.
    private static let noise: Float = 25
    /// Least noise that may mask speech of unknown level, dB: the vowels of most people reach 60 to
    /// 70. A microphone's own hiss is less.
    private static let loudNoise: Float = 45
    /// Level of hiss above its own level among the vowels, dB. Pink noise reaches 1 dB, a running
    /// tap 12; voices lie below 0.
    private static let hiss: Float = 5
    /// Rise above the noise with which the whole spectrum is enough, dB.
    private static let clear: Float = 15
    /// Further rise among the vowels that favours their band, dB.
    private static let gain: Float = 6
    /// Frames at either end of a sound that separate noise from a consonant.
    private static let end = 5

    /// The band for noise whose level in both is known.
    ///
    /// - Parameter least: the least noise that matters.
    static func suited(
        toNoise consonants: Float, _ vowels: Float, from least: Float = loudNoise
    ) -> SpeechBand {
        consonants >= least && consonants - vowels >= hiss ? .vowels : .consonants
    }

    /// The band for a sound that contains speech, from its levels in both.
    static func suited(to consonants: [Float], _ vowels: [Float]) -> SpeechBand {
        let all = LevelRange(of: consonants)
        let low = LevelRange(of: vowels)
        guard all.rise < clear, low.rise > all.rise + gain else { return .consonants }
        if consonants.count >= SpeechThreshold.shortest {
            return suited(toNoise: all.quietest, low.quietest, from: noise)
        }
        // A sound cut close around a word may have a consonant at one end, but rarely at both.
        let ends = [Array(consonants.indices.prefix(end)), Array(consonants.indices.suffix(end))]
        let areHiss = ends.allSatisfy { end in
            let quietest = end.min { consonants[$0] < consonants[$1] } ?? 0
            return suited(toNoise: consonants[quietest], vowels[quietest], from: noise)
                == .vowels
        }
        return areHiss ? .vowels : .consonants
    }
}

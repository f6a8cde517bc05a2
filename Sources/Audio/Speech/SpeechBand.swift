/// Which part of the spectrum tells speech from noise.
public enum SpeechBand: Sendable, Equatable {
    /// All of it, the higher the more: hum and rumble count little, and consonants count.
    case consonants
    /// 100 to 1000 Hz, where vowels have most of their power: running water and other hiss has
    /// little there, and hides the consonants anyway.
    case vowels

    /// The least noise that matters, dB on the scale of `SpeechEnergy`.
    static let noise: Float = 25
    /// The least noise that may hide speech of which nothing is known yet, dB: the vowels of most
    /// recordings of people reach 60 to 70. A microphone's own hiss is less.
    private static let loudNoise: Float = 45
    /// Hiss is noise that lies so far over its level among the vowels, dB. Between words in quiet
    /// recordings it lies 4 to 9 dB under that, as voices do; pink noise 1 dB over it, a running
    /// tap 12.
    static let hiss: Float = 5

    /// How far speech must rise over what lies around it to be told by all of the spectrum, dB.
    static let clear: Float = 15
    /// How much further it must rise among the vowels for those to tell it, dB.
    static let gain: Float = 6

    /// The band by noise alone, whose level in both is known.
    ///
    /// - Parameter least: the least noise that matters.
    static func suited(
        toNoise consonants: Float, _ vowels: Float, from least: Float = loudNoise
    ) -> SpeechBand {
        consonants >= least && consonants - vowels >= hiss ? .vowels : .consonants
    }

    /// Frames at either end of a sound by which noise is told from a consonant.
    static let end = 5

    /// Whether noise may hide speech in a sound, by its levels in all of the spectrum.
    static func mayHide(in consonants: [Float]) -> Bool { LevelRange(of: consonants).rise < clear }

    /// The band for a sound with speech in it, by its levels in both.
    static func suited(to consonants: [Float], _ vowels: [Float]) -> SpeechBand {
        let all = LevelRange(of: consonants)
        let low = LevelRange(of: vowels)
        guard all.rise < clear, low.rise > all.rise + gain else { return .consonants }
        if consonants.count >= SpeechThreshold.shortest {
            return suited(toNoise: all.quietest, low.quietest, from: noise)
        }
        // It may have been cut close around a word: then one end is a consonant, but rarely both.
        let ends = [Array(consonants.indices.prefix(end)), Array(consonants.indices.suffix(end))]
        let areHiss = ends.allSatisfy { end in
            let quietest = end.min { consonants[$0] < consonants[$1] } ?? 0
            return suited(toNoise: consonants[quietest], vowels[quietest], from: noise)
                == .vowels
        }
        return areHiss ? .vowels : .consonants
    }
}

internal import Foundation

/// The loudness and pitch of one stretch of speech, measured once when the stretch is cut out of the sound.
///
/// Everything that judges a stretch reads it here: the evidence for each word, the advice about the
/// microphone, and the check that it was the person at the microphone who answered.
package struct SpeechAnalysis: Sendable, Equatable {
    /// Length of the speech, seconds.
    package let seconds: Double
    /// Level of the loudest frame above the quietest tenth of all frames, dB; 0 without a frame.
    package let range: Double
    /// Level of the loudest vowel, dB over one step of 16 bits: the highest mean over 70 ms between
    /// 100 and 1000 Hz; 0 without a frame. People at the microphone are louder than those farther
    /// away.
    package let loudestVowel: Double
    /// Peak, power and clipping of only the speech; nil without a sample.
    package let level: Level?
    /// Pitch of the voice.
    package let pitch: VoicePitch

    /// Frames on each side that count with one for the level of a vowel: 70 ms together, less than
    /// any vowel.
    private static let vowelReach = 3

    /// Measures a stretch of sound.
    ///
    /// - Parameters:
    ///   - samples: the stretch with what surrounds it, mono at 16,000 Hz.
    ///   - lead: seconds of `samples` before the speech.
    ///   - seconds: length of the speech.
    package init(of samples: [Float], lead: Double, seconds: Double) {
        let bands = BandLevels(of: samples)
        self.seconds = seconds
        range = Double(LevelRange(of: SpeechLevels(choosing: bands).values).rise)
        loudestVowel = Double(Self.means(bands.vowels).max() ?? 0)
        let first = Int(lead * Double(speechRate))
        let count = Int(seconds * Double(speechRate))
        var meter = LevelMeter(windowSeconds: seconds + 1)
        meter.add(samples.dropFirst(first).prefix(count))
        level = meter.level
        // Without what surrounds the speech: a hum or a tone has a pitch, too.
        pitch = VoicePitch(of: Array(samples.dropFirst(first).prefix(count)))
    }

    /// An analysis with these values, for tests of what reads it.
    package init(
        seconds: Double, range: Double, loudestVowel: Double = 0, level: Level? = nil,
        pitch: VoicePitch = VoicePitch()
    ) {
        self.seconds = seconds
        self.range = range
        self.loudestVowel = loudestVowel
        self.level = level
        self.pitch = pitch
    }

    /// Mean power around each frame, dB. The sound is silent beyond its ends.
    private static func means(_ levels: [Float]) -> [Float] {
        let powers = levels.map { pow(10, $0 / 10) }
        return levels.indices.map { index in
            let near = max(0, index - vowelReach)...min(levels.count - 1, index + vowelReach)
            return 10 * log10(powers[near].reduce(0, +) / Float(2 * vowelReach + 1))
        }
    }
}

/// The levels of a whole sound in both bands, frame by frame, dB on the scale of `SpeechEnergy`.
struct BandLevels {
    let consonants: [Float]
    let vowels: [Float]

    /// - Parameter samples: mono at 16,000 Hz.
    init(of samples: [Float]) {
        var consonants = SpeechEnergy(.consonants)
        var vowels = SpeechEnergy(.vowels)
        self.consonants = consonants.take(samples)
        self.vowels = vowels.take(samples)
    }
}

/// The levels of a whole sound in the band that separates its speech from its noise.
struct SpeechLevels {
    let band: SpeechBand
    /// dB on the scale of `SpeechEnergy`, 100 frames a second.
    let values: [Float]

    /// - Parameter samples: mono at 16,000 Hz.
    init(of samples: [Float]) { self.init(choosing: BandLevels(of: samples)) }

    /// The levels in one of two bands.
    init(choosing bands: BandLevels) {
        band = SpeechBand.suited(to: bands.consonants, bands.vowels)
        values = band == .vowels ? bands.vowels : bands.consonants
    }
}

/// The range of levels in a sound, dB.
package struct LevelRange: Sendable {
    /// Level below which the quietest tenth of the frames lies; 0 without a frame.
    package let quietest: Float
    /// Level of the loudest frame; 0 without a frame.
    package let loudest: Float

    /// Level of the loudest frame above the quietest tenth.
    package var rise: Float { loudest - quietest }

    /// The range of levels in dB.
    ///
    /// - Parameter levels: frame after frame.
    package init(of levels: [Float]) {
        let sorted = levels.sorted()
        quietest = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
        loudest = sorted.last ?? 0
    }
}

/// The part of the spectrum in which speech is separated from noise.
package enum SpeechBand: Sendable, Equatable {
    /// The whole spectrum with emphasis on high frequencies: hum and rumble count little, and
    /// consonants count.
    case consonants
    /// 100 to 1000 Hz, where vowels have most of their power: running water and other hiss has
    /// little there, and masks the consonants anyway.
    case vowels

    /// Minimum noise that matters, dB on the scale of `SpeechEnergy`.
    private static let noise: Float = 25
    /// Minimum noise that may mask speech of unknown level, dB: the vowels of most people reach 60
    /// to 70. A microphone's own hiss is less.
    private static let loudNoise: Float = 45
    /// Level of hiss above its own level among the vowels, dB. Pink noise reaches 1 dB, a running
    /// tap 12; voices lie below 0.
    private static let hiss: Float = 5
    /// Minimum rise above the noise at which the whole spectrum is used, dB.
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

internal import Foundation

/// The loudness and pitch of one stretch of speech, measured once when the stretch is cut out of the sound.
///
/// Everything that judges a stretch reads it here: the evidence for each word, the advice about the
/// microphone, and the check that it was the person at the microphone who answered.
package struct SpeechAnalysis: Sendable, Equatable {
    /// Length of the speech, seconds.
    package let seconds: Double
    /// Level of the loudest frame above the quietest tenth of all frames, dB; 0 without a frame. A
    /// band counts less the louder its noise is.
    package let range: Double
    /// Level of the loudest vowel, dB over one step of 16 bits: the highest mean over 70 ms between
    /// 100 and 1000 Hz; 0 without a frame. People at the microphone are louder than those farther
    /// away.
    package let loudestVowel: Double
    /// Peak, power and clipping of only the speech; nil without a sample.
    package let level: Level?
    /// Pitch of the voice.
    package let pitch: VoicePitch

    /// Number of frames on each side that are averaged with a frame for the level of a vowel: 70 ms
    /// together, less than any vowel.
    private static let vowelReach = 3

    /// Measures a stretch of sound.
    ///
    /// - Parameters:
    ///   - samples: the stretch with its surroundings, mono at 16,000 Hz.
    ///   - lead: seconds of `samples` before the speech.
    ///   - seconds: length of the speech.
    package init(of samples: [Float], lead: Double, seconds: Double) {
        self.seconds = seconds
        range = Double(LevelRange(of: SpeechLevels(of: samples).values).rise)
        var vowels = SpeechEnergy(.vowels)
        loudestVowel = Double(Self.means(vowels.take(samples)).max() ?? 0)
        let first = Int(lead * Double(speechRate))
        let count = Int(seconds * Double(speechRate))
        var meter = LevelMeter(windowSeconds: seconds + 1)
        meter.add(samples.dropFirst(first).prefix(count))
        level = meter.level
        // Only the speech, because a hum or a tone around it has a pitch, too.
        pitch = VoicePitch(of: Array(samples.dropFirst(first).prefix(count)))
    }

    /// An analysis with given values, for tests of the code that reads it.
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

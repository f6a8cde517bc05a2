internal import Foundation

/// The levels of a running sound in one band, and the noise between the words.
struct SpeechTrack: Sendable {
    /// Seconds over which the noise is measured, as their quietest tenth.
    static let memory = 5.0
    /// The noise assumed at most while less than a second has been heard, dB: a sound that begins
    /// with speech must not take the speech for noise.
    static let firstNoise: Float = 30

    /// Level below which there is digital silence alone, dB.
    private static let digitalSilence = 10 * log10(SpeechEnergy.least) + 0.1
    /// Frames of a digital silence that count as noise: as many as end a stretch. A muted microphone
    /// gives no information about the room; one that is gated between words has no other noise.
    private static let countedSilence = Int(Endpointer.hang * 100)

    let band: SpeechBand
    /// Frame after frame, dB on the scale of `SpeechEnergy`.
    private(set) var levels: [Float] = []
    private(set) var noise: Float
    private var energy: SpeechEnergy
    /// The last levels, from which the noise is measured; nil if it was known beforehand.
    private var recent: [Float]?
    /// Frames of digital silence so far.
    private var silence = 0

    /// - Parameter noise: the noise if it is known beforehand; nil to measure it while listening.
    init(_ band: SpeechBand, noise: Float? = nil) {
        self.band = band
        self.noise = noise ?? Self.firstNoise
        energy = SpeechEnergy(band)
        recent = noise == nil ? [] : nil
    }

    /// The levels of the frames that these samples complete, which are not yet in `levels`.
    mutating func measure(_ samples: [Float]) -> [Float] { energy.take(samples) }

    /// Takes the next frame.
    ///
    /// - Returns: whether the noise was measured again.
    mutating func take(_ level: Float) -> Bool {
        levels.append(level)
        silence = level < Self.digitalSilence ? silence + 1 : 0
        guard recent != nil, silence <= Self.countedSilence else { return false }
        recent?.append(level)
        let most = Int(Self.memory * 100)
        let spare = (recent?.count ?? 0) - most
        if spare > 0 { recent?.removeFirst(spare) }
        guard let recent, recent.count % 10 == 0 || recent.count == most else { return false }
        let measured = LevelRange(of: recent).quietest
        noise = recent.count < 100 ? min(measured, Self.firstNoise) : measured
        return true
    }

    /// Drops the first levels.
    mutating func forget(_ frames: Int) { levels.removeFirst(frames) }
}

/// The level above which a frame belongs to speech, from the loudest frame and the noise.
public enum SpeechThreshold {
    /// Range of speech below its loudest frame, dB: weak consonants lie within it.
    static let range: Float = 30
    /// Least level of a frame above the noise, dB.
    static let overNoise: Float = 8
    /// Least distance of the threshold below the peak, however loud the noise, dB.
    private static let belowPeak: Float = 10

    /// The threshold in dB, on the scale of `SpeechEnergy`.
    public static func level(peak: Float, noise: Float) -> Float {
        max(peak - range, min(noise + overNoise, peak - belowPeak))
    }

    /// Frames below which a sound may be speech from end to end: one second.
    static let shortest = 100

    /// The noise between words: the level of the quietest tenth of the frames. In a short sound
    /// that tenth may be speech, so its noise is at least `range` below the loudest frame.
    public static func noise(of energies: [Float]) -> Float? {
        guard !energies.isEmpty else { return nil }
        let levels = LevelRange(of: energies)
        return energies.count < shortest
            ? min(levels.quietest, levels.loudest - range) : levels.quietest
    }
}

internal import Foundation

/// The levels of a running sound in one band, and the noise between what is said there.
struct SpeechTrack: Sendable {
    /// The noise is the quietest tenth of so many seconds.
    static let memory = 5.0
    /// The noise assumed at most while less than a second has been heard, dB: a sound that begins
    /// with speech must not take the speech for noise.
    static let firstNoise: Float = 30

    /// Under it lies digital silence alone, dB.
    private static let digitalSilence = 10 * log10(SpeechEnergy.least) + 0.1
    /// How much of a digital silence counts as noise, frames: as much as ends a stretch. A muted
    /// microphone tells nothing of the room; one that is shut between words has no other noise.
    private static let countedSilence = Int(Endpointer.hang * 100)

    let band: SpeechBand
    /// Frame after frame, dB on the scale of `SpeechEnergy`.
    private(set) var levels: [Float] = []
    private(set) var noise: Float
    private var energy: SpeechEnergy
    /// The last levels that noise is learnt from; nil where it was known beforehand.
    private var recent: [Float]?
    /// How many frames digital silence has lasted.
    private var silence = 0

    /// - Parameter noise: the noise where it is known beforehand; nil to learn it while listening.
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
    /// - Returns: whether the noise was measured anew.
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

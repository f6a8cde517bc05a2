internal import Audio

/// The last letters of a person: their sound, and the net's memory of it. The net hears each stretch
/// of speech behind them, and so adapts to voice, room and microphone.
struct LetterContext {
    /// Length of the letters, seconds.
    static let seconds = 2
    /// Sound on each side of a stretch that the net hears, seconds.
    static let margin = 0.1
    /// Highest position of a frame that the net hears, unless a stretch is longer: then it hears the
    /// sound of the letters again, from position 0. Nearly all sounds that it has learnt from are
    /// shorter (docs/decisions/068-letters-are-heard-once.md).
    static let furthest = 300

    private var sound: [Float] = []
    /// The net's memory of the sound and the factor of frequencies with which it heard it; nil if it
    /// must hear the sound again.
    private var memory: (frames: SpeechMemory, warp: Double)?

    /// The same letters for another net, which has not heard them.
    var unheard: LetterContext {
        var other = self
        other.memory = nil
        return other
    }

    /// Adds a stretch in which a letter was understood.
    ///
    /// - Parameter heard: how the net remembers the stretch, behind these letters; nil if it does not.
    mutating func add(_ stretch: SpeechSegment, heard: SpeechMemory?) {
        sound = Array((sound + stretch.samples).suffix(Self.seconds * speechRate))
        guard let heard, let known = memory else { return memory = nil }
        let all = known.frames.followed(by: heard.withoutSilence())
        let most = Int((Double(Self.seconds) / TokenFrames.secondsPerFrame).rounded())
        memory = (all.part(max(0, all.frames - most)..<all.frames), known.warp)
    }

    /// Hears a stretch behind the letters.
    mutating func hear(
        _ stretch: SpeechSegment, by encoder: any SpeechEncoding, warp: Double
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        let length = stretch.seconds + 2 * Self.margin - 2 * TokenFrames.start
        let frames = Int(length / TokenFrames.secondsPerFrame)
        if let known = memory, known.warp == warp, known.frames.end + frames <= Self.furthest {
            return encoder.hear(stretch.samples, warp: warp, after: known.frames)
        }
        let known =
            sound.isEmpty
            ? SpeechMemory()
            : encoder.hear(sound, warp: warp, after: SpeechMemory()).memory.withoutSilence()
        memory = (known, warp)
        return encoder.hear(stretch.samples, warp: warp, after: known)
    }
}

internal import Audio

/// The last letters that a person said: their sound, and the net's memory of it. With these letters as
/// context for each stretch of speech, the net adapts to voice, room and microphone.
struct LetterContext {
    /// Length of the letters, seconds.
    static let seconds = 2
    /// Sound that is kept on each side of the speech of a stretch, seconds.
    private static let margin = 0.12
    /// Number of positions of frames, unless a stretch is longer. A stretch that would need more lets
    /// the net hear the sound of the letters again, from position 0. Nearly all sounds that it has
    /// learnt from are shorter (docs/decisions/068-letters-are-heard-once.md).
    static let furthest = 300
    /// Frames of a stretch with one letter of 0.5 s. Where fewer positions are left, the letters are
    /// heard again for the next stretch, and `prepare` can do that before it begins.
    private static let usual = 65

    /// Whether the net remembers the letters. Otherwise it hears them again with each stretch, in one
    /// sound: the nets of other languages than English hear better so.
    private let isRemembered: Bool
    private var sound: [Float] = []
    /// The net's memory of the sound and the factor of frequencies with which it heard it; nil if it
    /// must hear the sound again.
    private var memory: (frames: SpeechMemory, warp: Double)?

    /// - Parameter isRemembered: whether the net remembers the letters.
    init(isRemembered: Bool) { self.isRemembered = isRemembered }

    /// A context without letters for the same net.
    var emptied: LetterContext { LetterContext(isRemembered: isRemembered) }

    /// The same letters for another net, which has not heard them.
    func unheard(by other: LetterContext) -> LetterContext {
        var letters = other.emptied
        letters.sound = sound
        return letters
    }

    /// Adds a stretch in which a letter was understood.
    ///
    /// - Parameter heard: the net's memory of the stretch; nil if it has none.
    mutating func add(_ stretch: SpeechSegment, heard: SpeechMemory?) {
        let first = max(0, stretch.lead - Self.margin)
        let last = stretch.lead + stretch.seconds + Self.margin
        let rate = Double(speechRate)
        let count = Int(((last - first) * rate).rounded())
        let samples = stretch.samples.dropFirst(Int((first * rate).rounded())).prefix(count)
        // Silence after a letter if the sound was cut at its end. Otherwise the letter would run
        // into the next stretch.
        let quiet = [Float](repeating: 0, count: count - samples.count)
        sound = Array((sound + samples + quiet).suffix(Self.seconds * speechRate))
        guard let heard, let known = memory else {
            memory = nil
            return
        }
        let all = known.frames.followed(by: heard.part(first...last))
        let most = Int((Double(Self.seconds) / TokenFrames.secondsPerFrame).rounded())
        let kept = all.part(max(0, all.frames - most)..<all.frames)
        memory = kept.end + Self.usual <= Self.furthest ? (kept, known.warp) : nil
    }

    /// Hears the letters again if the next stretch would begin with that.
    mutating func prepare(by encoder: any SpeechEncoding, warp: Double) {
        guard isRemembered, memory == nil, !sound.isEmpty else { return }
        hearAgain(by: encoder, warp: warp)
    }

    /// Hears a stretch with the letters as context.
    mutating func hear(
        _ stretch: SpeechSegment, by encoder: any SpeechEncoding, warp: Double
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        guard isRemembered else {
            let before = sound.suffix(sound.count / 320 * 320)
            let all = encoder.hear(before + stretch.samples, warp: warp, after: SpeechMemory())
            return (
                before.isEmpty ? all.frames : all.frames.after(samples: before.count),
                SpeechMemory()
            )
        }
        let frames = TokenFrames.count(ofSamples: stretch.samples.count)
        if let known = memory, known.warp == warp, known.frames.end + frames <= Self.furthest {
            return encoder.hear(stretch.samples, warp: warp, after: known.frames)
        }
        let known = hearAgain(by: encoder, warp: warp)
        return encoder.hear(stretch.samples, warp: warp, after: known)
    }

    /// Hears the letters, and keeps the net's memory of them.
    @discardableResult private mutating func hearAgain(
        by encoder: any SpeechEncoding, warp: Double
    ) -> SpeechMemory {
        let known =
            sound.isEmpty
            ? SpeechMemory()
            : encoder.hear(sound, warp: warp, after: SpeechMemory()).memory
                .part(0...Double(Self.seconds))
        memory = (known, warp)
        return known
    }
}

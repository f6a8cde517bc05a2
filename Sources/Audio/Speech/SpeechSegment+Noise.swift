import Foundation

extension SpeechSegment {
    /// How far below the loudest frame the core of speech reaches, dB: the vowels.
    static let coreRange: Float = 12
    /// How far below the loudest frame the threshold must lie for the stretch to stay as it is, dB:
    /// in less noise its ends are speech, if a weak letter.
    static let clearRange: Float = 25
    /// How much must lie before the core, and after it, to tell the noise there, frames.
    static let leastAround = 5
    /// Gaps that are bridged from the core outwards, frames: the closure inside "aitch".
    static let bridged = 9
    /// What is kept around the speech of a stretch that was cut closer, seconds.
    static let closeContext = 0.15

    /// The stretch without the noise that was taken for speech at its ends, and what is spoken in it.
    ///
    /// How loud the noise is was not known where the stretch was cut out of a short recording, or
    /// soon after the noise began. Here it is what lies on both sides of the loudest frames: a
    /// fricative lies on one side only, noise on both.
    public func cutToSpeech() -> SpeechSegment {
        var energy = SpeechEnergy()
        let levels = energy.take(samples)
        guard let peak = levels.max(),
            let coreStart = levels.firstIndex(where: { $0 > peak - Self.coreRange }),
            let coreEnd = levels.lastIndex(where: { $0 > peak - Self.coreRange })
        else { return self }
        let before = levels[..<coreStart]
        let after = levels[(coreEnd + 1)...]
        guard before.count >= Self.leastAround, after.count >= Self.leastAround else { return self }
        let noise = min(Self.quiet(before), Self.quiet(after))
        let threshold = SpeechThreshold.level(peak: peak, noise: noise)
        guard threshold > peak - Self.clearRange else { return self }
        var first = coreStart
        var frame = coreStart - 1
        while frame >= max(0, first - Self.bridged) {
            if levels[frame] > threshold { first = frame }
            frame -= 1
        }
        var last = coreEnd
        frame = coreEnd + 1
        while frame < min(levels.count, last + Self.bridged + 1) {
            if levels[frame] > threshold { last = frame }
            frame += 1
        }
        let origin = start - lead
        let from = max(start, origin + Double(first) / 100)
        let to = min(
            end, origin + Double(last * SpeechEnergy.hop + SpeechEnergy.window) / Double(speechRate)
        )
        guard to - from >= Endpointer.shortest else { return self }
        let cutFrom = max(origin, from - Self.closeContext)
        let firstSample = Int(((cutFrom - origin) * Double(speechRate)).rounded())
        let lastSample = min(
            samples.count, Int((to - origin + Self.closeContext) * Double(speechRate)))
        return SpeechSegment(
            samples: Array(samples[firstSample..<lastSample]), lead: from - cutFrom, start: from,
            end: to)
    }

    /// The level under which the quietest fifth of some frames lies.
    private static func quiet(_ levels: ArraySlice<Float>) -> Float {
        levels.sorted()[levels.count * 2 / 5]
    }
}

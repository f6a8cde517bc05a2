internal import Audio

/// Sounds in a stretch of speech that are as loud as its words and that no word explains: letters
/// that nobody understood, taken for noise between others.
///
/// Counted by plain frame energies, where these are of the band in which speech is found: of 120
/// lines of five letters, each by ten people said alone and joined with 0.05 to 0.25 s between
/// them, 18 were heard with fewer words than letters: 14 of those hold such a sound, and 13 of the
/// 94 with as many. Of 168 lines that synthetic voices read 12 of 24 and none of 143, of 344
/// letters spelled by people left out 4 of 16 breaths and 2 of 88.
enum UnexplainedSounds {
    /// How far below the words they lie at most, dB.
    private static let depth: Float = 20
    /// How far over the quietest of the stretch they lie at least, dB.
    private static let overRoom: Float = 10
    /// How long they are at least, and how long a pause in one may be, frames of 10 ms.
    private static let least = 20
    private static let bridge = 5
    /// How far what a word explains reaches beyond it, frames.
    private static let margin = 3
    /// How many of a word's loudest frames tell how loud it is.
    private static let loudest = 10

    /// Where they are, seconds of the whole sound, ascending.
    ///
    /// - Parameter words: the times that words explain, seconds of the whole sound.
    static func times(
        in segment: SpeechSegment, besides words: [ClosedRange<Double>]
    ) -> [ClosedRange<Double>] {
        let levels = SpeechLevels(of: segment.samples).values
        let rate = Double(speechRate) / Double(SpeechEnergy.hop)
        let offset = segment.start - segment.lead
        func frames(_ time: ClosedRange<Double>, reach: Int = 0) -> Range<Int> {
            let first = Int((time.lowerBound - offset) * rate) - reach
            let end = Int((time.upperBound - offset) * rate) + reach
            return (first..<max(first, end)).clamped(to: levels.indices)
        }
        let spoken = words.compactMap { word -> Float? in
            let loud = levels[frames(word)].sorted().suffix(loudest)
            return loud.isEmpty ? nil : loud.reduce(0, +) / Float(loud.count)
        }.sorted()
        guard !spoken.isEmpty else { return [] }
        let threshold = max(
            spoken[spoken.count / 2] - depth, LevelRange(of: levels).quietest + overRoom)
        var isLoud = levels.map { $0 > threshold }
        for word in words {
            for frame in frames(word, reach: margin) { isLoud[frame] = false }
        }
        var found: [Range<Int>] = []
        for frame in frames(segment.start...segment.end) where isLoud[frame] {
            if let last = found.last, frame - last.upperBound <= bridge {
                found[found.count - 1] = last.lowerBound..<frame + 1
            } else {
                found.append(frame..<frame + 1)
            }
        }
        return found.filter { $0.count >= least }.map {
            Double($0.lowerBound) / rate + offset...Double($0.upperBound) / rate + offset
        }
    }
}

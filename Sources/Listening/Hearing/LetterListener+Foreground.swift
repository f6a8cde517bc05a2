internal import Audio
internal import LetterSpeech

/// One answer amid the voices of a room.
///
/// The search finds words in those, too, and what it finds there runs together with the answer. But
/// their vowels are fainter than those of the person before the microphone.
extension LetterListener {
    /// How far below the loudest vowel of a stretch those of voices behind lie, dB. Of letters
    /// spelled in a breath 3 % lie further than 10.6 below their loudest, of words found in babble
    /// of 20 and 10 dB beside a letter said alone half lie further than 19 and 9.
    static let behind = 9.0
    /// How long one answer may be that the search took for several, seconds.
    static let longestAnswer = 0.8
    /// Words that are so surely answers on average are no voices behind: a breath whose letters
    /// fade.
    static let sureWords = 0.7

    /// The part of a stretch of speech in which one answer was said, where what was heard before it
    /// or after it is voices behind; nil where that is not so.
    ///
    /// A phrase is none, however faint: without a correction the wrong letter would stand.
    func foreground(of segment: SpeechSegment, in breath: HeardBreath) -> SpeechSegment? {
        guard breath.words.count > 1 else { return nil }
        let offset = segment.start - segment.lead
        let levels = VowelLevels(of: segment.samples)
        func isBehind(_ word: HeardWord) -> Bool {
            let own = word.time.lowerBound - offset...word.time.upperBound - offset
            return levels.depth(of: own) >= Self.behind
        }
        let near = breath.words.filter { !isBehind($0) }
        let far = breath.words.filter(isBehind)
        guard let first = near.first, let last = near.last,
            first != breath.words.first || last != breath.words.last,
            near.count == 1 || last.time.upperBound - first.time.lowerBound <= Self.longestAnswer,
            far.map(\.confidence).reduce(0, +) < Self.sureWords * Double(far.count),
            !far.contains(where: \.isPhrase)
        else { return nil }
        let part = segment.cut(to: first.time.lowerBound...last.time.upperBound)
        return part.samples.count < segment.samples.count ? part : nil
    }
}

internal import Audio
internal import LetterSpeech

/// Letters of a row that the search took for noise between others, or for talk.
///
/// In a breath of several words a weak S or O costs the search less as noise, or as "it's", than as
/// a letter. Its sound is left over, though, and heard by itself it may be as plain a letter as one
/// said alone.
extension LetterListener {
    /// How sure it must be by itself that it was a letter and which one. Of lines of five by people
    /// (`aloud evaluate --lines`), right and wrong without this and from 0.9 and 0.6 on: joined
    /// from single letters 0.05 and 0.12 s apart 310 and 8, 322 and 8, 326 and 8 of 400; names
    /// spelled in a breath 146 and 3, 151 and 4, 151 and 4 of 235; 80 lines joined in another way
    /// 285 and 8, 298 and 4, 293 and 10 of 400.
    private static let sureLetter = 0.9
    /// How far beside such a sound is listened to, seconds, as far as no word lies there.
    private static let reach = 0.1

    /// A breath of several words with those letters; the same where there are none.
    func withMissedLetters(_ breath: HeardBreath, in segment: SpeechSegment) throws -> HeardBreath {
        guard breath.words.count > 1, !breath.isLine else { return breath }
        let times = breath.words.map(\.time)
        let missed = try UnexplainedSounds.times(in: segment, besides: times)
            .filter { thresholds.letterSeconds.contains($0.upperBound - $0.lowerBound) }
            .compactMap { try letter(at: $0, between: times, in: segment) }
        guard !missed.isEmpty else { return breath }
        var found = breath.found + missed
        found.sort { $0.time.lowerBound < $1.time.lowerBound }
        // All of them were said in one stretch, which is so loud as a whole.
        for index in found.indices { found[index].loudness = breath.words[0].loudness }
        return self.breath(of: found)
    }

    /// The letter that a sound between words is by itself; nil where it is not surely one.
    private func letter(
        at sound: ClosedRange<Double>, between words: [ClosedRange<Double>],
        in segment: SpeechSegment
    ) throws -> HeardWord? {
        let middle = (sound.lowerBound + sound.upperBound) / 2
        let before = words.map(\.upperBound).filter { $0 < middle }.max() ?? segment.start
        let after = words.map(\.lowerBound).filter { $0 > middle }.min() ?? segment.end
        let start = max(min(before, sound.lowerBound), sound.lowerBound - Self.reach)
        let end = min(max(after, sound.upperBound), sound.upperBound + Self.reach)
        let part = segment.cut(to: start...end)
        let heard = try hear(part, learning: false, learnt: nil, isForeground: true)
        guard part.samples.count < segment.samples.count, heard.found.count == 1,
            let answer = heard.answers.first, case .letter = answer.kind,
            answer.sureness >= Self.sureLetter
        else { return nil }
        return heard.found[0]
    }
}

internal import LetterSpeech

/// "I can't see it, maybe H", said in a breath.
extension LetterListener {
    /// The answers of a breath, where a letter that is announced right after "I can't see it" is one
    /// with it, and unclear.
    ///
    /// It is a guess, and whoever is heard so by a "maybe" may yet have read on. As one thing that
    /// was not understood it moves no letter that is read before or after it: the count of letters
    /// tells whether it was one.
    static func withoutGuesses(
        _ answers: [SpokenAnswer], in words: [HeardWord]
    ) -> [SpokenAnswer] {
        var joined: [SpokenAnswer] = []
        for answer in answers {
            guard case .letter = answer.kind, let last = joined.last, last.isPhrase,
                last.kind == .command(.cannotSee), let time = answer.time,
                words.contains(where: { $0.time == time && $0.isAnnounced })
            else {
                joined.append(answer)
                continue
            }
            var unclear = last
            unclear.kind = .unclear
            unclear.heard = "\(last.heard) \(answer.heard)"
            unclear.time = (last.time ?? time).lowerBound...time.upperBound
            joined[joined.count - 1] = unclear
        }
        return joined
    }
}

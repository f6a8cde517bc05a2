internal import LetterSpeech

/// The "an" of "it's an H" sounds like the letter N, and "an O" like "no".
extension GrammarNetwork {
    private static let article = "an"
    /// The letter that the article sounds like.
    private static let letter = "en"
    /// What the article and a letter sound like, and that letter.
    private static let both = "no"
    private static let letterOfBoth = "oh"
    /// How long the article takes at most, and the pause beside it, frames of 10 ms.
    private static let longest = 18
    private static let pause = 3

    /// Words that end talk when a letter is to come, besides talk that may go on with the article.
    private static let announcing = ["a", "an", "letter"]

    /// Whether a phrase is talk, of which this is the network, and a letter is likely to follow.
    func announcesLetter(_ phrase: SpokenPhrase) -> Bool {
        guard accepts(phrase.words), let last = phrase.words.last else { return false }
        return Self.announcing.contains(last) || accepts(phrase.words + [Self.article])
    }

    /// Phrases, of which this is the network of talk, with the article heard where it stands after
    /// talk that may go on with one: a short N right before a letter, and the "no" that ends a
    /// breath.
    func takingArticles(in phrases: [SpokenPhrase]) -> [SpokenPhrase] {
        var taken: [SpokenPhrase] = []
        for (index, phrase) in phrases.enumerated() {
            let next = phrases.dropFirst(index + 1).first
            guard let talk = taken.last, announcesLetter(talk),
                phrase.frames.lowerBound - talk.frames.upperBound <= Self.pause
            else {
                taken.append(phrase)
                continue
            }
            if phrase.words == [Self.both], next == nil {
                taken.append(SpokenPhrase(words: [Self.letterOfBoth], frames: phrase.frames))
            } else if phrase.words == [Self.letter], phrase.frames.count <= Self.longest,
                let next, !accepts(next.words),
                next.frames.lowerBound - phrase.frames.upperBound <= Self.pause
            {
                taken[taken.count - 1] = SpokenPhrase(
                    words: talk.words + [Self.article],
                    frames: talk.frames.joined(with: phrase.frames))
            } else {
                taken.append(phrase)
            }
        }
        return taken
    }
}

/// Talk in which one piece sounds like an answer.
extension LineReading {
    /// How long it is quiet at least between a word that is no letter and the first letter,
    /// seconds, and how much longer than between letters. Aloud's own choice.
    private static let pauseAfterWord = 1.0
    private static let timesOthers = 1.5

    /// What was said, where sounds before the first letter may be none: somebody says "okay",
    /// looks, and reads. A letter that nobody understood is followed by the next one as that one
    /// is by the one after it.
    var itemsAfterTalk: [ReadingItem] {
        let sounds = items.prefix(while: \.isPassing)
        let times = items.dropFirst(sounds.count).map { $0.answer?.time }
        guard sounds.contains(.maybe), let soundEnd, let first = times.first ?? nil else {
            return items
        }
        let pauses = zip(times, times.dropFirst()).compactMap { before, after -> Double? in
            guard let before, let after else { return nil }
            return after.lowerBound - before.upperBound
        }
        let quiet = first.lowerBound - soundEnd
        guard quiet >= Self.pauseAfterWord, let longest = pauses.max(),
            quiet > Self.timesOthers * longest
        else { return items }
        return sounds.map { _ in .talk } + items.dropFirst(sounds.count)
    }

    /// Whether a whole line was asked for, and what was heard is one answer beside something that
    /// was not understood: nobody reads so, and who says "She was nothing but..." is heard as "C"
    /// and something unclear.
    ///
    /// Of 256 read sentences 5 leave a letter on the line without this, 1 with it; of 1,200 letters
    /// in lines of people one more is asked for.
    var isHardlyOfLine: Bool {
        let letters = items.filter(\.isLetter)
        return count > 1 && asked.count == count && letters.count == 1 && items.count > 1
            && letters[0].answer?.time != nil
    }
}

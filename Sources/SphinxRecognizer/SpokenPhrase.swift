internal import LetterSpeech

/// Words of a path that make one answer: a letter is one word, a command can be several.
struct SpokenPhrase: Equatable {
    var words: [String]
    var frames: ClosedRange<Int>

    /// The answers that a path holds, in order.
    static func phrases(
        in segments: [SphinxDecoder.Segment], of grammar: ListeningGrammar
    ) -> [SpokenPhrase] {
        var phrases: [SpokenPhrase] = []
        for segment in segments {
            let isLetter = grammar.letters.contains(segment.word)
            let last = phrases.last?.words.last
            let joins =
                last.map { last in
                    isLetter
                        ? grammar.corrections.contains(last) : !grammar.letters.contains(last)
                } ?? false
            if joins {
                phrases[phrases.count - 1].words.append(segment.word)
                let start = phrases[phrases.count - 1].frames.lowerBound
                phrases[phrases.count - 1].frames = start...segment.frames.upperBound
            } else {
                phrases.append(SpokenPhrase(words: [segment.word], frames: segment.frames))
            }
        }
        return phrases
    }
}

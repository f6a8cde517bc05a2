internal import LetterSpeech

/// Words of a path that make one answer: a letter is one word, a command can be several.
struct SpokenPhrase: Equatable {
    var words: [String]
    var frames: ClosedRange<Int>

    /// The answers that a path holds, in order: at each place the longest that the grammar knows.
    static func phrases(
        in segments: [SphinxDecoder.Segment], answers: GrammarNetwork
    ) -> [SpokenPhrase] {
        var phrases: [SpokenPhrase] = []
        var rest = segments[...]
        while let first = rest.first {
            let lengths = (1...rest.count).reversed()
            let length = lengths.first { answers.accepts(rest.prefix($0).map(\.word)) } ?? 1
            let words = rest.prefix(length)
            let end = words.last?.frames.upperBound ?? first.frames.upperBound
            phrases.append(
                SpokenPhrase(words: words.map(\.word), frames: first.frames.lowerBound...end))
            rest = rest.dropFirst(length)
        }
        return phrases
    }
}

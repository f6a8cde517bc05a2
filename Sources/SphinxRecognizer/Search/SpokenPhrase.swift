internal import LetterSpeech

/// Words of a path that belong together: a letter is one word, a command or talk can be several.
struct SpokenPhrase: Equatable {
    var words: [String]
    var frames: ClosedRange<Int>

    /// What a path holds, in order: at each place the longest that one of the networks knows.
    static func phrases(
        in segments: [SphinxDecoder.Segment], of networks: [GrammarNetwork]
    ) -> [SpokenPhrase] {
        var phrases: [SpokenPhrase] = []
        var rest = segments[...]
        while let first = rest.first {
            let lengths = (1...rest.count).reversed()
            let length =
                lengths.first { length in
                    networks.contains { $0.accepts(rest.prefix(length).map(\.word)) }
                } ?? 1
            let words = rest.prefix(length)
            let end = words.last?.frames.upperBound ?? first.frames.upperBound
            phrases.append(
                SpokenPhrase(words: words.map(\.word), frames: first.frames.lowerBound...end))
            rest = rest.dropFirst(length)
        }
        return phrases
    }
}

extension ClosedRange<Int> {
    /// From the first frame of both to the last.
    func joined(with other: ClosedRange<Int>) -> ClosedRange<Int> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    /// With so many frames more at either end.
    func widened(by frames: Int) -> ClosedRange<Int> { lowerBound - frames...upperBound + frames }
}

internal import Acuity
package import Audio
package import PhoneticMapping

/// The hypothesis for one stretch of speech, before anything is accepted. It can be judged by any
/// thresholds.
package struct UtteranceHypothesis: Sendable, Equatable {
    /// Length of a letter's name said alone, seconds.
    static let letterSeconds = 0.1...1.0

    /// The words found, with times in seconds of the whole sound.
    package var words: [WordHypothesis]
    /// The answers in the words, each with its probability.
    package var answers: [SpokenAnswer]
    /// Speech that is not a word of the grammar, seconds of the whole sound. The net recognises it at
    /// moments, so it may be shorter than it was.
    package var talk: [ClosedRange<Double>]
    /// The whole stretch, seconds of the whole sound; nil where it is not known.
    package var stretch: ClosedRange<Double>?
    /// Probability that nothing was said, 0…1: tones, taps and breath.
    package var silence: Double

    /// A hypothesis (default: silence).
    package init(
        words: [WordHypothesis] = [], answers: [SpokenAnswer] = [],
        talk: [ClosedRange<Double>] = [],
        silence: Double = 1
    ) {
        self.words = words
        self.answers = answers
        self.talk = talk
        self.silence = silence
    }

    /// Whether someone probably spoke.
    package var isSpeech: Bool { silence < 0.5 }

    /// Length of the talk, seconds.
    package var secondsOfTalk: Double {
        talk.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    }

    /// Whether a stretch without an answer may have been a letter.
    package func mayBeLetter(_ segment: SpeechSegment) -> Bool {
        isSpeech && Self.letterSeconds ~= segment.seconds
    }

    /// Whether a stretch without an answer may have been letters, or talk.
    package func mayBeLetters(_ segment: SpeechSegment) -> Bool {
        isSpeech && segment.seconds > Self.letterSeconds.upperBound
    }

    /// The hypothesis without the evidence of its words, which only a fit of the model needs.
    package func judgeable() -> UtteranceHypothesis {
        var utterance = self
        for index in utterance.words.indices { utterance.words[index].evidence = [:] }
        return utterance
    }
}

extension [SpokenAnswer] {
    /// Longest time from a letter to its code word, seconds: "as in" said slowly. Not measured.
    private static let longestLink = 0.9
    /// Letters that "as in" may be misheard as.
    private static let linkLetters: Set<Letter?> = [.s, .z, .n]
    /// Maximum number of such letters in one link.
    private static let mostLinkLetters = 2

    /// The answers of one breath, with a letter and its code word as one answer: "N, November", and
    /// "C as in Charlie" if "as in" was taken for S and N.
    package func joiningCodeWords() -> [SpokenAnswer] {
        var joined: [SpokenAnswer] = []
        for answer in self {
            let near = joined.indices.suffix(Self.mostLinkLetters + 1)
            guard let letter = answer.kind.letter, answer.wording == .codeWord,
                let end = answer.time,
                let named = near.first(where: { index in
                    guard let start = joined[index].time else { return false }
                    return joined[index].mayName(letter)
                        && end.lowerBound - start.upperBound <= Self.longestLink
                        && joined[(index + 1)...].allSatisfy {
                            $0.wording != .phrase && Self.linkLetters.contains($0.kind.letter)
                        }
                }), let start = joined[named].time
            else {
                joined.append(answer)
                continue
            }
            var spelled = answer
            spelled.heard = "\(joined[named].heard) \(answer.heard)"
            spelled.wording = .phrase
            if joined[named].kind == answer.kind {
                spelled.confidence = Swift.max(answer.sureness, joined[named].sureness)
            }
            spelled.time = start.lowerBound...end.upperBound
            joined[named...] = [spelled]
        }
        return joined
    }
}

extension SpokenAnswer {
    /// Minimum probability of a letter that its code word confirms. Not measured.
    private static let leastConfirmed = 0.05

    /// Whether it is the name of a letter, and this letter may have been said.
    fileprivate func mayName(_ letter: Letter) -> Bool {
        guard wording == .word, kind.letter != nil else { return false }
        return kind.letter == letter || posterior?.letters[letter] ?? 0 >= Self.leastConfirmed
    }
}

import Acuity
import Audio
import Foundation
import PhoneticMapping
import Recognition
import Testing

@testable import Evaluation

/// The rows of a stretch of speech, from scripted scores.
@Suite(.timeLimit(.minutes(1))) struct HeardStretchTests {
    private static let tokens = ["-", "D", "T", "ow"]

    /// A stretch that starts 0.1 s after its first sample, at 2 s of the recording.
    private func stretch(
        _ likeliest: [Int], _ probability: Float = 0.9, found: [FoundWord] = [],
        words: [WordHypothesis] = [], judged: HeardStretch.Judged? = nil
    ) -> HeardStretch {
        let values = likeliest.flatMap { best in
            Self.tokens.indices.map { token -> Float in
                let rest = (1 - probability) / Float(Self.tokens.count - 1)
                return log(token == best ? probability : rest)
            }
        }
        return HeardStretch(
            file: "a.wav",
            segment: SpeechSegment(
                samples: [Float](repeating: 0.1, count: 4800), lead: 0.1, start: 2, end: 2.1),
            frames: TokenFrames(tokens: Self.tokens, values: values), found: found, words: words,
            judged: judged)
    }

    @Test("tokens are shown in order of time, without the blank and the unlikely ones")
    func tokens() {
        let heard = stretch([0, 3, 0, 1, 1, 0])
        #expect(heard.tokens == [3, 1])
        // A tenth for each of the others shows them all.
        #expect(stretch([0, 0], 0.6).tokens == [1, 2, 3])
    }

    @Test("neighbouring frames with the same likeliest token are one run")
    func runs() {
        let runs = stretch([0, 0, 1, 1, 1, 0]).runs
        #expect(runs.map(\.frames) == [0...1, 2...4, 5...5])
        #expect(runs.map(\.best) == [0, 1, 0])
        #expect(runs.allSatisfy { $0.second != $0.best })
    }

    @Test("a found word is decided on, talk, or passed over for another reading")
    func roles() {
        func found(_ word: String, _ frames: ClosedRange<Int>) -> FoundWord {
            FoundWord(word: word, tokens: ["D"], frames: frames)
        }
        let dee = WordHypothesis("dee", time: 1.8...1.9, confidence: 0.8, presence: 0.5)
        let usual = stretch(
            [0, 0, 0, 1, 0, 3, 0, 3],
            found: [found("it is a", 1...2), found("dee", 3...3), found(FoundWord.talk, 5...7)],
            words: [dee])
        #expect(usual.aligned.map(\.role) == [.word, .talk, .talk])
        #expect(usual.aligned.map(\.shown) == ["dee", "talk: it is a", "talk"])
        #expect(usual.aligned.map(\.frames) == [3...3, 1...2, 5...7])
        #expect(usual.aligned[0].confidence == 0.4)
        // The whole stretch is a phrase that the search did not find.
        let phrase = WordHypothesis("my right eye", time: 2...2.1, confidence: 0.9)
        let other = stretch([0, 1], found: [found("dee", 1...1)], words: [phrase])
        #expect(other.aligned.map(\.role) == [.passedOver, .word])
        #expect(other.aligned.map(\.frames) == [1...1, nil])
    }

    @Test("words, answers and thresholds are in the text and in the label of the drawing")
    func texts() {
        let time = 1.9...2.1
        let answer = SpokenAnswer(
            .unclear, heard: "dee", confidence: 0.5, time: time, presence: 0.9,
            posterior: LetterPosterior(letters: [.d: 0.5, .t: 0.4]))
        let heard = stretch(
            [0, 0, 0, 0, 0, 0, 1, 0],
            found: [FoundWord(word: "dee", tokens: ["D"], frames: 6...6)],
            words: [WordHypothesis("dee", time: time, confidence: 0.5, presence: 0.9)],
            judged: .init(answers: [answer], thresholds: AcceptanceThresholds(accept: 0.8)))
        let label = "dee 0.45 from 1.90 to 2.10 s; answers: D/T? asked again"
        #expect(heard.drawing().contains(label))
        #expect(heard.drawing().contains("D 0.90 at 1.92 s, frame 6"))
        #expect(heard.text.contains("Accepted from 0.80 on"))
        let lines = heard.text.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.contains("dee 6 1.90 to 2.10 0.45"))
        #expect(lines.contains("D/T? 1.90 to 2.10 0.45 asked again"))
        #expect(lines.contains { $0.hasPrefix("6 1.91 to 1.93 D 0.90 ") })
    }
}

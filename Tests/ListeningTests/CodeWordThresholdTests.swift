import Acuity
import LetterSpeech
import Listening
import Testing

@Suite struct CodeWordThresholdTests {
    /// One word heard alone, half sure that it was an answer.
    private func breath(
        _ word: String, sureness: Double, seconds: Double = 0.4
    ) -> HeardBreath {
        let time = 0.0...seconds
        let answer = SpokenAnswer(
            .letter(.d), heard: word, confidence: sureness / max(sureness, 0.5), time: time,
            presence: max(sureness, 0.5),
            belief: LetterBelief(letters: [.d: sureness]))
        return HeardBreath(
            words: [HeardWord(word, time: time, confidence: 0.5)], answers: [answer])
    }

    @Test("a code word is accepted where a letter's name is asked for again")
    func codeWord() {
        var thresholds = HearingThresholds()
        #expect(thresholds.answers(to: breath("delta", sureness: 0.3)).map(\.kind) == [.unclear])
        thresholds.asksAgain = true
        let code = thresholds.answers(to: breath("delta", sureness: 0.3))
        #expect(code.map(\.kind) == [.letter(.d)])
        #expect(code[0].belief?.accepted?.letter == .d)
        #expect(thresholds.answers(to: breath("dee", sureness: 0.3)).map(\.kind) == [.unclear])
        #expect(thresholds.answers(to: breath("delta", sureness: 0.1)).map(\.kind) == [.unclear])
    }

    @Test("whoever wants letters surer wants code words surer, too")
    func surer() {
        for (accept, least) in [(0.6, 0.15), (0.9, 0.514), (0.99, 0.921)] {
            var thresholds = HearingThresholds(accept: accept)
            thresholds.asksAgain = true
            let kinds = [-0.001, 0.001].map { more in
                thresholds.answers(to: breath("delta", sureness: least + more)).map(\.kind)
            }
            #expect(kinds == [[.unclear], [.letter(.d)]], "\(accept)")
        }
    }

    @Test("a code word that nobody asked for, of a letter that is on no chart, is asked for again")
    func unasked() {
        var laughter = breath("delta", sureness: 1)
        var thresholds = HearingThresholds()
        thresholds.awaitsNames = true
        #expect(thresholds.answers(to: laughter).map(\.kind) == [.letter(.d)])
        laughter.unlikely = [.d]
        let heard = thresholds.answers(to: laughter)
        #expect(heard.map(\.kind) == [.unclear])
        #expect(heard.first?.belief == nil, "nor does it speak for a letter")
        laughter.answers[0].heard = "dee"
        #expect(thresholds.answers(to: laughter).map(\.kind) == [.letter(.d)])
        laughter.answers[0].heard = "delta"
        thresholds.awaitsNames = false
        #expect(thresholds.answers(to: laughter).map(\.kind) == [.letter(.d)])
    }

    @Test("nobody says a code word in a quarter of a second")
    func tooShort() {
        let heard = HearingThresholds().answers(to: breath("delta", sureness: 0.49, seconds: 0.25))
        #expect(heard.map(\.kind) == [.unclear])
        #expect(heard.first?.belief == nil)
    }

    @Test("a code word of another letter does not make a letter easier to accept")
    func anotherLetter() {
        let heard = HearingThresholds().answers(to: breath("victor", sureness: 0.3))
        #expect(heard.map(\.kind) == [.unclear])
    }

    @Test("among other words a code word must be as sure as a letter")
    func amongOthers() {
        let one = breath("delta", sureness: 0.3)
        let later = HeardWord("kay", time: 0.5...1.2, confidence: 0.95)
        let kay = SpokenAnswer(
            .letter(.k), heard: "kay", confidence: 0.95, time: later.time, presence: 0.99)
        let both = HeardBreath(words: one.words + [later], answers: one.answers + [kay])
        #expect(
            HearingThresholds().answers(to: both).map(\.kind) == [.unclear, .letter(.k)])
    }

    @Test("who accepts letters from less on accepts code words from there on, too")
    func lower() {
        let thresholds = HearingThresholds().accepting(from: 0.05)
        #expect(
            thresholds.answers(to: breath("delta", sureness: 0.1)).map(\.kind) == [.letter(.d)])
    }
}

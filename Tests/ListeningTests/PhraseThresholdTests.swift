import Acuity
import LetterSpeech
import Listening
import Testing

@Suite struct PhraseThresholdTests {
    /// What becomes of a phrase, or a word, that the recogniser is not quite sure of.
    private func judged(
        _ words: String, as command: SpokenCommand = .cannotSee, confidence: Double = 0.42,
        loudness: Double? = 50, beside: [HeardWord] = []
    ) -> [SpokenAnswer.Kind] {
        let time = 0.0...0.9
        var word = HeardWord(words, time: time, confidence: confidence)
        word.loudness = loudness
        let answer = SpokenAnswer(
            .command(command), heard: words, confidence: confidence, time: time)
        let breath = HeardBreath(words: [word] + beside, answers: [answer])
        return HearingThresholds().answers(to: breath).map(\.kind)
    }

    @Test("a phrase said alone in quiet is acted on where a word is asked for again")
    func phrase() {
        #expect(judged("eye don't know") == [.command(.cannotSee)])
        #expect(judged("pass") == [.unclear])
    }

    @Test("not in noise, not where that is unknown, and not among other words")
    func elsewhere() {
        #expect(judged("eye don't know", loudness: 20) == [.unclear])
        #expect(judged("eye don't know", loudness: nil) == [.unclear])
        let kay = HeardWord("kay", time: 1...3, confidence: 0.99)
        #expect(judged("eye don't know", beside: [kay]) == [.unclear])
    }

    @Test("\"oh no\" among letters, which sounds like \"don't know\", is not \"can't see it\"")
    func ohNo() {
        let kay = HeardWord("kay", time: 1...3, confidence: 0.99)
        for (words, kind) in [
            ("don't know", SpokenAnswer.Kind.unclear), ("i don't know", .command(.cannotSee)),
        ] {
            #expect(judged(words, confidence: 0.7, beside: [kay]) == [kind], "\(words)")
        }
        #expect(judged("don't know", confidence: 0.7) == [.command(.cannotSee)])
    }

    @Test("not a correction, which changes a letter")
    func correction() {
        #expect(judged("no hotel", as: .correction) == [.unclear])
    }

    /// "No, N" in one phrase.
    private func corrected(_ confidence: Double) -> [SpokenAnswer.Kind] {
        let time = 0.0...0.9
        let word = HeardWord("no en", time: time, confidence: confidence)
        let answers = [
            SpokenAnswer(.command(.correction), heard: "no", confidence: confidence, time: time),
            SpokenAnswer(.letter(.n), heard: "en", confidence: confidence, time: time),
        ]
        return HearingThresholds().answers(to: HeardBreath(words: [word], answers: answers))
            .map(\.kind)
    }

    @Test(
        "of a correction that is not sure the letter is no letter more, and the last one is in doubt"
    )
    func doubtedCorrection() {
        #expect(corrected(0.66) == [.command(.correction), .letter(.n)])
        #expect(corrected(0.64) == [.command(.correction), .unclear])
        #expect(corrected(0.1) == [])
    }
}

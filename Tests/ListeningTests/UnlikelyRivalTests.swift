import Acuity
import LetterSpeech
import Listening
import Testing

/// A letter on a chart that sounded nearly as much like one on none.
@Suite struct UnlikelyRivalTests {
    private func breath(_ letters: [Letter: Double]) -> HeardBreath {
        let answer = SpokenAnswer(
            .letter(.s), heard: "ess", confidence: 0.9, time: 0...0.4, presence: 1,
            belief: LetterBelief(letters: letters, unlikely: [.f]))
        var breath = HeardBreath(
            words: [HeardWord("ess", time: 0...0.4, confidence: 1)], answers: [answer])
        breath.unlikely = [.f]
        return breath
    }

    @Test("it is asked for again, and what it may have been is kept")
    func asked() {
        let thresholds = HearingThresholds()
        let doubted = thresholds.answers(to: breath([.s: 0.7, .f: 0.25]))
        #expect(doubted.map(\.kind) == [.unclear])
        #expect(doubted.first?.belief?.letters[.f] == 0.25)
        let clear = thresholds.answers(to: breath([.s: 0.75, .f: 0.2]))
        #expect(clear.map(\.kind) == [.letter(.s)])
    }

    @Test("another letter on a chart is no such rival, nor is any where all letters are expected")
    func others() {
        let thresholds = HearingThresholds()
        #expect(
            thresholds.answers(to: breath([.s: 0.7, .c: 0.25])).map(\.kind) == [.letter(.s)])
        var alphabet = breath([.s: 0.7, .f: 0.25])
        alphabet.unlikely = []
        #expect(thresholds.answers(to: alphabet).map(\.kind) == [.letter(.s)])
    }

    @Test("where all is accepted, it is accepted")
    func all() {
        let all = HearingThresholds().accepting(from: 0)
        #expect(all.answers(to: breath([.s: 0.5, .f: 0.45])).map(\.kind) == [.letter(.s)])
    }
}

import Acuity
import LetterSpeech
import Listening
import Testing

/// A diagonal is two words that only the recogniser knows: how sure it is of them decides.
@Suite struct DiagonalThresholdTests {
    private func judged(
        _ confidence: Double, by thresholds: HearingThresholds = .directions
    ) -> [SpokenAnswer.Kind] {
        let time = 0.0...0.9
        let word = HeardWord("right up", time: time, confidence: confidence)
        let answers = [("right", Direction.right), ("up", .up)].map { heard, direction in
            SpokenAnswer(.direction(direction), heard: heard, confidence: confidence, time: time)
        }
        return thresholds.answers(to: HeardBreath(words: [word], answers: answers)).map(\.kind)
    }

    @Test("one that is doubtful is asked for again, as a direction is")
    func doubtful() {
        #expect(judged(0.1) == [.unclear, .unclear])
        #expect(judged(0.79) == [.unclear, .unclear])
        #expect(judged(0.81) == [.direction(.right), .direction(.up)])
    }

    @Test("how sure directions must be which holds for diagonals")
    func which() {
        var strict = HearingThresholds.directions.accepting(from: 0.99)
        strict.which = 0.99
        #expect(judged(0.95, by: strict) == [.unclear, .unclear])
        #expect(judged(0.995, by: strict) == [.direction(.right), .direction(.up)])
        let all = HearingThresholds.directions.accepting(from: 0)
        #expect(judged(0.1, by: all) == [.direction(.right), .direction(.up)])
    }

    @Test("a correction, which only the recogniser knows, is acted on with less")
    func correction() {
        let time = 0.0...0.9
        let answers = [
            SpokenAnswer(.command(.correction), heard: "no", confidence: 0.7, time: time),
            SpokenAnswer(.direction(.up), heard: "up", confidence: 0.7, time: time),
        ]
        let breath = HeardBreath(
            words: [HeardWord("no up", time: time, confidence: 0.7)], answers: answers)
        #expect(HearingThresholds.directions.answers(to: breath) == answers)
    }
}

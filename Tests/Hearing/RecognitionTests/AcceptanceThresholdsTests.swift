import Acuity
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("Thresholds of acceptance", .listening)
struct HearingThresholdsTests {
    private let thresholds = AcceptanceThresholds(accept: 0.7, notice: 0.2, command: 0.6)

    /// The judgement of an answer; nil if it is not noticed.
    private func judged(
        _ kind: SpokenAnswer.Kind, _ confidence: Double, presence: Double? = nil
    ) -> SpokenAnswer.Kind? {
        let utterance = UtteranceHypothesis(
            answers: [SpokenAnswer(kind, confidence: confidence, presence: presence)])
        return thresholds.answers(to: utterance).first?.kind
    }

    @Test("a letter counts if its presence and its identity are certain")
    func letter() {
        #expect(judged(.letter(.k), 0.9, presence: 0.8) == .letter(.k))
        #expect(judged(.letter(.k), 0.9, presence: 0.7) == .unclear)
        #expect(judged(.letter(.k), 0.3, presence: 0.99) == .unclear)
        #expect(judged(.letter(.k), 1, presence: 0.7) == .letter(.k))
    }

    @Test("an improbable answer is ignored, however clear its identity")
    func notice() {
        #expect(judged(.letter(.k), 1, presence: 0.2) == .unclear)
        #expect(judged(.letter(.k), 1, presence: 0.19) == nil)
        #expect(judged(.command(.stop), 0.19) == nil)
        #expect(judged(.direction(.up), 0.19) == nil)
    }

    @Test("a command may be less certain than a letter, unless it scores one as unseen")
    func command() {
        for command in [SpokenCommand.stop, .again, .pause, .resume, .correction] {
            #expect(judged(.command(command), 0.65) == .command(command))
            #expect(judged(.command(command), 0.55) == .unclear)
        }
        for command in [SpokenCommand.cannotSee, .cannotSeeAny] {
            #expect(judged(.command(command), 0.65) == .unclear)
            #expect(judged(.command(command), 0.7) == .command(command))
        }
    }

    @Test(
        "a phrase that scores a letter as unseen must be as certain as a letter",
        arguments: [
            "can't see it", "i cannot read that", "i can't tell", "i don't know",
            "i have no idea", "pass", "blank", "can't see anything", "none of them", "nothing",
        ])
    func notSeen(phrase: String) throws {
        func kinds(_ confidence: Double) throws -> [SpokenAnswer.Kind] {
            let word = WordHypothesis(phrase, time: 0...1, confidence: confidence)
            let answers = try RealHearing.mapper().answers(to: [word], from: .grammar)
            return thresholds.answers(to: UtteranceHypothesis(answers: answers)).map(\.kind)
        }
        #expect(try kinds(0.65) == [.unclear])
        let sure = try kinds(0.75)
        #expect(sure.map { $0.isNotSeen } == [true], "\(sure)")
    }

    @Test("a direction must be as certain as a letter")
    func direction() {
        #expect(judged(.direction(.up), 0.65) == .unclear)
        #expect(judged(.direction(.up), 0.75) == .direction(.up))
    }

    @Test("a word that differs in one sound from another must be more certain")
    func careful() {
        func judged(_ heard: String, _ confidence: Double) -> [SpokenAnswer.Kind] {
            var careful = thresholds
            careful.careful = ["baen": 0.98]
            let answer = SpokenAnswer(.direction(.left), heard: heard, confidence: confidence)
            return careful.answers(to: UtteranceHypothesis(answers: [answer])).map(\.kind)
        }
        #expect(judged("upar baen", 0.95) == [.unclear])
        #expect(judged("baen", 0.99) == [.direction(.left)])
        #expect(judged("left", 0.95) == [.direction(.left)])
    }

    @Test("an unclear answer keeps its posterior and its threshold")
    func posterior() throws {
        var answer = SpokenAnswer(.letter(.k), confidence: 0.5, presence: 1)
        answer.posterior = LetterPosterior(letters: [.k: 0.5, .s: 0.4])
        let judged = thresholds.answers(to: UtteranceHypothesis(answers: [answer]))
        #expect(judged.map(\.kind) == [.unclear])
        #expect(judged.first?.posterior?.accept == 0.7)
    }

    @Test("thresholds for letters do not affect commands, and accepted ones are noticed")
    func accepting() {
        let moved = thresholds.accepting(from: 0.1)
        #expect(moved == AcceptanceThresholds(accept: 0.1, notice: 0.1, command: 0.6))
        #expect(thresholds.accepting(from: 0.9).notice == 0.2)
    }
}

import Acuity
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("right after talk")
struct TalkBeforeTests {
    /// A breath of one word that the recogniser found, for an answer or for want of one.
    private func breath(
        _ word: String, _ kind: SpokenAnswer.Kind, from start: Double,
        lasting seconds: Double = 0.4,
        fit: Double? = 2.6, presence: Double
    ) -> HeardBreath {
        let time = start...start + seconds
        let answer = SpokenAnswer(
            kind, heard: word, confidence: 0.99, time: time, presence: presence,
            belief: LetterBelief(letters: [.o: presence]))
        return HeardBreath(
            words: [HeardWord(word, time: time, confidence: presence, fit: fit)],
            answers: [answer])
    }

    /// What becomes of an "oh" that begins 2 seconds after the start, after something else.
    private func kinds(
        presence: Double = 0.9, after start: Double = 0.8, lasting: Double = 0.7,
        fit: Double? = 5, believed: Double = 0.05
    ) -> [SpokenAnswer.Kind] {
        let talk = breath(
            "bravo", .letter(.b), from: start, lasting: lasting, fit: fit, presence: believed)
        let oh = breath("oh", .letter(.o), from: 2, presence: presence)
        return HearingThresholds().answers(to: [talk, oh]).flatMap(\.self).map(\.kind)
    }

    @Test("a word must be surer to be a letter, or is no answer at all")
    func doubted() {
        #expect(kinds(presence: 0.98) == [.letter(.o)])
        #expect(kinds(presence: 0.9) == [.unclear])
        #expect(kinds(presence: 0.61) == [])
        let alone = breath("oh", .letter(.o), from: 2, presence: 0.61)
        #expect(HearingThresholds().answers(to: alone).map(\.kind) == [.letter(.o)])
    }

    @Test("what it may have been is doubted as much")
    func belief() throws {
        let talk = breath("bravo", .letter(.b), from: 0.8, lasting: 0.7, fit: 5, presence: 0.05)
        let oh = breath("oh", .letter(.o), from: 2, presence: 0.9)
        let answer = try #require(HearingThresholds().answers(to: oh, after: talk).first)
        // 9 to 1, with answers twenty times rarer.
        #expect(abs((answer.belief?.letters[.o] ?? 0) - 9.0 / 29) < 1e-9)
        #expect(answer.presence == answer.belief?.letters[.o])
    }

    @Test(
        "not after a pause, a cough, a word that is known, an answer, or what nothing is known of")
    func elsewhere() {
        #expect(kinds(after: 0.3) == [.letter(.o)])
        #expect(kinds(after: 1.3, lasting: 0.3) == [.letter(.o)])
        #expect(kinds(fit: 3) == [.letter(.o)])
        #expect(kinds(fit: nil) == [.letter(.o)])
        #expect(kinds(believed: 0.9) == [.letter(.b), .letter(.o)])
    }

    /// What comes of "or", which sounds like R, so long after a sentence, at a microphone.
    private func live(after pause: Double) throws -> [SpokenAnswer.Kind] {
        var scene = Scene()
        scene.pause(0.8)
        try scene.say("where did they put the garden", by: FliteVoice(.kal16))
        scene.pause(pause)
        try scene.say("or", by: FliteVoice(.kal16))
        scene.pause(0.8)
        return VoiceAnswersTests.kinds(try VoiceAnswersTests.events(of: scene.inRoom()))
            .flatMap(\.self)
    }

    @Test("a word that sounds like a letter is none live either, but is one after a pause")
    func live() throws {
        #expect(try live(after: 0.5) == [])
        #expect(try live(after: 1.6) == [.letter(.r)])
    }

    @Test("a recording is judged breath after breath")
    func recording() {
        let talk = breath("bravo", .letter(.b), from: 0.8, lasting: 0.7, fit: 5, presence: 0.05)
        let oh = breath("oh", .letter(.o), from: 2, presence: 0.9)
        let later = breath("oh", .letter(.o), from: 4, presence: 0.9)
        let heard = HeardRecording(name: "talk", duration: 5, breaths: [talk, oh, later])
        #expect(
            heard.transcript(at: HearingThresholds()).answers.map(\.kind)
                == [.unclear, .letter(.o)])
    }
}

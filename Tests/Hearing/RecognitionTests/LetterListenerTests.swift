import Acuity
import Audio
import Foundation
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("A listener", .listening)
struct LetterListenerTests {
    /// Speech of this length that begins 10 s into a sound, with 0.3 s before it.
    private func segment(seconds: Double = 0.5) -> SpeechSegment {
        let count = Int((seconds + 0.6) * Double(speechRate))
        return SpeechSegment(
            samples: [Float](repeating: 0.1, count: count), lead: 0.3, start: 10,
            end: 10 + seconds)
    }

    @Test("hears words in order, with times of the whole sound")
    func words() throws {
        let listener = try ScriptedEar.listener([
            .init("kay", ["K"], at: 0.4), .init("ess", ["S"], at: 0.8),
        ])
        let answers = try listener.answers(in: segment(seconds: 1))
        #expect(answers.map(\.kind) == [.letter(.k), .letter(.s)])
        for (answer, seconds) in zip(answers, [10.1, 10.5]) {
            let time = try #require(answer.time)
            #expect(time.contains(seconds) && time.lowerBound >= 9.7 && time.upperBound <= 11.3)
        }
    }

    @Test("is not more certain of a letter than the net")
    func unclear() throws {
        let listener = try ScriptedEar.listener([
            .init("kay", ["K"], at: 0.4, probability: 0.5)
        ])
        let answers = try listener.answers(in: segment())
        #expect(answers.map(\.kind) == [.unclear])
        #expect((answers.first?.posterior?.letters[.k] ?? 0) > 0.4)
    }

    @Test("hears nothing in silence")
    func silence() throws {
        let utterance = try ScriptedEar.listener([]).hear(segment())
        #expect(utterance.words.isEmpty && utterance.answers.isEmpty && !utterance.isSpeech)
    }

    @Test(
        "takes speech without a word for a letter only if it is long enough",
        arguments: [(0.5, true), (2.0, false), (0.05, false)])
    func unknown(seconds: Double, mayBe: Bool) throws {
        let listener = try ScriptedEar.listener([.init(nil, ["K"], at: 0.32, probability: 0.6)])
        let utterance = try listener.hear(segment(seconds: seconds))
        #expect(utterance.isSpeech)
        #expect(utterance.words.map(\.word) == (mayBe ? [WordHypothesis.unknown] : []))
        #expect(utterance.answers.map(\.kind) == (mayBe ? [.letter(.k)] : []))
        #expect(utterance.words.allSatisfy { $0.time == 10...10 + seconds })
    }

    @Test("leaves out talk, and marks its place")
    func others() throws {
        let listener = try ScriptedEar.listener([
            .init("seven", ["s", "eh", "b"], at: 0.32),
            .init(FoundWord.talk, ["ah", "b", "ah"], at: 0.5),
        ])
        let utterance = try listener.hear(segment())
        #expect(utterance.words.map(\.word) == ["seven"] && utterance.answers.isEmpty)
        #expect(utterance.talk.count == 1)
        #expect(abs((utterance.talk.first?.lowerBound ?? 0) - 10.2) < 0.02)
        #expect(utterance.isSpeech)
    }

    @Test("hears the same after a reset, whatever came before")
    func memory() throws {
        let listener = try ScriptedEar.listener([.init("kay", ["K"], at: 0.4)])
        let first = try listener.hear(segment())
        _ = try listener.hear(segment(seconds: 3))
        listener.forgetSession()
        #expect(try listener.hear(segment()) == first)
    }

    /// Speech of 0.5 s at this pitch: its partials up to 4 kHz, the higher ones softer.
    private func voice(pitch: Double) -> SpeechSegment {
        let samples = (0..<Int(1.1 * Double(speechRate))).map { index -> Float in
            let time = Double(index) / Double(speechRate)
            let partials = (1...Int(4_000 / pitch)).map {
                sin(2 * .pi * pitch * Double($0) * time) / Double($0)
            }
            return Float(partials.reduce(0, +) * 0.05)
        }
        return SpeechSegment(samples: samples, lead: 0.3, start: 10, end: 10.5)
    }

    @Test("lowers a child's voice until the person is forgotten")
    func children() throws {
        let ear = ScriptedEar([[.init("kay", ["K"], at: 0.4)]])
        let listener = try ScriptedEar.listener(ear)
        for _ in 0..<3 { _ = try listener.judge(voice(pitch: 340)) }
        // A whisper has no pitch of its own.
        _ = try listener.judge(segment())
        #expect(ear.warps == [0.85, 0.85, 0.85, 0.85])
        listener.forgetSession()
        _ = try listener.judge(segment())
        _ = try listener.judge(voice(pitch: 200))
        #expect(ear.warps.suffix(2) == [1, 1])
    }

    @Test("hears a high voice again at its own pitch if lowering found nothing")
    func heardAgain() throws {
        let ear = ScriptedEar([[], [.init("kay", ["K"], at: 0.4)]])
        let listener = try ScriptedEar.listener(ear)
        var shown = 0
        listener.onFrames = { _, _, _ in shown += 1 }
        #expect(try listener.answers(in: voice(pitch: 340)).map(\.kind) == [.letter(.k)])
        #expect(ear.warps == [0.85, 1] && shown == 1)
    }

    @Test("the pitch of a stretch that may continue is not kept")
    func unfinished() throws {
        let ear = ScriptedEar([[.init("kay", ["K"], at: 0.4)]])
        let listener = try ScriptedEar.listener(ear)
        _ = try listener.judge(voice(pitch: 340), remembering: false)
        _ = try listener.judge(segment())
        #expect(ear.warps == [0.85, 1])
    }

    @Test(
        "the factor falls with the pitch",
        arguments: [
            (nil, 1), (90, 1), (240, 1), (252, 1), (254, 0.95), (300, 0.9), (400, 0.75),
            (500, 0.75),
        ]
            as [(Double?, Double)])
    func factors(pitch: Double?, factor: Double) {
        #expect(abs(VoiceWarp.factor(pitch: pitch) - factor) < 1e-9)
    }

    @Test("uses the given thresholds")
    func thresholds() throws {
        let script = [ScriptedEar.Word("kay", ["K"], at: 0.4, probability: 0.5)]
        let listener = try ScriptedEar.listener(
            script, thresholds: AcceptanceThresholds(accept: 0.3))
        #expect(try listener.answers(in: segment()).map(\.kind) == [.letter(.k)])
    }

    private static func answer(
        _ letter: Letter, _ heard: String, _ start: Double, _ confidence: Double = 1,
        posterior: [Letter: Double] = [:]
    ) -> SpokenAnswer {
        SpokenAnswer(
            .letter(letter), heard: heard, confidence: confidence, time: start...start + 0.2,
            posterior: LetterPosterior(letters: posterior), wording: .init(of: [heard], for: letter)
        )
    }

    @Test("takes S and N between a letter and its code word for \"as in\"")
    func asIn() {
        let charlie = Self.answer(.c, "charlie", 1.9, 0.6)
        let said = [
            Self.answer(.c, "see", 1, 0.9), Self.answer(.s, "ess", 1.3),
            Self.answer(.n, "en", 1.6), charlie,
        ]
        let joined = said.joiningCodeWords()
        #expect(joined.map(\.heard) == ["see charlie"])
        #expect(joined.first?.confidence == 0.9 && joined.first?.time == 1...2.1)
        // Another letter between them, a long pause or another code word: several answers.
        var others = said
        others[1] = Self.answer(.k, "kay", 1.3)
        #expect(others.joiningCodeWords() == others)
        let late = [said[0], Self.answer(.c, "charlie", 3)]
        #expect(late.joiningCodeWords() == late)
        let two = [Self.answer(.d, "dee", 1), charlie]
        #expect(two.joiningCodeWords() == two)
        let unsure = [Self.answer(.d, "dee", 1, 0.5, posterior: [.d: 0.5, .c: 0.4]), charlie]
        #expect(unsure.joiningCodeWords().map(\.confidence) == [0.6])
    }
}

import Acuity
import Audio
import Dialogue
import FliteVoice
import PhoneticMapping
import TestSpeech
import TestTraits
import Testing

/// When an answer is accepted: at once where it is certain, later where it may go on.
@Suite("Certain last answers", .listening)
struct CertainAnswerTests {
    /// How long after its end each letter was accepted, by the clock of the sound; nil for one that
    /// was not.
    private func delays(of scene: Scene, awaiting awaited: ExpectedAnswer) throws -> [Double?] {
        let utterances = try VoiceAnswersTests.events(
            of: scene.inRoom(), piece: 160, awaiting: awaited
        ).compactMap { event in
            if case .utterance(let utterance) = event { utterance } else { nil }
        }
        return scene.places.map { place in
            utterances.first { $0.answers.contains { $0.time?.overlaps(place) == true } }?.clock
                .map { $0 - place.upperBound }
        }
    }

    @Test("a last clear letter does not wait for the end of quiet")
    func soon() throws {
        let scene = try Scene.saying(["K", "S", "O", "H", "R", "N"], by: FliteVoice(.rms))
        let last = try delays(of: scene, awaiting: .answers(1)).compactMap(\.self)
        let within = try delays(of: scene, awaiting: .answers(5)).compactMap(\.self)
        #expect(last.count == 6 && within.count == 6)
        let sooner = zip(last, within).map { $1 - $0 }
        let most = Endpointer.hang - Endpointer.pause
        #expect(sooner.count { abs($0 - most) < 0.03 } >= 4, "\(sooner)")
        #expect(sooner.allSatisfy { $0 > -0.03 }, "\(sooner)")
    }

    @Test("splitting the sound does not change the time of acceptance")
    func pieces() throws {
        let scene = try Scene.saying(["K", "S", "O"], by: FliteVoice(.rms))
        let fine = try VoiceAnswersTests.events(
            of: scene.inRoom(), piece: 160, awaiting: .answers(1))
        let coarse = try VoiceAnswersTests.events(
            of: scene.inRoom(), piece: 4_096, awaiting: .answers(1))
        #expect(answers(fine) == answers(coarse) && !answers(fine).isEmpty)
    }

    /// The answers with their times and how sure they are.
    private func answers(_ events: [AnswerEvent]) -> [SpokenAnswer] {
        events.flatMap { event -> [SpokenAnswer] in
            if case .utterance(let utterance) = event { utterance.answers } else { [] }
        }
    }

    @Test("a person who hesitates within a line is not asked yet")
    func hesitating() throws {
        let scene = try Scene.saying(["K", "S", "O"], by: FliteVoice(.rms), pause: 3, after: 0.5)
        let events = try VoiceAnswersTests.events(of: scene.inRoom())
        #expect(
            VoiceAnswersTests.kinds(events) == [[.letter(.k)], [.letter(.s)], [.letter(.o)]])
        #expect(!events.contains(.silence))
    }

    @Test("\"no\" and its letter with a short pause between remain one correction")
    func correction() throws {
        var scene = Scene()
        scene.pause(0.8)
        try scene.say("K", by: FliteVoice(.rms))
        scene.pause(0.8)
        try scene.say("no", by: FliteVoice(.rms))
        scene.pause(0.16)
        try scene.say("S", by: FliteVoice(.rms))
        scene.pause(0.8)
        let kinds = VoiceAnswersTests.kinds(
            try VoiceAnswersTests.events(of: scene.inRoom(), awaiting: .answers(1)))
        #expect(kinds.first == [.letter(.k)])
        // Where it is not sure, it takes the letter back; it is never one letter more.
        let corrections: [[SpokenAnswer.Kind]] = [.letter(.s), .unclear].map {
            [.command(.correction), $0]
        }
        #expect(corrections.contains(Array(kinds.dropFirst().joined())))
    }
}

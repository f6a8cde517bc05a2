import Acuity
import Audio
import FliteVoice
import LetterSpeech
import TestSpeech
import Testing

@testable import Listening

@Suite("A letter of a row that the search took for noise")
struct MissedLetterTests {
    /// Three sounds in one stretch of speech.
    private func stretch(_ middle: (inout Scene) throws -> Void) throws -> (Scene, SpeechSegment) {
        var scene = Scene()
        scene.pause(0.3)
        try scene.say("K", by: FliteVoice(.rms))
        scene.pause(0.12)
        try middle(&scene)
        scene.pause(0.12)
        try scene.say("R", by: FliteVoice(.rms))
        scene.pause(0.3)
        let segment = SpeechSegment(
            samples: scene.inRoom(), lead: 0.2, start: 0.2, end: scene.time - 0.2)
        return (scene, segment)
    }

    /// What is made of the stretch where the first and the last of its sounds alone were found.
    private func kinds(_ scene: Scene, _ segment: SpeechSegment) throws -> [SpokenAnswer.Kind] {
        let listener = try RealHearing.listener()
        let ends = [("kay", scene.places[0]), ("are", scene.places[2])].map { word, place in
            HeardWord(word, time: place, confidence: 0.99)
        }
        let breath = listener.breath(of: ends)
        return try listener.withMissedLetters(breath, in: segment).words.map { word in
            listener.breath(of: [word]).answers.first?.kind ?? .unclear
        }
    }

    @Test("is heard by itself, in its place", arguments: [Letter.o, .h])
    func letter(_ letter: Letter) throws {
        let (scene, segment) = try stretch { try $0.say(letter.description, by: FliteVoice(.rms)) }
        let kinds = try kinds(scene, segment)
        #expect(kinds.count == 3)
        #expect(kinds.dropFirst().first == .letter(letter))
    }

    @Test("a hum is none, nor is a word")
    func noLetter() throws {
        let (hum, humming) = try stretch { $0.hum(seconds: 0.4) }
        #expect(try kinds(hum, humming).count == 2)
        let (word, spoken) = try stretch { try $0.say("water", by: FliteVoice(.rms)) }
        #expect(try kinds(word, spoken).count == 2)
    }
}

import Acuity
import Audio
import FliteVoice
import Foundation
import LetterSpeech
import TestSpeech
import Testing

@testable import Listening

@Suite("One letter amid the voices of a room")
struct AmidVoicesTests {
    /// What four voices say at once, for 2.5 s.
    private static let babble: Result<[Float], any Error> = Result {
        let texts = [
            "the weather was fine all week", "never mind what they were saying",
            "another cup of coffee and a cake", "some people walked along the river",
        ]
        var sum = [Float](repeating: 0, count: 40_000)
        for (talker, voice) in FliteVoice.Name.allCases.enumerated() {
            let talk = try FliteVoice(voice, rate: 1.1).say(texts[talker % texts.count])
            for index in sum.indices {
                sum[index] += talk[(index + 2_500 + 3_000 * talker) % talk.count]
            }
        }
        return sum
    }

    @Test(
        "is heard, and nothing in the voices before and after it",
        arguments: [
            (FliteVoice.Name.rms, Letter.h), (.rms, .k), (.slt, .k), (.awb, .h),
        ])
    func letter(voice: FliteVoice.Name, letter: Letter) throws {
        let scene = try Scene.saying(
            [letter.description], by: FliteVoice(voice), before: 0.7, after: 0.7)
        let sound = zip(scene.inRoom(), try Self.babble.get()).map { $0 + 0.14 * $1 }
        let whole = SpeechSegment(
            samples: sound, lead: 0.1, start: 0.1, end: Double(sound.count) / 16_000 - 0.1)
        let heard = try RealHearing.listener("alphabet").hear(whole, learning: true)
        #expect(heard.answers.map(\.kind) == [.letter(letter)])
        #expect(heard.answers.allSatisfy { $0.time?.overlaps(scene.places[0]) == true })
    }

    /// Vowels of 0.3 s, the first from 1 s on of the whole sound, and so loud in dB.
    private func stretch(_ levels: [Double], pause: Double = 0.1) -> (SpeechSegment, HeardBreath) {
        var scene = Scene()
        scene.pause(0.2)
        for level in levels {
            scene.add(Tone.sine(500, seconds: 0.3, amplitude: 0.3 * pow(10, level / 20)))
            scene.pause(pause)
        }
        let origin = 0.8
        let words = scene.places.map { place in
            HeardWord(
                "dee", time: place.lowerBound + origin...place.upperBound + origin, confidence: 0.5)
        }
        let segment = SpeechSegment(
            samples: scene.inRoom(), lead: 0.2, start: 1, end: origin + scene.time)
        return (segment, HeardBreath(words: words))
    }

    private func foreground(
        _ levels: [Double], pause: Double = 0.1, sure: Double = 0.5
    ) throws -> SpeechSegment? {
        var (segment, breath) = stretch(levels, pause: pause)
        for index in breath.words.indices { breath.words[index].confidence = sure }
        return try RealHearing.listener().foreground(of: segment, in: breath)
    }

    @Test("lies where a vowel is 9 dB louder than all before and after it")
    func place() throws {
        let part = try #require(try foreground([-12, 0, -10]))
        #expect(abs(part.start - 1.4) < 0.03 && abs(part.end - 1.7) < 0.03)
        #expect(try foreground([-8, 0, -7]) == nil)
    }

    @Test("may be what the search took for two words, but no longer than one answer")
    func several() throws {
        let part = try #require(try foreground([-12, 0, -2, -12]))
        #expect(abs(part.start - 1.4) < 0.03 && abs(part.end - 2.1) < 0.03)
        #expect(try foreground([-12, 0, -2, -1, -12]) == nil)
        #expect(try foreground([-12, 0, -2, -12], pause: 0.4) == nil)
    }

    @Test("is none of letters that fade in a breath, and are sure")
    func fading() throws {
        #expect(try foreground([0, -5, -10, -14], sure: 0.9) == nil)
        #expect(try foreground([0, -12], sure: 0.9) == nil)
        #expect(try foreground([0, -12], sure: 0.5) != nil)
    }

    @Test("is none where a correction is faint, however doubtful")
    func correction() throws {
        var (segment, breath) = stretch([0, -12])
        let listener = try RealHearing.listener()
        #expect(listener.foreground(of: segment, in: breath) != nil)
        breath.words[1].word = "no dee"
        #expect(listener.foreground(of: segment, in: breath) == nil)
    }

    /// What is heard in a faint "O" and one near, by a recogniser that finds a word in each.
    private func heard(by recognizer: ScriptedRecognizer) throws -> HeardBreath {
        let near = try FliteVoice().say("O")
        var scene = Scene()
        scene.pause(0.3)
        scene.add(near.prefix(5_600).map { $0 * 0.1 })
        scene.pause(0.05)
        scene.add(Array(near.prefix(5_600)))
        scene.pause(0.3)
        let listener = LetterListener(recognizer: recognizer, mapper: try RealHearing.mapper())
        return try listener.hear(
            SpeechSegment(samples: scene.inRoom(), lead: 0.3, start: 0.3, end: scene.time - 0.3),
            learning: true)
    }

    @Test("is heard again once, and teaches the session once")
    func again() throws {
        let recognizer = ScriptedRecognizer([("kay", 0.1), ("oh", 0.1)])
        _ = try heard(by: recognizer)
        #expect(recognizer.heard == 2 && recognizer.learnt == 1)
    }

    @Test("is not lost where nothing is heard in it alone")
    func nothingAlone() throws {
        let recognizer = ScriptedRecognizer([("kay", 0.1), ("oh", 0.1)])
        recognizer.patience = 1
        let breath = try heard(by: recognizer)
        #expect(recognizer.heard == 2 && breath.words.map(\.word) == ["kay", "oh"])
    }
}

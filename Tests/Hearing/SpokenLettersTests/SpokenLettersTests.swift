import Acuity
import Audio
import FliteVoice
import SpokenLetters
import TestSpeech
import TestTraits
import Testing

@Suite("The library of spoken letters", .listening)
struct SpokenLettersTests {
    private static func sound(_ texts: [String]) throws -> [Float] {
        try Scene.saying(texts, by: FliteVoice(.rms), pause: 1, before: 1, after: 1).inRoom()
    }

    private static func ear(_ choice: LetterEar.Choice) throws -> LetterEar {
        try LetterEar(choice, grammars: Checkout.grammars, models: Checkout.model)
    }

    @Test("a recording gives letters and \"I can't see it\", with their times")
    func recording() throws {
        let answers = try Self.ear(.etdrs).answers(
            in: Self.sound(["K", "O", "S", "I can't see it"]))
        #expect(answers.map(\.meaning) == [.letter(.k), .letter(.o), .letter(.s), .cannotSee])
        for (before, after) in zip(answers, answers.dropFirst()) {
            #expect(before.start < before.end && before.end < after.start)
        }
        #expect(answers.allSatisfy { (0.5...1).contains($0.confidence) && !$0.heard.isEmpty })
    }

    @Test("live sound in pieces of any size gives the same letters")
    func live() throws {
        let ear = try Self.ear(.etdrs)
        let sound = try Self.sound(["K", "D", "H"])
        for _ in 0..<2 {
            var found: [LetterEar.Answer] = []
            for start in stride(from: 0, to: sound.count, by: 1_600) {
                found += try ear.take(Array(sound[start..<min(start + 1_600, sound.count)]))
            }
            found += try ear.finish()
            #expect(found.map(\.meaning) == [.letter(.k), .letter(.d), .letter(.h)])
            #expect(found[0].start < 3)
        }
    }

    @Test("speech of a person who is forgotten is not context for the next one")
    func forgotten() throws {
        let scene = try Scene.saying(
            ["K", "D"], by: FliteVoice(.rms), pause: 1, before: 1, after: 1)
        let sound = scene.inRoom()
        let first = scene.places[0]
        /// The confidence of the second letter.
        func confidence(forgettingAt second: Double) throws -> Double? {
            let ear = try Self.ear(.etdrs)
            let place = Int(second * 16_000)
            var found = try ear.take(Array(sound[..<place]))
            ear.forget()
            found += try ear.take(Array(sound[place...]))
            found += try ear.finish()
            #expect(found.map(\.meaning) == [.letter(.k), .letter(.d)])
            return found.last?.confidence
        }
        let after = try confidence(forgettingAt: first.upperBound + 0.5)
        let middle = (first.lowerBound + first.upperBound) / 2
        #expect(try confidence(forgettingAt: middle) == after)
        // Otherwise the first letter is context.
        #expect(try confidence(forgettingAt: 0) != after)
    }

    @Test("a missing folder is named in the error", arguments: LetterEar.Choice.allCases)
    func missing(choice: LetterEar.Choice) throws {
        let noGrammars = #expect(throws: (any Error).self) {
            try LetterEar(choice, grammars: "/nowhere", models: Checkout.model)
        }
        #expect("\(try #require(noGrammars))".hasPrefix("/nowhere/letters.dict: "))
        let noModels = #expect(throws: (any Error).self) {
            try LetterEar(choice, grammars: Checkout.grammars, models: "/nowhere")
        }
        #expect("\(try #require(noModels))".contains("/nowhere/"))
    }
}

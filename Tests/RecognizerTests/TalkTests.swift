import FliteVoice
import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

@Suite struct TalkTests {
    private static let talk = [
        "there were so many people in the house today", "I would like some more of that coffee",
        "can you tell me where to put my glasses",
    ]
    private static let letters = ["C. Z. R. H. S.", "D. K. N. O. V.", "R. H. S. D. K."]

    private func likeness(
        of texts: [String], by voice: FliteVoice.Name, grammar: String
    ) throws -> [Double] {
        let recognizer = try RealHearing.recognizer(grammar)
        return try texts.map { text in
            _ = try recognizer.hear(try spoken(text, by: voice), learning: true)
            return try #require(try recognizer.likenessToTalk())
        }
    }

    /// Measured: talk 1.4 to 3.6 nats a frame, letters -0.2 to 0.8.
    @Test(
        "talk is explained better by talk than letters are", arguments: FliteVoice.Name.allCases,
        ["etdrs", "alphabet"])
    func likeness(voice: FliteVoice.Name, grammar: String) throws {
        let talk = try likeness(of: Self.talk, by: voice, grammar: grammar)
        let letters = try likeness(of: Self.letters, by: voice, grammar: grammar)
        #expect(try #require(talk.min()) > #require(letters.max()))
    }

    @Test("what nobody heard is like nothing")
    func nothing() throws {
        let recognizer = try RealHearing.recognizer()
        #expect(try recognizer.likenessToTalk() == nil)
        _ = try recognizer.hear(try spoken("C. Z. R."), learning: true)
        #expect(try recognizer.likenessToTalk() != nil)
        _ = try recognizer.hear([], learning: true)
        #expect(try recognizer.likenessToTalk() == nil)
    }

    @Test("what held several answers can be heard as one, and what follows stays as it is")
    func oneAnswer() throws {
        let recognizer = try RealHearing.recognizer()
        func oneAnswer() throws -> HeardWord? {
            try recognizer.hearOneAnswer { _, _ in true }
        }
        #expect(try oneAnswer() == nil)
        let sound = try spoken("C. Z. R.")
        let several = try recognizer.hear(sound, learning: false)
        #expect(several.count > 1)
        let one = try #require(try oneAnswer())
        #expect(try oneAnswer() == one)
        #expect(try recognizer.hear(sound, learning: false) == several)
        _ = try recognizer.hear([], learning: true)
        #expect(try oneAnswer() == nil)
    }

    @Test("holding something against talk changes nothing of what is heard after")
    func repeatable() throws {
        let sound = try spoken("C. Z. R. H. S.")
        let recognizer = try RealHearing.recognizer()
        let before = try recognizer.hear(sound, learning: false)
        let likeness = try recognizer.likenessToTalk()
        #expect(try recognizer.likenessToTalk() == likeness)
        #expect(try recognizer.hear(sound, learning: false) == before)
        #expect(try recognizer.likenessToTalk() == likeness)
    }
}

import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

@Suite("Letters alone")
struct LettersAloneTests {
    @Test("are what was said where letters were, and what is heard after stays as it is")
    func letters() throws {
        let recognizer = try RealHearing.recognizer("chart")
        #expect(try recognizer.hearLetters() == nil)
        let sound = try spoken("C. Z. R. H. S.")
        let heard = try recognizer.hear(sound, learning: false)
        let letters = try #require(try recognizer.hearLetters())
        #expect(letters.words.map(\.word) == heard.map(\.word))
        #expect(letters.loss < 0.1)
        #expect(try recognizer.hearLetters() == letters)
        #expect(try recognizer.hear(sound, learning: false) == heard)
    }

    @Test("explain talk worse than other words do")
    func talk() throws {
        let recognizer = try RealHearing.recognizer("chart")
        _ = try recognizer.hear(try spoken("nineteen eighty seven, seven, eleven"), learning: false)
        let letters = try #require(try recognizer.hearLetters())
        #expect(letters.loss > 0.5)
    }

    @Test("are not found where none are listened for")
    func directions() throws {
        let recognizer = try RealHearing.recognizer("directions")
        _ = try recognizer.hear(try spoken("left. right."), learning: false)
        #expect(try recognizer.hearLetters() == nil)
    }
}

import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite("the article before a letter")
struct ArticleTests {
    /// What becomes of words, each so many frames long and one right after the other; words of a phrase
    /// are joined by hyphens.
    private func taken(_ text: String, frames: Int = 14, pause: Int = 0) throws -> String {
        let talk = try #require(try RealHearing.grammar("chart").talk)
        var phrases: [SpokenPhrase] = []
        var start = 0
        for words in text.split(separator: " ") {
            phrases.append(
                SpokenPhrase(
                    words: words.split(separator: "-").map(String.init),
                    frames: start...start + frames - 1))
            start += frames + pause
        }
        return talk.network.takingArticles(in: phrases)
            .map { $0.words.joined(separator: "-") }.joined(separator: " ")
    }

    @Test(
        "is a short N between talk and a letter, and the N of a \"no\" that ends the breath",
        arguments: [
            ("it's en aitch", "it's-an aitch"), ("i-think-it's en ess", "i-think-it's-an ess"),
            ("it's no", "it's oh"),
            // Nothing that an article could follow, nothing after it, or "no, N".
            ("thank-you en aitch", "thank-you en aitch"), ("it's en", "it's en"),
            ("en aitch", "en aitch"), ("no", "no"), ("thank-you no", "thank-you no"),
            ("it's no kay", "it's no kay"), ("it's kay aitch", "it's kay aitch"),
        ])
    func article(said: String, taken expected: String) throws {
        #expect(try taken(said) == expected)
    }

    @Test("a letter takes longer, or stands apart")
    func letter() throws {
        #expect(try taken("it's en aitch", frames: 19) == "it's en aitch")
        #expect(try taken("it's en aitch", pause: 5) == "it's en aitch")
        #expect(try taken("it's no", pause: 5) == "it's no")
    }
}

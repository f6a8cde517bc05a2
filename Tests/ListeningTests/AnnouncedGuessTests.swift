import Acuity
import LetterSpeech
import Testing

@testable import Listening

/// "I can't see it, maybe H", in a breath, is one answer and not two.
@Suite struct AnnouncedGuessTests {
    /// The kinds of "S", words for "can't see", and H, which is announced or not.
    private func kinds(_ missed: String, isAnnounced: Bool) -> [SpokenAnswer.Kind] {
        let said: [(String, SpokenAnswer.Kind)] = [
            ("ess", .letter(.s)), (missed, .command(.cannotSee)), ("aitch", .letter(.h)),
            ("en", .letter(.n)),
        ]
        let times = said.indices.map { Double($0)...Double($0) + 0.4 }
        var words = zip(said, times).map { HeardWord($0.0, time: $1, confidence: 0.9) }
        words[2].isAnnounced = isAnnounced
        let answers = zip(said, times).map { SpokenAnswer($0.1, heard: $0.0, time: $1) }
        return LetterListener.withoutGuesses(answers, in: words).map(\.kind)
    }

    @Test("a letter that is announced right after \"I can't see it\" is unclear with it")
    func guess() {
        #expect(
            kinds("i can't see it", isAnnounced: true) == [.letter(.s), .unclear, .letter(.n)])
    }

    @Test("not one that is not announced, nor after a word that goes on to the next")
    func none() {
        let apart: [SpokenAnswer.Kind] = [
            .letter(.s), .command(.cannotSee), .letter(.h), .letter(.n),
        ]
        #expect(kinds("i can't see it", isAnnounced: false) == apart)
        #expect(kinds("pass", isAnnounced: true) == apart)
    }
}

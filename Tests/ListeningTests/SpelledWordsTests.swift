import Acuity
import LetterNet
import LetterSpeech
import Listening
import SphinxRecognizer
import TestSpeech
import Testing

/// Letters that people say one into the other. The nets have not heard these two; the models have.
@Suite(.enabled(if: Corpus.isAtHand, Comment(rawValue: Corpus.absence)))
struct SpelledWordsTests {
    /// The nets' opinion on words alone.
    private final class WordsOnly: LetterClassifying {
        private let net: LetterNet

        init(_ net: LetterNet) { self.net = net }

        func classify(_ samples: [Float], words: [Range<Int>]) -> [LetterEvidence] {
            net.classify(samples, words: words)
        }
        func phones(of samples: [Float]) -> PhoneLikelihoods? { nil }
    }

    /// How many letters were said and how many were found, right or not.
    private func letters(
        by classifier: any LetterClassifying
    ) throws -> (said: Int, found: Int) {
        let items = try Corpus.items(of: "an4-train").filter {
            ["mskh", "flmm2"].contains($0.speaker)
                && $0.transcript.split(separator: " ").allSatisfy { $0.count == 1 }
        }
        let grammar = try RealHearing.grammar("alphabet")
        let mapper = try RealHearing.mapper()
        let listener = RecordingListener(
            LetterListener(
                recognizer: try RealHearing.recognizer("alphabet"), classifier: classifier,
                fusion: AnswerFusion(grammar: grammar, mapper: mapper), mapper: mapper))
        var found = 0
        // Each of the two is a session.
        for theirs in Dictionary(grouping: items, by: \.speaker).values {
            listener.begin(session: theirs.map(\.recording))
            for item in theirs { found += try listener.transcribe(item.recording).answers.count }
        }
        return (items.map { $0.transcript.split(separator: " ").count }.reduce(0, +), found)
    }

    @Test("the phones that the nets tell help to find letters that run into each other")
    func people() throws {
        let net = try RealHearing.net()
        let with = try letters(by: net)
        let without = try letters(by: WordsOnly(net))
        #expect(with.said == without.said && with.said > 40)
        #expect(with.found > without.found, "\(with), \(without)")
        #expect(Double(with.found) >= 0.9 * Double(with.said), "\(with)")
        #expect(Double(with.found) <= 1.05 * Double(with.said), "\(with)")
    }
}

import Acuity
import Audio
import Foundation
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

/// A net that recognises an H in the last 0.02 s of the context, and a K at the first sample of each
/// stretch.
private final class LateEar: SpeechEncoding, WordSearching {
    let tokens = [TokenFrames.blank, "H", "K"]
    /// The samples of each stretch without its context.
    private let samples: Int

    init(samples: Int) { self.samples = samples }

    func frames(of sound: [Float], warp: Double) -> TokenFrames {
        let context = sound.count - samples
        let count = sound.count / 320 + 10
        var likeliest = [Int](repeating: 0, count: count)
        if context >= 0 { likeliest[context / 320 + 5] = 2 }
        if context > 0 { likeliest[context / 320 + 4] = 1 }
        let values = likeliest.flatMap { token in
            tokens.indices.map { Float(log($0 == token ? 0.998 : 0.001)) }
        }
        return TokenFrames(tokens: tokens, values: values)
    }

    func words(in frames: TokenFrames) -> [FoundWord] {
        (0..<frames.frames).compactMap { frame in
            guard let token = [1, 2].first(where: { frames[frame, $0] > log(0.5) }) else {
                return nil
            }
            return FoundWord(
                word: token == 1 ? "aitch" : "kay", tokens: [tokens[token]],
                frames: frame...frame)
        }
    }
}

@Suite("A letter that is recognised late", .listening)
struct LateLetterTests {
    @Test("the end of an earlier letter is not a letter of the next stretch")
    func late() throws {
        let stretch = SpeechSegment(
            samples: [Float](repeating: 0.1, count: 17_600), lead: 0.3, start: 10, end: 10.5)
        let ear = LateEar(samples: stretch.samples.count)
        let grammar = try RealHearing.grammar("etdrs")
        let listener = LetterListener(
            encoder: ear, search: ear, grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: try RealHearing.letters(of: grammar), tokens: ear.tokens,
                model: AnswerModel()),
            mapper: try RealHearing.mapper())
        for _ in 0..<3 {
            #expect(try listener.judge(stretch).answers.map(\.kind) == [.letter(.k)])
        }
    }
}

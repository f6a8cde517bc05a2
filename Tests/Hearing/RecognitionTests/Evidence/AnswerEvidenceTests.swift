import Acuity
import Audio
import Foundation
import TestTraits
import Testing

@testable import Grammar
@testable import PhoneticMapping
@testable import Recognition

@Suite("Evidence for each word of a reading", .listening)
struct AnswerEvidenceTests {
    private static let tokens =
        ["-", "K", "S", "J"]
        + "k ey eh s jh t aa p ay th ih ng".split(separator: " ").map(String.init)
    private static let stretch = SpeechAnalysis(seconds: 0.5, range: 40)

    /// A grammar of two letters on the chart, one that is on none, a command and talk.
    private func evidence() throws -> AnswerEvidence {
        let text = """
            #JSGF V1.0;
            grammar g;
            public <all> = (<answer> | <talk>)+;
            <answer> = <letter> | <command>;
            <letter> = <onChart> | <offChart>;
            <onChart> = kay | ess;
            <offChart> = jay;
            <command> = <stop>;
            <stop> = stop;
            <talk> = i think;
            """
        let dictionary = """
            kay K EY
            ess EH S
            jay JH EY
            stop S T AA P
            i AY
            think TH IH NG K

            """
        return AnswerEvidence(
            grammar: try ListeningGrammar(
                bytes: Array(text.utf8), file: "g.gram",
                dictionary: PronunciationDictionary.load(
                    bytes: Array(dictionary.utf8), file: "g.dict")),
            names: ["kay": .k, "ess": .s, "jay": .j], tokens: Self.tokens, model: AnswerModel())
    }

    /// Frames in which tokens have these probabilities, and a blank the rest.
    private func frames(_ peaks: [Int: [String: Double]], count: Int = 60) -> TokenFrames {
        let rows = (0..<count).flatMap { frame in
            let peak = peaks[frame] ?? [:]
            let rest = 1 - peak.values.reduce(0, +)
            return Self.tokens.map { token in
                Float(log(max(token == "-" ? rest : peak[token] ?? 0, 1e-7)))
            }
        }
        return TokenFrames(tokens: Self.tokens, values: rows)
    }

    /// Tokens from a frame on, one every second frame, each as probable as said.
    private func said(
        _ tokens: String, from frame: Int, _ probability: Double = 0.999
    ) -> [Int: [String: Double]] {
        let peaks = tokens.split(separator: " ").enumerated().map {
            (frame + 2 * $0, [String($1): probability])
        }
        return Dictionary(uniqueKeysWithValues: peaks)
    }

    private func found(_ word: String, _ tokens: String, from frame: Int) -> FoundWord {
        let tokens = tokens.split(separator: " ").map(String.init)
        return FoundWord(word: word, tokens: tokens, frames: frame...frame + 2 * (tokens.count - 1))
    }

    @Test("a letter is as certain as in the net, and lies where the net places it")
    func letter() throws {
        let heard = try evidence().words(
            [found("kay", "K", from: 20)], in: frames([20: ["K": 0.9]]), Self.stretch)
        let word = try #require(heard.first)
        #expect(heard.count == 1 && word.word == "kay")
        #expect(abs((word.presence ?? 0) - 0.9) < 0.01)
        #expect(word.confidence > 0.99 && (word.letters[.k] ?? 0) > 0.99)
        #expect(word.time.contains(TokenFrames.time(ofFrame: 20)) && word.seconds < 0.03)
    }

    @Test("two letters that sound alike share probability, and a neighbour takes none")
    func alike() throws {
        let sound = frames([20: ["K": 0.6, "S": 0.39], 30: ["S": 0.99]])
        let heard = try evidence().words(
            [found("kay", "K", from: 20), found("ess", "S", from: 30)], in: sound,
            Self.stretch)
        #expect(abs((heard[0].letters[.k] ?? 0) - 0.6 / 0.99) < 0.01)
        #expect(abs((heard[0].letters[.s] ?? 0) - 0.39 / 0.99) < 0.01)
        #expect((heard[0].presence ?? 0) > 0.97)
        #expect((heard[1].letters[.s] ?? 0) > 0.99 && (heard[1].presence ?? 0) > 0.97)
        #expect(heard[0].evidence["company"] == 1)
    }

    @Test("a letter taken for a word of its phones counts, and is marked")
    func phones() throws {
        let heard = try evidence().words(
            [found("kay", "k ey", from: 20)], in: frames(said("k ey", from: 20)),
            Self.stretch)
        #expect((heard[0].letters[.k] ?? 0) > 0.99 && (heard[0].presence ?? 0) > 0.99)
        #expect((heard[0].evidence["phones"] ?? 0) > 5)
    }

    @Test("a letter off the charts must be likelier than a chart letter")
    func unlikely() throws {
        let evidence = try evidence()
        #expect(evidence.unlikelyLetters == [.j])
        let heard = evidence.words(
            [found("kay", "K", from: 20)], in: frames([20: ["K": 0.49, "J": 0.49]]),
            Self.stretch)
        #expect(abs((heard[0].letters[.k] ?? 0) - 1 / (1 + exp(-3))) < 0.01)
        let plain = evidence.words(
            [found("jay", "J", from: 20)], in: frames([20: ["J": 0.999]]), Self.stretch)
        #expect((plain[0].letters[.j] ?? 0) > 0.99)
    }

    @Test("a word competes with its alternatives")
    func word() throws {
        let word = found("stop", "s t aa p", from: 20)
        let sure = try evidence().words(
            [word], in: frames(said("s t aa p", from: 20)), Self.stretch)
        #expect(sure[0].presence == nil && sure[0].letters.isEmpty)
        #expect(sure[0].confidence > 0.99)
        // Where it was found and the net heard a letter, or nothing at all.
        for peaks in [[20: ["K": 0.99]], [:]] {
            let unsure = try evidence().words([word], in: frames(peaks), Self.stretch)
            #expect(unsure[0].confidence < 0.1, "\(peaks)")
        }
    }

    @Test("talk is left out, and the next word is marked")
    func talk() throws {
        let peaks = said("ay th ih ng k", from: 10).merging(said("K", from: 30)) { $1 }
        let heard = try evidence().words(
            [found("i think", "ay th ih ng k", from: 10), found("kay", "K", from: 30)],
            in: frames(peaks), Self.stretch)
        #expect(heard.map(\.word) == ["kay"])
        #expect(heard[0].evidence["announced"] == 1)
        #expect(heard[0].evidence["talk"] == 5.0 / 6)
        // Sounds that the grammar has no words for announce nothing.
        let filler = try evidence().words(
            [found(FoundWord.talk, "ay th", from: 10), found("kay", "K", from: 30)],
            in: frames(peaks), Self.stretch)
        #expect(filler.map(\.word) == ["kay"] && filler[0].evidence["announced"] == 0)
    }

    @Test("speech without a word may be a letter, or none")
    func unknown() throws {
        let evidence = try evidence()
        let half = evidence.unknown(
            in: frames([20: ["K": 0.5]]), Self.stretch, time: 1...1.5)
        #expect(half.word == WordHypothesis.unknown && half.time == 1...1.5)
        #expect(abs((half.presence ?? 0) - 0.5) < 0.01 && (half.letters[.k] ?? 0) > 0.99)
        let none = evidence.unknown(
            in: frames(said("th ih ng", from: 20)), Self.stretch, time: 1...1.5)
        #expect((none.presence ?? 1) < 0.01)
        #expect(none.evidence["unfound"] == 1)
    }

    @Test("without possible letters there is no evidence")
    func noLetters() throws {
        let text =
            "#JSGF V1.0; grammar g; public <all> = <answer>+; <answer> = <command>;"
            + " <command> = <stop>; <stop> = stop;"
        let none = AnswerEvidence(
            grammar: try ListeningGrammar(
                bytes: Array(text.utf8), file: "g.gram",
                dictionary: PronunciationDictionary.load(
                    bytes: Array("stop S T AA P\n".utf8), file: "g.dict")),
            names: [:], tokens: Self.tokens, model: AnswerModel())
        let sound = frames(said("th ih ng", from: 20))
        let word = none.unknown(in: sound, Self.stretch, time: 1...1.5)
        #expect(word.letters.isEmpty && word.confidence == 0)
        #expect((word.presence ?? 1) < 0.01)
        // Too short for anything.
        let evidence = try evidence()
        let short = evidence.unknown(
            in: frames([:], count: 0), Self.stretch, time: 1...1.5)
        #expect((short.presence ?? 1) < 0.01)
        #expect(short.letters.values.allSatisfy { $0.isFinite })
    }

    @Test("a token unknown to the net is never heard")
    func unknownTokens() throws {
        let text =
            "#JSGF V1.0; grammar g; public <all> = <answer>+;"
            + " <answer> = <letter> | <command>; <letter> = kay | zee; <command> = stop;"
        let dictionary = "kay K EY\nzee Z IY\nstop S T AA P\n"
        let evidence = AnswerEvidence(
            grammar: try ListeningGrammar(
                bytes: Array(text.utf8), file: "g.gram",
                dictionary: PronunciationDictionary.load(
                    bytes: Array(dictionary.utf8), file: "g.dict")),
            names: ["kay": .k, "zee": .z], tokens: Self.tokens, model: AnswerModel())
        let quiet = evidence.unknown(in: frames([:]), Self.stretch, time: 1...1.5)
        #expect((quiet.presence ?? 1) < 0.01)
        let kay = evidence.words(
            [found("kay", "K", from: 20)], in: frames([20: ["K": 0.9]]), Self.stretch)
        #expect((kay[0].letters[.k] ?? 0) > 0.99 && abs((kay[0].presence ?? 0) - 0.9) < 0.01)
    }

    @Test("the probability of silence")
    func silence() throws {
        #expect(try evidence().silence(in: frames([20: ["K": 0.9]])) < 0.11)
        #expect(try evidence().silence(in: frames([:])) > 0.99)
    }
}

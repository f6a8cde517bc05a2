import Acuity
import Foundation
import LetterNet
import LetterSpeech
import Testing

@Suite struct LetterNetTests {
    @Test func computesWhatPyTorchComputed() throws {
        let example = try WrittenExample.read()
        let net = try LetterNet(path: WrittenExample.model)
        let evidence = net.classify(example.samples, words: [example.start..<example.end])[0]
        #expect(evidence.letters.count == 26)
        for (letter, value) in evidence.letters {
            let expected = try #require(example.letters[letter.description])
            #expect(abs(exp(value) - exp(expected)) < 1e-3, "\(letter)")
            #expect(abs(value - expected) < 0.02, "\(letter)")
        }
        #expect(Set(evidence.words.keys) == Set(example.words.keys))
        for (word, value) in evidence.words {
            #expect(abs(value - (example.words[word] ?? .infinity)) < 0.02, "\(word)")
        }
        #expect(abs(evidence.other - example.other) < 0.02)
        #expect(abs(evidence.letterProbability - example.letterProbability) < 1e-3)
        #expect(evidence.embedding.count == example.embedding.count)
        for (value, expected) in zip(evidence.embedding, example.embedding) {
            #expect(abs(value - expected) < 0.01)
        }
    }

    @Test func probabilitiesAddUpToOneWhateverIsHeard() throws {
        let net = try LetterNet(path: WrittenExample.model)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<12 {
            let count = Int.random(in: 0...40_000, using: &generator)
            let loudness = Float.random(in: 0...2, using: &generator)
            var samples = (0..<count).map { _ in
                Float.random(in: -1...1, using: &generator) * loudness
            }
            if count > 0 { samples[count / 2] = .nan }
            let ends = [0, 1].map { _ in Int.random(in: 0...count + 100, using: &generator) }
            let evidence = net.classify(samples, words: [ends.min()!..<ends.max()!])[0]
            let logs = Array(evidence.letters.values) + evidence.words.values + [evidence.other]
            #expect(abs(logs.map(exp).reduce(0, +) - 1) < 1e-6)
            #expect(0...1 ~= evidence.letterProbability)
            #expect(evidence.embedding.allSatisfy { $0.isFinite })
        }
    }

    /// Recognisers listen side by side, each with a net of its own; what one hears must not depend on
    /// what the others hear.
    @Test func severalThreadsHearTheSame() async throws {
        let example = try WrittenExample.read()
        let speech = example.start..<example.end
        let alone = try LetterNet(path: WrittenExample.model).classify(
            example.samples, words: [speech])
        let differing = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let net = try LetterNet(path: WrittenExample.model)
                    return (0..<100).count { _ in
                        net.classify(example.samples, words: [speech]) != alone
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(differing == 0)
    }

    @Test("a word is the same whatever other words are asked about with it, many or few")
    func manyAtOnce() throws {
        let example = try WrittenExample.read()
        let net = try LetterNet(path: WrittenExample.model)
        let sound = example.samples
        // From a tenth of the word to more than the canvas holds.
        let words = (1...19).map { index in
            index % 2 == 0
                ? 0..<index * sound.count / 19
                : example.start..<example.start + index * (example.end - example.start) / 19
        }
        let together = net.classify(sound, words: words)
        #expect(together.count == words.count && net.classify(sound, words: []).isEmpty)
        for (word, evidence) in zip(words, together) {
            let alone = net.classify(sound, words: [word])[0]
            for (letter, value) in evidence.letters {
                #expect(abs(exp(value) - exp(alone.letters[letter] ?? 0)) < 1e-5, "\(word)")
            }
            for (value, expected) in zip(evidence.embedding, alone.embedding) {
                #expect(abs(value - expected) < 1e-3, "\(word)")
            }
        }
    }

    @Test("a word is the same whether the phones of its sound were told before or not")
    func afterItsPhones() throws {
        let example = try WrittenExample.read()
        let (alone, after) = (
            try LetterNet(path: WrittenExample.model), try LetterNet(path: WrittenExample.model)
        )
        // Silence before it, so that a word begins behind the margin: on a frame of the sound, and not.
        let sound = [Float](repeating: 0, count: 4_000) + example.samples
        _ = try #require(after.phones(of: sound))
        for start in [4_000, 4_001] {
            let word = start..<min(start + 8_000, sound.count)
            let (expected, told) = (
                alone.classify(sound, words: [word])[0], after.classify(sound, words: [word])[0]
            )
            for (letter, value) in told.letters {
                #expect(abs(exp(value) - exp(expected.letters[letter] ?? 0)) < 1e-5, "\(letter)")
            }
        }
        // Of another sound nothing is known.
        let word = example.start..<example.end
        #expect(
            after.classify(example.samples, words: [word])
                == alone.classify(example.samples, words: [word]))
    }

    @Test func loudnessMakesNoDifference() throws {
        let example = try WrittenExample.read()
        let net = try LetterNet(path: WrittenExample.model)
        let speech = example.start..<example.end
        let evidence = net.classify(example.samples, words: [speech])[0]
        let quiet = net.classify(example.samples.map { $0 / 8 }, words: [speech])[0]
        for (letter, value) in evidence.letters {
            #expect(abs(value - (quiet.letters[letter] ?? .infinity)) < 0.02)
        }
    }

    @Test func knowsTheWordsOfAnswers() throws {
        let net = try LetterNet(path: WrittenExample.model)
        let needed = [
            "UP", "DOWN", "LEFT", "RIGHT", "TOP", "BOTTOM", "DELTA", "VICTOR", "ZULU", "STOP",
            "SEVEN",
        ]
        #expect(Set(needed).isSubset(of: Set(net.words)))
    }
}

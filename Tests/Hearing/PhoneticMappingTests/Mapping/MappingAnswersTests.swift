import Acuity
import FliteVoice
import Testing

@testable import PhoneticMapping

@Suite("answers with times and confidence", .timeLimit(.minutes(1)))
struct MappingAnswersTests {
    @Test("a recogniser's words keep their times, and confidences multiply")
    func heardWords() throws {
        let mapper = try MappingFolder.mapper.get()
        let answers = mapper.answers(to: [
            WordHypothesis("<sil>", time: 0...0.2, confidence: 1),
            WordHypothesis("see", time: 0.2...0.5, confidence: 0.8),
            WordHypothesis("++NOISE++", time: 0.5...0.6, confidence: 1),
            WordHypothesis("i", time: 0.7...0.8, confidence: 0.9),
            WordHypothesis("can't", time: 0.8...1.0, confidence: 0.7),
            WordHypothesis("see", time: 1.0...1.2, confidence: 0.95),
            WordHypothesis("it", time: 1.2...1.3, confidence: 0.99),
            WordHypothesis("double-u", time: 1.5...2.0, confidence: 0.6),
        ])
        #expect(
            answers == [
                SpokenAnswer(.letter(.c), heard: "see", confidence: 0.8, time: 0.2...0.5),
                SpokenAnswer(
                    .command(.cannotSee), heard: "i can't see it", confidence: 0.7, time: 0.7...1.3,
                    wording: .phrase),
                SpokenAnswer(
                    .letter(.w), heard: "double u", confidence: 0.6, time: 1.5...2.0,
                    wording: .phrase),
            ])
    }

    @Test(
        "an answer is a name, a code word or a phrase",
        arguments: [
            ("kay", SpokenAnswer.Wording.word), ("kilo", .codeWord), ("pass", .word),
            ("i can't see any", .phrase),
        ])
    func wording(heard: String, wording: SpokenAnswer.Wording) throws {
        let word = WordHypothesis(heard, time: 0...1, confidence: 0.9)
        let answers = try MappingFolder.mapper.get().answers(to: [word])
        #expect(answers.map(\.wording) == [wording])
    }

    @Test(
        "a phrase that sounds like \"I can see everything\" is ambiguous",
        arguments: [
            ("i can't see anything", true), ("can't read anything", true),
            ("i cannot read anything", false), ("i can't see any", false),
        ])
    func ambiguous(phrase: String, isAmbiguous: Bool) throws {
        let heard = WordHypothesis(phrase, time: 0...1, confidence: 0.9)
        let answers = try MappingFolder.mapper.get().answers(to: [heard])
        #expect(answers.map(\.kind) == [.command(.cannotSeeAny)])
        #expect(answers.map(\.isAmbiguous) == [isAmbiguous])
    }

    @Test("a grammar of letters has no talk")
    func grammarWords() throws {
        let mapper = try MappingFolder.mapper.get()
        let words = ["are", "you", "oh", "why", "see", "you"].enumerated().map { index, word in
            WordHypothesis(word, time: Double(index)...Double(index) + 0.5, confidence: 1)
        }
        let letters: [Letter] = [.r, .u, .o, .y, .c, .u]
        #expect(mapper.answers(to: words).map(\.kind) == letters.map { .letter($0) })
        #expect(mapper.answers(to: Array(words.prefix(2)), from: .anyWords).isEmpty)
    }

    @Test("every name in the grammars is its letter")
    func grammarNames() throws {
        let mapper = try MappingFolder.mapper.get()
        let names = """
            ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee \
            double-u ex why zee
            """.split(separator: " ")
        for (letter, name) in zip(Letter.allCases, names) {
            let heard = WordHypothesis(String(name), time: 0...1, confidence: 0.5)
            #expect(mapper.answers(to: [heard]).map(\.kind) == [.letter(letter)], "\(name)")
        }
    }

    @Test("typed answers have no time, and keep the typed text")
    func typed() throws {
        let mapper = try MappingFolder.mapper.get()
        let answers = mapper.answers(to: "N as in November, fee")
        #expect(answers.map(\.kind) == [.letter(.n), .unclear] || answers.count == 2)
        #expect(answers.first?.heard == "N as in November")
        #expect(answers.allSatisfy { $0.time == nil && (0...1).contains($0.confidence) })
    }

    @Test(
        "a row of capitals is read as letters if it has the awaited number",
        arguments: [
            "VRRRH", "NNN", "SO", "NO", "OK", "COR", "KOSS", "ODD", "OZ", "VO", "ZON", "CHORD",
            "SHH", "RSVSR", "O", "KOSS.", " NO ",
        ])
    func typedRow(text: String) throws {
        let letters = text.compactMap(Letter.init(_:))
        let row = TypedLetterRow(lengths: [letters.count, 10], choices: Set(Letter.sloan))
        let answers = try MappingFolder.mapper.get().answers(to: text, awaiting: row)
        #expect(answers.map(\.kind) == letters.map { .letter($0) })
        #expect(answers.map(\.heard) == letters.map(\.description))
    }

    @Test(
        "a row of other, fewer or small letters, or of words, is not read as letters",
        arguments: [
            "STOP", "PASS", "AGAIN", "WAIT", "MMM", "HMM", "no", "No", "so", "sO", "nnn", "ok",
            "NO N", "OH NO", "CHOR", "N", "?", "", "S'O", "SO, NO", "R2",
        ])
    func noTypedLetterRow(text: String) throws {
        let mapper = try MappingFolder.mapper.get()
        let none = TypedLetterRow(lengths: [], choices: [])
        for length in [2, 3, 5] {
            let row = TypedLetterRow(lengths: [length], choices: Set(Letter.sloan))
            #expect(
                mapper.answers(to: text, awaiting: row) == mapper.answers(to: text, awaiting: none))
        }
    }

    @Test("a row of capitals is not a command if that number of letters is not awaited")
    func commandsInCapitals() throws {
        let mapper = try MappingFolder.mapper.get()
        for (text, command) in [
            ("NO", SpokenCommand.correction), ("STOP", .stop), ("AGAIN", .again), ("WAIT", .pause),
        ] {
            #expect(mapper.answers(to: text).map(\.kind) == [.command(command)], "\(text)")
        }
        let hotv = TypedLetterRow(lengths: [4], choices: [.h, .o, .t, .v])
        #expect(mapper.answers(to: "STOP", awaiting: hotv).map(\.kind) == [.command(.stop)])
        #expect(mapper.answers(to: "HOOT", awaiting: hotv).count == 4)
    }

    @Test("sounds are matched only with possible letters")
    func fewerLetters() throws {
        let all = try MappingFolder.mapper.get()
        let chart = try PhoneticMapper(
            grammars: MappingFolder.grammars, guess: FlitePronouncer(), letters: Set(Letter.sloan))
        #expect(all.verdict(onSoundOf: "hie") != chart.verdict(onSoundOf: "hie"))
        #expect(chart.line(for: "T") == "T", "whoever names another letter means it")
        #expect(chart.line(for: "tee eff pea") == "T F P", "by name as well")
        let few = try PhoneticMapper(
            grammars: MappingFolder.grammars, guess: FlitePronouncer(),
            letters: [.h, .o, .t, .v])
        #expect(few.line(for: "see dee pea gee are") == "C D P G R")
        let none = try PhoneticMapper(
            grammars: MappingFolder.grammars, guess: FlitePronouncer(), letters: [])
        #expect(none.verdict(onSoundOf: "see") == .notALetter(confidence: 1))
    }

    @Test(
        "the meanings of a word have probabilities that add up to 1",
        arguments: ["see", "fee", "hetch", "table"])
    func probabilities(word: String) throws {
        let weighed = try #require(try MappingFolder.mapper.get().weigh(word))
        let sum = weighed.letters.map(\.probability).reduce(weighed.word, +)
        #expect(abs(sum - 1) < 1e-9)
        #expect(weighed.letters.count == 26)
        #expect(
            zip(weighed.letters, weighed.letters.dropFirst())
                .allSatisfy { $0.probability >= $1.probability })
    }
}

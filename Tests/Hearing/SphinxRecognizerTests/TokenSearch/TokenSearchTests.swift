import Acuity
import Grammar
import Recognition
import TestTraits
import Testing

@testable import SphinxRecognizer

/// Words that are found in the scores of tokens.
@Suite("Finding words in token scores", .listening)
struct TokenSearchTests {
    private static let rules = """
        public <answers> = (<letter> | <command> | <talk>)+ | <answer>;
        <answer> = <letter> | <command>;
        <letter> = see | dee | zee | zed;
        <command> = can't see it | stop;
        <talk> = oh no;
        """
    private static let dictionary = """
        see S IY
        dee D IY
        zee Z IY
        zed Z EH D
        can't K AE N T
        it IH T
        oh OW
        no N OW
        stop S T AA P
        """

    private func found(
        _ peaks: String, rules: String = rules, dictionary: String = dictionary,
        costs: [String: Double] = [:], as scope: TokenSearch.Scope = .utterance
    ) throws -> [FoundWord] {
        let search = try TokenSounds.search(
            TokenSounds.grammar(rules, dictionary), costs: costs)
        return try search.reading(of: TokenSounds.peaks(peaks), as: scope).phrases
    }

    @Test("a letter is found by its token or by its phones, and marked")
    func letter() throws {
        #expect(
            try found("- - D - -") == [FoundWord(word: "dee", tokens: ["D"], frames: 2...2)])
        #expect(
            try found("- z eh - - d d -")
                == [FoundWord(word: "zed", tokens: ["z", "eh", "d"], frames: 1...6)])
    }

    @Test("two letters without a blank between are one, with a blank two")
    func twice() throws {
        #expect(try found("- C C -").map(\.frames) == [1...2])
        #expect(try found("- C - C -").map(\.frames) == [1...1, 3...3])
        #expect(try found("C - - - - - - C").map(\.frames) == [0...0, 7...7])
    }

    @Test("a command is one word, even with letter tokens in it")
    func command() throws {
        let phones = FoundWord(
            word: "can't see it",
            tokens: "k ae n t s iy ih t".split(separator: " ").map(String.init),
            frames: 1...9)
        #expect(try found("- k ae n t - s iy ih t -") == [phones])
        #expect(try found("D k ae n t C ih t").map(\.word) == ["dee", "can't see it"])
    }

    @Test("talk in the grammar is words, other talk is phones")
    func talk() throws {
        #expect(try found("ow - n ow - D").map(\.word) == ["oh no", "dee"])
        let other = try found("- w eh - l D -")
        #expect(other.map(\.word) == [FoundWord.talk, "dee"])
        #expect(other.first?.tokens == ["w", "eh", "l"])
        #expect(other.first?.frames == 1...4)
        #expect(other.first?.isFiller == true)
    }

    @Test("a pause within a command does not split it")
    func hesitation() throws {
        let said = try found("k ae n t - ah m - s iy ih t - D")
        #expect(said.map(\.word) == ["can't see it", "dee"])
        #expect(said.first?.frames == 0...11)
    }

    @Test("an unknown sound is talk, not a word that contains a part of it")
    func noWord() throws {
        for said in ["s t aa", "n iy", "b iy", "s eh d"] {
            #expect(try found("- - \(said) - -").map(\.word) == [FoundWord.talk], "\(said)")
        }
    }

    @Test("silence has no words", arguments: ["", "-", "- - - - - - -"])
    func nothing(peaks: String) throws {
        for scope in TokenSearch.Scope.allCases {
            #expect(try found(peaks, as: scope).isEmpty)
        }
    }

    @Test("one frame can hold a letter")
    func oneFrame() throws {
        #expect(try found("D").map(\.word) == ["dee"])
    }

    @Test("flat and non-finite scores still give a reading")
    func flat() throws {
        let search = try TokenSounds.search(TokenSounds.grammar(Self.rules, Self.dictionary))
        for value in [Float(-4.2), -.infinity, .nan, 0] {
            let count = TokenSounds.tokens.count
            let sound = TokenFrames(
                tokens: TokenSounds.tokens, values: .init(repeating: value, count: 50 * count))
            for scope in TokenSearch.Scope.allCases {
                #expect(try search.reading(of: sound, as: scope).score.isFinite)
            }
        }
    }

    @Test("a minute of sound is read to its end")
    func minute() throws {
        let search = try TokenSounds.search(TokenSounds.grammar(Self.rules, Self.dictionary))
        let said = (0..<150).map { ["C", "D", "Z"][$0 % 3] }
        let sound = TokenSounds.spoken(said, blanks: 17, frames: 3000, seed: 4, spurious: 0.02)
        let letters = try search.words(in: sound).filter { !$0.isFiller }
        #expect(letters.flatMap(\.tokens) == said)
        #expect(letters.allSatisfy { $0.frames.upperBound < sound.frames })
    }

    @Test("the search finds at most one answer, or only letters, on request")
    func scopes() throws {
        #expect(try found("- D - C -", as: .answer).filter { !$0.isFiller }.count <= 1)
        #expect(try found("- s t aa p -", as: .answer).map(\.word) == ["stop"])
        let letters = try found("- D w eh l C -", as: .letters)
        #expect(letters.first?.word == "dee" && letters.last?.word == "see")
        #expect(!letters.contains { $0.isFiller })
    }

    @Test("grammar and dictionary limit the words")
    func edited() throws {
        #expect(
            try found("- B -") == [FoundWord(word: FoundWord.talk, tokens: ["B"], frames: 1...1)])
        let rules = Self.rules.replacing("zee | zed", with: "bee | zulu")
        let dictionary = Self.dictionary + "\nbee B IY\nzulu Z UW L UW"
        #expect(try found("- B -", rules: rules, dictionary: dictionary).map(\.word) == ["bee"])
        #expect(
            try found("z uw l uw", rules: rules, dictionary: dictionary).map(\.word) == ["zulu"])
        #expect(
            try found("- Z -", rules: rules, dictionary: dictionary).map(\.word)
                == [FoundWord.talk])
    }

    @Test("a costly word is found if it is clear, and otherwise not")
    func costs() throws {
        #expect(try found("- D -", costs: ["dee": 3]).map(\.word) == ["dee"])
        #expect(try found("- D -", costs: ["dee": 30]).map(\.word) != ["dee"])
    }

    @Test("readings of two scopes are compared by their scores")
    func scores() throws {
        let search = try TokenSounds.search(TokenSounds.grammar(Self.rules, Self.dictionary))
        let letter = TokenSounds.peaks("- D -")
        let command = TokenSounds.peaks("- s t aa p -")
        func lead(_ sound: TokenFrames) throws -> Double {
            try search.reading(of: sound).score - search.reading(of: sound, as: .letters).score
        }
        #expect(abs(try lead(letter)) < 0.05)
        #expect(try lead(command) > 20)
        #expect(abs(try search.reading(of: letter).score + TokenSearch.wordCost) < 0.05)
    }

    @Test("all commands of the shipped grammar are found by their sounds")
    func shipped() throws {
        let grammar = try TokenSounds.shipped("chart")
        let search = try TokenSounds.search(grammar)
        let sounds = Dictionary(grammar.pronunciations, uniquingKeysWith: { first, _ in first })
        for said in ["can't see it at all", "none of them", "stop", "go on", "not sure", "seven"] {
            let phones = said.split(separator: " ").flatMap { sounds[String($0)] ?? [] }
            let sound = TokenSounds.peaks(
                "- " + phones.map { $0.lowercased() }.joined(separator: " ") + " - Q -")
            let words = try search.words(in: sound).map(\.word)
            #expect(words == [said, "cue"])
        }
    }

    @Test("tokens that differ from the model's are reported")
    func otherTokens() throws {
        let search = try TokenSounds.search(TokenSounds.grammar(Self.rules, Self.dictionary))
        #expect(throws: SphinxError.decoding(reason: "the tokens have no blank")) {
            try search.words(in: TokenFrames(tokens: ["A"], values: [0]))
        }
        #expect(throws: SphinxError.decoding(reason: "the tokens lack L_B")) {
            try search.words(in: TokenFrames(tokens: ["-", "A"], values: [0, 0]))
        }
    }

    @Test("a wrong folder is reported")
    func noModel() throws {
        let grammar = try TokenSounds.grammar(Self.rules, Self.dictionary)
        #expect(throws: SphinxError.noModel(path: "/nowhere")) {
            try TokenSearch(model: "/nowhere", grammar: grammar, letters: [:])
        }
    }
}

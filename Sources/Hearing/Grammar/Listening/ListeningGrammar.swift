/// A grammar that a recogniser listens for, and the parts of it that the search needs.
///
/// The file has a public rule and the rules `answer` and `command`; the others are optional.
package struct ListeningGrammar: Sendable {
    /// The rule for one answer.
    package static let answerRule = "answer"
    /// The rule for the names of letters.
    package static let letterRule = "letter"
    /// The rule for names of letters that are on no chart: heard only if plainly said.
    package static let offChartRule = "offChart"
    /// The rule for the commands.
    package static let commandRule = "command"
    /// The rule for the spelling alphabet.
    package static let codeWordRule = "codeWord"
    /// The rule for letters with a word of the spelling alphabet: "N for November".
    package static let spelledRule = "spelled"
    /// The rule for directions.
    package static let directionRule = "direction"
    /// The rule for diagonals, each of two words.
    package static let diagonalRule = "diagonal"
    /// The rule for words that are not answers.
    package static let otherRule = "other"
    /// The rule for phrases around answers, which are heard and left out.
    package static let talkRule = "talk"

    /// The grammar for several answers in one utterance: the public rule.
    package private(set) var utterance: CheckedGrammar
    /// The grammar for a single answer, or talk.
    package private(set) var answer: CheckedGrammar
    /// The names of letters.
    package let letters: Set<String>
    /// The part of `letters` that is on no chart and so unlikely; empty if all are equally likely.
    package let offChart: Set<String>
    /// The part of `letters` that the rule has without the rule `offChart`.
    package let onChart: Set<String>
    /// The words of the spelling alphabet.
    package let codeWords: Set<String>
    /// The names of directions.
    package let directions: Set<String>
    /// Words that are not answers, heard so that they are not taken for letters.
    package let others: Set<String>
    /// The phrases around answers; nil if the grammar has no such rule.
    package let talk: CheckedGrammar?
    /// The pronunciations of all words; variants are written "aitch(2)".
    package let pronunciations: [(word: String, phones: [String])]
    /// Additional costs of words in a search, in nats; 0 for words that are not listed.
    package var costs: [String: Double] = [:]

    /// Reads and checks a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole grammar file, UTF-8.
    ///   - file: its path, for messages; imported files are looked for in its folder.
    ///   - dictionary: the pronunciations.
    ///   - commands: the names of the rules that `<command>` must lead to; nil to take any.
    ///   - contents: reads imported files.
    /// - Throws: all problems at once.
    package init(
        bytes: [UInt8], file: String, dictionary: PronunciationDictionary,
        commands names: [String]? = nil,
        contents: @escaping GrammarFile.Contents = GrammarFile.contents
    ) throws(GrammarProblems) {
        let utterance = try CheckedGrammar(
            bytes: bytes, file: file, dictionary: dictionary, contents: contents)
        func optional(_ rule: String) throws(GrammarProblems) -> CheckedGrammar? {
            guard utterance.grammar.rule(named: rule) != nil else { return nil }
            return try utterance.listening(for: rule, dictionary)
        }
        self.utterance = utterance
        answer = try utterance.listening(for: Self.answerRule, dictionary)
        _ = try utterance.listening(for: Self.commandRule, dictionary)
        letters = try optional(Self.letterRule)?.words ?? []
        offChart = try optional(Self.offChartRule)?.words ?? []
        onChart = Self.words(of: Self.letterRule, beside: Self.offChartRule, in: utterance.grammar)
        codeWords = try optional(Self.codeWordRule)?.words ?? []
        directions = try optional(Self.directionRule)?.words ?? []
        _ = try optional(Self.diagonalRule)
        others = try optional(Self.otherRule)?.words ?? []
        talk = try optional(Self.talkRule)
        let unread = Self.problems(of: utterance.grammar, commands: names).inOrder
        guard unread.isEmpty else { throw GrammarProblems(unread) }
        // Some words are in only one of the two rules: in some grammars "left" is an answer only if
        // it is said alone.
        let lines = Set((utterance.dictionary + "\n" + answer.dictionary).split(separator: "\n"))
        pronunciations = lines.sorted().map { line in
            let fields = line.split(separator: " ").map(String.init)
            return (word: fields[0], phones: Array(fields.dropFirst()))
        }
    }

    /// The same grammar in which each mention of some rules has another weight.
    ///
    /// - Parameter weights: a factor for each rule by its name, 0.000001…1 as a weight in JSGF;
    ///   rules that the grammar lacks have no effect.
    package func weighing(_ weights: [String: Double]) -> ListeningGrammar {
        guard !weights.isEmpty else { return self }
        var weighed = self
        weighed.utterance = utterance.weighing(weights)
        weighed.answer = answer.weighing(weights)
        return weighed
    }
}

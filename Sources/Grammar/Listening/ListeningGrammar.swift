/// What a recogniser listens for: one grammar file, taken apart into the pieces it is searched
/// with.
///
/// The file has a public rule and the rules `answer` and `command`; the others may be left out.
public struct ListeningGrammar: Sendable {
    /// The rule for one answer.
    public static let answerRule = "answer"
    /// The rule that holds the names of the letters, if the grammar has letters.
    public static let letterRule = "letter"
    /// The rule for names of letters that are on no chart: heard only if plainly said.
    public static let offChartRule = "offChart"
    /// The rule that holds the commands.
    public static let commandRule = "command"
    /// The rule for the spelling alphabet, if the grammar has it.
    public static let codeWordRule = "codeWord"
    /// The rule for directions, if the grammar has it.
    public static let directionRule = "direction"
    /// The rule for diagonals, each of two words, if the grammar has it.
    public static let diagonalRule = "diagonal"
    /// The rule for words that are no answers, if the grammar has it.
    public static let otherRule = "other"
    /// The rule for what people say around their answers: heard, and left out.
    public static let talkRule = "talk"

    /// Several answers in a breath: the public rule.
    public let breath: CheckedGrammar
    /// A single answer, or talk.
    public let answer: CheckedGrammar
    /// The words that name letters.
    public let letters: Set<String>
    /// Those of `letters` that are on no chart and so unlikely; empty where all are alike.
    public let offChart: Set<String>
    /// Those of `letters` that stand elsewhere in the rule than among those on no chart.
    public let onChart: Set<String>
    /// The words of commands, which letters' names may be among.
    public let commands: Set<String>
    /// The words of the spelling alphabet.
    public let codeWords: Set<String>
    /// The names of directions.
    public let directions: Set<String>
    /// The pairs of words that name a diagonal; empty where the grammar has no such rule.
    public let diagonals: [(first: String, second: String)]
    /// Words that are no answers, heard so that they are not taken for letters.
    public let others: Set<String>
    /// What people say around their answers; nil where the grammar has no such rule.
    public let talk: CheckedGrammar?
    /// How every word sounds; variants are written "aitch(2)".
    public let pronunciations: [(word: String, phones: [String])]

    /// Whether words name a diagonal.
    public func isDiagonal(_ words: [String]) -> Bool {
        words.count == 2 && diagonals.contains { $0.first == words[0] && $0.second == words[1] }
    }

    /// Reads and checks a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole grammar file, UTF-8.
    ///   - file: its name, for messages.
    ///   - dictionary: tells how the words sound.
    ///   - commands: the names of the rules that `<command>` is made of, each of which must be
    ///     there; nil to take any.
    /// - Throws: all problems at once.
    public init(
        bytes: [UInt8], file: String, dictionary: PronunciationDictionary,
        commands names: [String]? = nil
    ) throws(GrammarProblems) {
        func part(_ rule: String?) throws(GrammarProblems) -> CheckedGrammar {
            try CheckedGrammar(bytes: bytes, file: file, dictionary: dictionary, rule: rule)
        }
        let breath = try part(nil)
        /// What a rule holds that a grammar need not have.
        func optional(_ rule: String) throws(GrammarProblems) -> CheckedGrammar? {
            breath.grammar.rule(named: rule) == nil ? nil : try part(rule)
        }
        self.breath = breath
        answer = try part(Self.answerRule)
        letters = try optional(Self.letterRule)?.words ?? []
        offChart = try optional(Self.offChartRule)?.words ?? []
        onChart = Self.words(of: Self.letterRule, beside: Self.offChartRule, in: breath.grammar)
        commands = try part(Self.commandRule).words
        codeWords = try optional(Self.codeWordRule)?.words ?? []
        directions = try optional(Self.directionRule)?.words ?? []
        let diagonal = try optional(Self.diagonalRule)
        let parts = diagonal.map { $0.words.sorted() } ?? []
        diagonals = parts.flatMap { one in parts.map { [one, $0] } }
            .filter { diagonal?.network.accepts($0) == true }
            .map { (first: $0[0], second: $0[1]) }
        others = try optional(Self.otherRule)?.words ?? []
        talk = try optional(Self.talkRule)
        let unread = Self.problems(of: breath.grammar, commands: names).inOrder
        guard unread.isEmpty else { throw GrammarProblems(unread) }
        // A word may be in either rule alone: "left" is no answer among others.
        let lines = Set((breath.dictionary + "\n" + answer.dictionary).split(separator: "\n"))
        pronunciations = lines.sorted().map { line in
            let fields = line.split(separator: " ").map(String.init)
            return (word: fields[0], phones: Array(fields.dropFirst()))
        }
    }
}

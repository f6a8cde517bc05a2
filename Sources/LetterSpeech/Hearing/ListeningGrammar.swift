/// What a recogniser listens for: one grammar file, taken apart into the pieces it is searched with.
///
/// The file has a public rule and the rules `answer`, `letter` and `command`; `offChart` and `talk`
/// may be left out.
public struct ListeningGrammar: Sendable {
    /// The rule for one answer.
    public static let answerRule = "answer"
    /// The rule that holds the names of the letters.
    public static let letterRule = "letter"
    /// The rule for names of letters that are on no chart: heard only if plainly said.
    public static let offChartRule = "offChart"
    /// The rule that holds the commands.
    public static let commandRule = "command"
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
    /// The words of commands, which letters' names may be among.
    public let commands: Set<String>
    /// What people say around their answers; nil where the grammar has no such rule.
    public let talk: CheckedGrammar?
    /// How every word sounds; variants are written "aitch(2)".
    public let pronunciations: [(word: String, phones: [String])]

    /// Reads and checks a grammar.
    ///
    /// - Parameters:
    ///   - bytes: the whole grammar file, UTF-8.
    ///   - file: its name, for messages.
    ///   - dictionary: tells how the words sound.
    /// - Throws: all problems at once.
    public init(bytes: [UInt8], file: String, dictionary: PronunciationDictionary)
        throws(GrammarProblems)
    {
        func part(_ rule: String?) throws(GrammarProblems) -> CheckedGrammar {
            try CheckedGrammar(bytes: bytes, file: file, dictionary: dictionary, rule: rule)
        }
        breath = try part(nil)
        answer = try part(Self.answerRule)
        letters = try part(Self.letterRule).words
        let hasUnlikely = breath.grammar.rule(named: Self.offChartRule) != nil
        offChart = hasUnlikely ? try part(Self.offChartRule).words : []
        commands = try part(Self.commandRule).words
        talk = breath.grammar.rule(named: Self.talkRule) == nil ? nil : try part(Self.talkRule)
        pronunciations = breath.dictionary.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ").map(String.init)
            return fields.first.map { (word: $0, phones: Array(fields.dropFirst())) }
        }
    }
}

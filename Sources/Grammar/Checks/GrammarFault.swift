public import Platform

/// What can be wrong in a grammar or a dictionary; what each says to a person stands in
/// `GrammarFault+Message.swift`.
///
/// A text without a label is what stands in the file; `nearest` are known names that are spelled
/// alike.
public enum GrammarFault: Sendable, Equatable {
    // The file as a whole.
    case empty
    case tooLarge(bytes: Int, limit: Int)
    case notUTF8
    case utf16
    case nul
    case tooManyProblems(more: Int)

    // The form of a grammar.
    case strayCharacter(Unicode.Scalar)
    case unclosed(String)
    case expected(String, found: String)
    case version(String)
    case encoding(String)
    case importStatement(String)
    case nothingToSay(String)
    case missingSemicolon(rule: String)
    case secondOperator
    case nestedTooDeep(limit: Int)
    case word(String)
    case grammarName(String)
    case ruleName(String)
    case reservedRuleName(String)

    // Weights.
    case weightForm(String)
    case weightRange(String)
    case misplacedWeight
    case unweighted

    // The rules of a grammar.
    case undefinedRule(String, nearest: [String])
    case ruleTwice(String, first: SourcePosition)
    case noPublicRule
    case severalPublicRules(String, first: String)
    case noRules
    case void
    case notAtTheEnd(rule: String, calls: String)
    case wordlessLoop(rule: String, calls: String)
    case endless(String)
    case wordless(String)
    case rulesTooDeep(limit: Int)
    case tooManyRules(limit: Int)
    case tooManyStates(limit: Int)
    case tooManyOptional(limit: Int)
    case unusedRule(String)

    // Rules that are read by their names, in a grammar that is listened for.
    case unreadRule(String, read: [String], nearest: [String])
    case unreadWord(String, read: [String])
    case unknownCommand(String, known: [String], nearest: [String])
    case unnamedCommand(known: [String])
    case noCommand([String])

    // Words and how they sound.
    case noPronunciation(String, nearest: [String])
    case unlistedWord(String, nearest: [String])
    case dictionaryWord(String)
    case noPhones(String)
    case phone(String, word: String, nearest: String?)
    case fillerPhone(String, word: String)
    case commentAfterWord
    case wordTwice(String, first: SourcePosition, free: String)
    case samePronunciation(String, first: SourcePosition)
    case variantForm(String)
    case variantWithoutWord(String, word: String)
    case wordTooLong(limit: Int)
    case pronunciationTooLong(limit: Int)
    case noWords

    /// Whether the file can still be used.
    public var severity: GrammarProblem.Severity {
        switch self {
        case .unusedRule, .unweighted, .samePronunciation: .warning
        default: .error
        }
    }
}

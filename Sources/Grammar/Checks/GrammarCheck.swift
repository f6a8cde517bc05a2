internal import Platform

/// Finds all that keeps a grammar from being listened for.
///
/// The JSGF parser of PocketSphinx 0.8 reports a fault in the log at most, with a line number that
/// it never set, and then listens for whatever part of the grammar it had read by then; what it
/// does with each construct was measured, and stands in docs/grammars.md.
public enum GrammarCheck {
    /// Rules in a file.
    public static let mostRules = 1_000
    /// Rules may call rules this deep.
    public static let deepestRules = 32
    /// Words of the unfolded grammar, in which each use of a rule is a copy. PocketSphinx loads
    /// one of 65,536 such words, and is far too slow with it.
    public static let mostWords = 5_000
    /// Things in a row that may be left out. With 50, PocketSphinx took twice the time of the
    /// sound to decode it.
    public static let mostOptional = 16

    /// All problems of a grammar that was read, in the order of the file.
    ///
    /// - Parameter dictionary: tells how its words sound; nil to leave that unchecked.
    public static func check(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary? = nil
    ) -> [GrammarProblem] {
        check(grammar, dictionary, unread: [], isWhole: true).inOrder
    }

    /// All problems of a grammar file, those of form included, in the order of the file.
    public static func check(
        bytes: [UInt8], file: String, _ dictionary: PronunciationDictionary? = nil
    ) -> [GrammarProblem] {
        do {
            let reading = try GrammarFile.read(bytes: bytes, file: file)
            let findings = check(
                reading.grammar, dictionary, unread: reading.unreadRules,
                isWhole: !reading.problems.hasErrors)
            return (reading.problems + findings).inOrder
        } catch {
            return error.problems
        }
    }

    /// - Parameters:
    ///   - unread: rules that are in the file but could not be read.
    ///   - isWhole: whether all of the file could be read.
    private static func check(
        _ grammar: JSGFGrammar, _ dictionary: PronunciationDictionary?, unread: Set<String>,
        isWhole: Bool
    ) -> [GrammarProblem] {
        guard grammar.rules.count <= mostRules else {
            return [
                GrammarProblem(
                    .tooManyRules(limit: mostRules), file: grammar.file,
                    at: grammar.rules[mostRules].position)
            ]
        }
        var findings = Findings(file: grammar.file, isWhole: isWhole)
        let graph = RuleGraph(grammar)
        findings.checkRuleNames(grammar)
        findings.checkReferences(grammar, graph, unread: unread)
        findings.checkRecursion(grammar, graph)
        findings.checkSize(grammar, graph)
        if let dictionary { findings.checkWords(grammar, dictionary) }
        return findings.problems
    }

    /// Collects the problems of one file.
    struct Findings {
        let file: String
        /// Whether all of the file could be read: what seems to be missing is missing then.
        let isWhole: Bool
        var problems: [GrammarProblem] = []

        mutating func add(_ fault: GrammarFault, at position: SourcePosition) {
            problems.append(GrammarProblem(fault, file: file, at: position))
        }
    }
}

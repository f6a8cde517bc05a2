internal import Foundation
internal import LetterSpeech

/// Whether the letter net knows the words of a grammar that are answers by themselves.
///
/// What is said alone both opinions judge, and to a word that the net does not know it says
/// "something else": it is hardly ever heard. A phrase of several words the recogniser judges alone.
struct LoneWordsCheck {
    let mapper: PhoneticMapper
    /// The words that the net knows, in capitals.
    let known: Set<String>

    /// One finding where there are words that it does not know; none where there are not.
    ///
    /// - Parameter check: what the finding is about: "grammar chart.gram".
    func findings(on grammar: ListeningGrammar, in path: String, check: String) -> [Finding] {
        let unknown = grammar.answer.words.subtracting(grammar.others)
            .filter { grammar.answer.network.accepts([$0]) && isJudgedByName($0, in: grammar) }
            .filter { !known.contains($0.uppercased()) }.sorted()
        guard !unknown.isEmpty else { return [] }
        let list = unknown.map { "'\($0)'" }.joined(separator: ", ")
        return [
            .warning(
                check,
                "\(path): the letter net does not know \(list): said alone it is hardly heard; take a"
                    + " phrase of several words, or a word that docs/grammars.md lists")
        ]
    }

    /// Whether a word is an answer and no name of a letter, of which the net knows the letter.
    private func isJudgedByName(_ word: String, in grammar: ListeningGrammar) -> Bool {
        switch mapper.meaning(of: word) {
        case .letter: grammar.codeWords.contains(word)
        case .command, .direction: true
        case .unclear, nil: false
        }
    }
}

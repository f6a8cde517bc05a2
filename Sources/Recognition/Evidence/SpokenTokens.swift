public import Acuity
public import Grammar

/// The pronunciations of a grammar's words, in the tokens of a net.
public enum SpokenTokens {
    /// The token sequences of each word: its phones, and for a word that names a letter, also the
    /// letter's token.
    ///
    /// - Parameter letters: which letters words name.
    /// - Returns: the letter's own token comes first.
    public static func ways(
        in grammar: ListeningGrammar, letters: [String: Letter]
    ) -> [String: [[String]]] {
        var phones: [String: [[String]]] = [:]
        for entry in grammar.pronunciations {
            // "aitch(2)" is "aitch".
            let word = String(entry.word.prefix { $0 != "(" })
            phones[word, default: []].append(entry.phones.map { $0.lowercased() })
        }
        return Dictionary(
            uniqueKeysWithValues: phones.map { word, ways in
                guard let letter = letters[word] else { return (word, ways) }
                return (word, [[String(letter.rawValue)]] + ways)
            })
    }
}

public import Acuity
public import Grammar

/// The pronunciations of a grammar's words, in the tokens of a net.
public enum SpokenTokens {
    /// No word has more ways than this because of letters in it.
    private static let most = 8

    /// The token sequences of each word: its phones; for a word that names a letter, also the
    /// letter's token; for any other word, also a letter's token in place of a syllable that sounds
    /// like its name, as the O in "echo", since a net may label it so.
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
        let names = letters.flatMap { word, letter in
            (phones[word] ?? []).map { (phones: $0, token: String(letter.rawValue)) }
        }.sorted { ($0.token, $0.phones.count) < ($1.token, $1.phones.count) }
        return Dictionary(
            uniqueKeysWithValues: phones.map { word, ways in
                guard let letter = letters[word] else {
                    return (word, ways.flatMap { variants(of: $0, names) })
                }
                return (word, [[String(letter.rawValue)]] + ways)
            })
    }

    /// A way to say a word, and the same with letters in it.
    private static func variants(
        of way: [String], _ names: [(phones: [String], token: String)]
    ) -> [[String]] {
        var found = [way]
        var next = 0
        while next < found.count, found.count < most {
            let base = found[next]
            next += 1
            for (phones, token) in names where phones.count < way.count {
                for start in base.indices where base[start...].starts(with: phones) {
                    var variant = base
                    variant.replaceSubrange(start..<start + phones.count, with: [token])
                    if !found.contains(variant), found.count < most { found.append(variant) }
                }
            }
        }
        return found
    }
}

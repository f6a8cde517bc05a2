internal import Acuity
internal import Grammar
internal import PhoneticMapping

/// Whether the names of letters name the letters that they should, and sound like them.
struct LetterWordsCheck {
    let mapper: PhoneticMapper

    /// Words of a grammar's letters that name none, and letters that are both on the chart and off it.
    ///
    /// - Parameter check: what the findings are about: "grammar chart.gram".
    func findings(on grammar: ListeningGrammar, in path: String, check: String) -> [Finding] {
        let nameless = grammar.letters.filter { letter(of: $0) == nil }.sorted()
        let off = Set(grammar.offChart.compactMap(letter(of:)))
        let both = grammar.onChart.compactMap(letter(of:)).filter(off.contains)
        var findings: [Finding] = []
        if !nameless.isEmpty {
            findings.append(
                .warning(
                    check,
                    "\(path): <\(ListeningGrammar.letterRule)> hears \(list(nameless)), which names"
                        + " no letter: write the word and its letter under 'names:' in"
                        + " \(Rulings.fileName)"))
        }
        if !both.isEmpty {
            findings.append(
                .warning(
                    check,
                    "\(path): \(list(Set(both).map(\.description).sorted())) is named in"
                        + " <\(ListeningGrammar.offChartRule)> and beside it, and so it is expected"
                        + " less than other letters: name it in one of them"))
        }
        return findings
    }

    /// From this probability on that phones are a word and no letter's name, they are no name.
    private static let likelierWord = 0.5

    /// Names in a dictionary that sound like those of other letters, or like none.
    ///
    /// - Parameters:
    ///   - words: those that name letters in grammars.
    ///   - check: what the findings are about: "dictionary".
    func findings(
        on dictionary: PronunciationDictionary, naming words: Set<String>, check: String
    ) -> [Finding] {
        let entries = dictionary.entries.filter { words.contains($0.word) }
        var seen: [[String]: PronunciationDictionary.Entry] = [:]
        return entries.compactMap { entry in
            guard let letter = letter(of: entry.word) else { return nil }
            if let other = seen[entry.phones], let before = self.letter(of: other.word),
                before != letter
            {
                return finding(
                    entry, in: dictionary, check,
                    "'\(entry.spelling)' sounds like '\(other.spelling)' at \(other.position), which"
                        + " is \(before): no one can tell \(letter) from it; correct one of the"
                        + " two")
            }
            seen[entry.phones] = seen[entry.phones] ?? entry
            guard let weighed = mapper.weigh(phones: entry.phones),
                let nearest = weighed.exact ?? weighed.letters.first?.letter
            else { return nil }
            let like: String
            if weighed.exact == nil, weighed.word >= Self.likelierWord {
                like = "like the name of no letter"
            } else if nearest != letter {
                like = "more like \(nearest)"
            } else {
                return nil
            }
            return finding(
                entry, in: dictionary, check,
                "'\(entry.spelling)' names \(letter) and sounds \(like): correct its phones")
        }
    }

    private func finding(
        _ entry: PronunciationDictionary.Entry, in dictionary: PronunciationDictionary,
        _ check: String, _ words: String
    ) -> Finding {
        .warning(
            check, "\(dictionary.file):\(entry.position): \(words)",
            measured: .place(in: dictionary.file, at: entry.position))
    }

    private func letter(of word: String) -> Letter? { mapper.meaning(of: word)?.letter }

    private func list(_ words: [String]) -> String {
        words.map { "'\($0)'" }.joined(separator: ", ")
    }
}

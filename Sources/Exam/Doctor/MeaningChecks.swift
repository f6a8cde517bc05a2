internal import Acuity
internal import Grammar
package import PhoneticMapping
internal import Recognition

/// Checks that the phrases of a command in a grammar mean that command.
///
/// The grammar determines the words that are heard, the phonetic mapper their meaning. A phrase
/// that only the grammar has is heard and does nothing.
package final class CommandMeaningCheck {
    private let mapper: PhoneticMapper
    /// The meanings of phrases that were already checked: grammars share most of them.
    private var meanings: [String: SpokenAnswer.Kind?] = [:]

    /// The largest number of phrases that are checked in a rule, the shortest first.
    private static let mostPhrases = 1_000

    /// Checks by the meanings that a mapper finds.
    package init(mapper: PhoneticMapper) { self.mapper = mapper }

    /// One finding for each rule of a command with phrases of another meaning. Rules of imported
    /// files are checked with those files.
    ///
    /// - Parameter check: the name of the check: "grammar chart.gram".
    func findings(on grammar: JSGFGrammar, check: String) -> [Finding] {
        SpokenCommand.allCases.compactMap { command in
            guard let rule = grammar.ownRules.first(where: { $0.name == command.rawValue }),
                let network = grammar.network(of: rule.name)
            else { return nil }
            let file = grammar.file
            let all = network.sentences(atMost: Self.mostPhrases)
            let phrases = all.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
            let strange = phrases.filter { !isUnderstood($0, as: command) }
            let place = "\(file):\(rule.position): <\(rule.name)>"
            let words: String
            if let first = strange.first {
                let more = strange.count > 1 ? " and \(strange.count - 1) more" : ""
                words =
                    "\(place) has \"\(first)\"\(more), which does not mean this command: add it under"
                    + " '\(rule.name):' in \(PhraseRules.fileName)"
            } else if phrases.count < all.count {
                words = "\(place) matches silence: put one of its words outside of []"
            } else {
                return nil
            }
            // If no phrase of the rule means its command, the command cannot be given by voice.
            let isLost = !strange.isEmpty && strange.count == phrases.count
            return Finding(
                status: isLost ? .error : .warning, check: check, words: words,
                measured: .place(in: file, at: rule.position))
        }
    }

    private func isUnderstood(_ phrase: String, as command: SpokenCommand) -> Bool {
        let meaning = meanings[phrase] ?? mapper.meaning(of: phrase)
        meanings[phrase] = .some(meaning)
        return meaning == .command(command)
    }
}

/// Checks that a grammar has the name of every letter, or every direction, of a test.
///
/// A letter without a name in the grammar is taken for the letter that sounds most like it.
package struct AnswerNamesCheck {
    let mapper: PhoneticMapper

    /// Checks by the meanings that a mapper finds.
    package init(mapper: PhoneticMapper) { self.mapper = mapper }

    /// One finding if a name is missing.
    ///
    /// - Parameters:
    ///   - choice: the letters or directions that the grammar is for.
    ///   - path: the grammar's file.
    ///   - check: the name of the check: "grammar chart.gram".
    func findings(
        on grammar: ListeningGrammar, for choice: LetterChoice, in path: String, check: String
    ) -> [Finding] {
        let missing =
            choice.pointing == nil
            ? letters(wanted(choice), missingIn: grammar)
            : directions(missingIn: grammar)
        guard !missing.isEmpty else { return [] }
        let rule =
            choice.pointing == nil
            ? ListeningGrammar.letterRule : ListeningGrammar.directionRule
        return [
            .error(
                check,
                "\(path): no word names \(missing.joined(separator: ", ")): add the name to <\(rule)>,"
                    + " or restore the file that came with Aloud")
        ]
    }

    /// The letters that need a name of one word. In some languages the names of two letters sound
    /// the same, such as those of B and V in Spanish. The grammar of a chart may then leave out the
    /// letter that no chart has.
    private func wanted(_ choice: LetterChoice) -> Set<Letter> {
        choice == .chart && !mapper.comparesSounds ? Set(Letter.sloan) : choice.letters
    }

    /// The straight directions that a grammar does not name: in English by its own word, in another
    /// language by any word that means it.
    private func directions(missingIn grammar: ListeningGrammar) -> [String] {
        guard !mapper.comparesSounds else {
            return Direction.straight.map(\.rawValue).filter { !grammar.directions.contains($0) }
        }
        let named = grammar.directions.compactMap { mapper.meaning(of: $0) }
        return Direction.straight.filter { !named.contains(.direction($0)) }.map(\.rawValue)
    }

    /// The letters that have no name in a grammar, or only one of the spelling alphabet.
    private func letters(_ wanted: Set<Letter>, missingIn grammar: ListeningGrammar) -> [String] {
        let named = grammar.letters.subtracting(grammar.codeWords)
            .filter { grammar.answer.network.accepts([$0]) }
            .compactMap { mapper.meaning(of: $0)?.letter }
        return wanted.subtracting(named).map(\.description).sorted()
    }
}

/// Checks that the names of letters mean their letters and sound like them.
package struct LetterWordsCheck {
    let mapper: PhoneticMapper

    /// Checks by the meanings that a mapper finds.
    package init(mapper: PhoneticMapper) { self.mapper = mapper }

    /// Findings on words of <letter> that name no letter, and on letters both on and off the chart.
    ///
    /// - Parameter check: the name of the check: "grammar chart.gram".
    func findings(on grammar: ListeningGrammar, in path: String, check: String) -> [Finding] {
        let nameless = grammar.letters.filter { letter(of: $0) == nil }.sorted()
        let off = Set(grammar.offChart.compactMap(letter(of:)))
        let both = grammar.onChart.compactMap(letter(of:)).filter(off.contains)
        var findings: [Finding] = []
        if !nameless.isEmpty {
            findings.append(
                .warning(
                    check,
                    "\(path): <\(ListeningGrammar.letterRule)> has \(list(nameless)), which names no"
                        + " letter: add the word and its letter under 'names:' in"
                        + " \(PhraseRules.fileName)"))
        }
        if !both.isEmpty {
            findings.append(
                .warning(
                    check,
                    "\(path): \(list(Set(both).map(\.description).sorted())) is named in"
                        + " <\(ListeningGrammar.offChartRule)> and outside of it: name it in only one"
                        + " of them"))
        }
        return findings
    }

    /// Minimum probability of being an ordinary word at which phones are not a letter's name.
    private static let likelierWord = 0.5

    /// Findings on names in a dictionary that sound like those of other letters, or like none.
    ///
    /// - Parameters:
    ///   - words: the words that name letters in grammars.
    ///   - check: the name of the check: "dictionary".
    func findings(
        on dictionary: PronunciationDictionary, naming words: Set<String>, check: String
    ) -> [Finding] {
        // In other languages two letters may share a sound; the grammars allow for that.
        guard mapper.comparesSounds else { return [] }
        let entries = dictionary.entries.filter { words.contains($0.word) }
        var seen: [[String]: PronunciationDictionary.Entry] = [:]
        return entries.compactMap { entry in
            guard let letter = letter(of: entry.word) else { return nil }
            if let other = seen[entry.phones], let before = self.letter(of: other.word),
                before != letter
            {
                return finding(
                    entry, in: dictionary, check,
                    "'\(entry.spelling)' sounds like '\(other.spelling)' at \(other.position), so that"
                        + " \(letter) and \(before) cannot be told apart: correct one of the two")
            }
            seen[entry.phones] = seen[entry.phones] ?? entry
            guard let weighed = mapper.weigh(phones: entry.phones),
                let nearest = weighed.exact ?? weighed.letters.first?.letter
            else { return nil }
            let like: String
            if weighed.exact == nil, weighed.word >= Self.likelierWord {
                like = "like no letter's name"
            } else if nearest != letter {
                like = "more like \(nearest)"
            } else {
                return nil
            }
            return finding(
                entry, in: dictionary, check,
                "'\(entry.spelling)' names \(letter) but sounds \(like): correct its phones")
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

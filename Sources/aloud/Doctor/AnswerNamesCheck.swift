internal import Acuity
internal import CommandLineKit
internal import Grammar
internal import PhoneticMapping
internal import Recognition

/// Whether a grammar hears the name of every letter, or of every direction, that is to be answered.
///
/// A letter whose name is in no rule is taken for the one that sounds most like it, and no self-test need
/// notice that.
struct AnswerNamesCheck {
    let mapper: PhoneticMapper

    /// One finding where a name is missing; none where all are there.
    ///
    /// - Parameters:
    ///   - choice: what the grammar is for.
    ///   - path: the grammar's file.
    ///   - check: what the finding is about: "grammar chart.gram".
    func findings(
        on grammar: ListeningGrammar, for choice: LetterChoice, in path: String, check: String
    ) -> [Finding] {
        let missing =
            choice.pointing == nil
            ? letters(choice.letters, missingIn: grammar)
            : Direction.straight.map(\.rawValue).filter { !grammar.directions.contains($0) }
        guard !missing.isEmpty else { return [] }
        let rule =
            choice.pointing == nil
            ? ListeningGrammar.letterRule : ListeningGrammar.directionRule
        return [
            .error(
                check,
                "\(path): no word names \(missing.joined(separator: ", ")), so that it is taken"
                    + " for another answer: add the name to <\(rule)>, or take the file that came with"
                    + " Aloud")
        ]
    }

    /// The letters that no word of a grammar but one of the spelling alphabet names.
    private func letters(_ wanted: Set<Letter>, missingIn grammar: ListeningGrammar) -> [String] {
        let named = grammar.letters.subtracting(grammar.codeWords)
            .filter { grammar.answer.network.accepts([$0]) }
            .compactMap { mapper.meaning(of: $0)?.letter }
        return wanted.subtracting(named).map(\.description).sorted()
    }
}

/// Reads what the phonetic mapper works by: rulings, confusions, and the CMU dictionary.
struct MappingCheck {
    let folder: ResourceFolder
    /// The path of the CMU dictionary.
    let dictionary: String

    func findings() -> [Finding] {
        let rulings = folder.file(Rulings.fileName)
        let confusions = folder.file(PhoneConfusions.fileName)
        return [
            finding("rulings", rulings) { () throws(MappingFileError) in
                _ = try Rulings(path: rulings)
            },
            finding("phone confusions", confusions) { () throws(MappingFileError) in
                _ = try PhoneConfusions(path: confusions)
            },
            finding("CMU dictionary", dictionary) { () throws(MappingFileError) in
                _ = try CMUDictionary(path: dictionary)
            },
        ]
    }

    private func finding(
        _ check: String, _ path: String, reading: () throws(MappingFileError) -> Void
    ) -> Finding {
        do {
            try reading()
            return .ok(check, path)
        } catch {
            return .error(check, error.description)
        }
    }
}

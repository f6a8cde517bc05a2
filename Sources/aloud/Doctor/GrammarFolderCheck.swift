internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// Reads and checks the letter dictionary and all grammars of a folder.
struct GrammarFolderCheck {
    let folder: ResourceFolder
    /// Tells whether commands mean what they should; nil to leave that unchecked.
    let meanings: CommandMeaningCheck?
    /// Tells whether every answer has a name; nil to leave that unchecked.
    let names: AnswerNamesCheck?
    /// Tells whether names mean letters and sound like them; nil to leave that unchecked.
    let letters: LetterWordsCheck?

    /// The grammars that tests and transcription use; others that lie there are checked, too.
    static let needed =
        LetterChoice.allCases.map(\.grammarFile) + SettingGrammar.allCases.map(\.file)

    /// One finding a file, or one for each of its problems.
    func findings() -> [Finding] {
        let (dictionary, findings) = findings("dictionary", in: ListeningGrammar.dictionaryFile)
        let names = Set(Self.needed).union(grammarsThere()).sorted()
        return findings + soundsOfLetters(dictionary)
            + names.flatMap { self.findings(onGrammar: $0, dictionary) }
    }

    /// What there is to say of the sounds of the names that grammars have for letters.
    private func soundsOfLetters(_ dictionary: PronunciationDictionary?) -> [Finding] {
        guard let dictionary, let letters else { return [] }
        let words = LetterChoice.allCases.reduce(into: Set<String>()) { words, choice in
            let path = folder.file(choice.grammarFile)
            let grammar = Self.bytes(path).flatMap {
                try? ListeningGrammar(bytes: $0, file: path, dictionary: dictionary)
            }
            words.formUnion(grammar?.letters ?? [])
        }
        return letters.findings(on: dictionary, naming: words, check: "dictionary")
    }

    /// A dictionary of the folder, if it can be used, and what there is to say of it.
    private func findings(
        _ check: String, in file: String
    ) -> (dictionary: PronunciationDictionary?, findings: [Finding]) {
        let path = folder.file(file)
        guard let bytes = Self.bytes(path) else {
            return (nil, [.error(check, "\(UnreadableResource(path: path))")])
        }
        let problems = PronunciationDictionary.check(bytes: bytes, file: path)
        let dictionary = try? PronunciationDictionary.load(bytes: bytes, file: path)
        guard let dictionary, !problems.contains(where: { $0.severity == .error }) else {
            return (dictionary, Self.findings(check, problems))
        }
        let ok = Finding.ok(check, "\(path), \(dictionary.words.count.counting("word"))")
        return (dictionary, Self.findings(check, problems) + [ok])
    }

    private func findings(
        onGrammar name: String, _ dictionary: PronunciationDictionary?
    ) -> [Finding] {
        let check = "grammar \(name)"
        let path = folder.file(name)
        guard let bytes = Self.bytes(path) else {
            return [.error(check, "\(UnreadableResource(path: path))")]
        }
        // Without a dictionary the words are left unchecked, and all else is not.
        let problems = GrammarCheck.check(bytes: bytes, file: path, dictionary)
        var findings = Self.findings(check, problems)
        guard let grammar = try? GrammarFile.load(bytes: bytes, file: path),
            !findings.contains(where: { $0.status == .error })
        else { return findings }
        if Self.needed.contains(name), let dictionary {
            do {
                let listening = try ListeningGrammar(
                    bytes: bytes, file: path, dictionary: dictionary,
                    commands: Self.commands(in: name))
                if let choice = LetterChoice.allCases.first(where: { $0.grammarFile == name }),
                    let names
                {
                    let missing = names.findings(
                        on: listening, for: choice, in: path, check: check)
                    guard missing.isEmpty else { return findings + missing }
                    findings += letters?.findings(on: listening, in: path, check: check) ?? []
                }
            } catch {
                return findings + Self.findings(check, error.problems)
            }
        }
        if let dictionary, let meanings, LetterChoice.allCases.map(\.grammarFile).contains(name),
            let checked = try? CheckedGrammar(bytes: bytes, file: path, dictionary: dictionary)
        {
            findings += meanings.findings(on: checked, check: check)
            guard !findings.contains(where: { $0.status == .error }) else { return findings }
        }
        let note = dictionary == nil ? ", whose sounds could not be checked" : ""
        findings.append(
            .ok(
                check,
                "\(grammar.rules.count.counting("rule")),"
                    + " \(grammar.words.count.counting("word"))\(note)"))
        return findings
    }

    /// The rules of what is acted on.
    private static func commands(in name: String) -> [String] {
        SettingGrammar.allCases.first { $0.file == name }?.commands
            ?? SpokenCommand.allCases.map(\.rawValue)
    }

    private static func findings(_ check: String, _ problems: [GrammarProblem]) -> [Finding] {
        problems.map { problem in
            Finding(
                status: problem.severity == .error ? .error : .warning, check: check,
                words: "\(problem.file):\(problem.position): \(problem.fault.message)",
                measured: .place(in: problem.file, at: problem.position))
        }
    }

    private func grammarsThere() -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".gram") }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }
}

internal import Acuity
package import CommandLineKit
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// Checks the dictionary and all grammars of a folder.
package struct GrammarFolderCheck {
    let folder: ResourceFolder
    /// Checks the meanings of commands; nil to leave them unchecked.
    let meanings: CommandMeaningCheck?
    /// Checks that every answer has a name; nil to skip this check.
    let names: AnswerNamesCheck?
    /// Checks the names of letters; nil to leave them unchecked.
    let letters: LetterWordsCheck?

    /// Sets each property from the parameter of its name.
    package init(
        folder: ResourceFolder, meanings: CommandMeaningCheck?, names: AnswerNamesCheck?,
        letters: LetterWordsCheck?
    ) {
        self.folder = folder
        self.meanings = meanings
        self.names = names
        self.letters = letters
    }

    /// The grammars that verbs listen for; other grammars of the folder are checked as well.
    static let needed =
        LetterChoice.allCases.map(\.grammarFile) + SettingGrammar.allCases.map(\.file)

    /// One finding for each file without problems, and one for each problem.
    package func findings() -> [Finding] {
        let (dictionary, findings) = findings("dictionary", in: ListeningGrammar.dictionaryFile)
        let names = Set(Self.needed).union(grammarsThere()).sorted()
        return findings + soundsOfLetters(dictionary)
            + names.flatMap { self.findings(onGrammar: $0, dictionary) }
    }

    /// Findings on the pronunciations of the names of letters.
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

    /// A dictionary of the folder, if it can be used, and the findings on it.
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
        // Without a dictionary only the words are left unchecked.
        let problems = GrammarCheck.check(
            bytes: bytes, file: path, dictionary, isListenedFor: Self.needed.contains(name))
        var findings = Self.findings(check, problems.filter { $0.file == path })
        guard let grammar = try? GrammarFile.load(bytes: bytes, file: path),
            !problems.contains(where: { $0.severity == .error })
        else {
            // Problems of an imported file are listed with that file.
            let isOwn = findings.contains { $0.status == .error }
            return findings
                + (isOwn ? [] : [.error(check, "\(path): correct the files that it imports first")])
        }
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
        if dictionary != nil, let meanings,
            !SettingGrammar.allCases.contains(where: { $0.file == name })
        {
            findings += meanings.findings(on: grammar, check: check)
            guard !findings.contains(where: { $0.status == .error }) else { return findings }
        }
        let note = dictionary == nil ? ", whose pronunciations could not be checked" : ""
        findings.append(
            .ok(
                check,
                "\(grammar.rules.count.counting("rule")),"
                    + " \(grammar.words.count.counting("word"))\(note)"))
        return findings
    }

    /// The rules of the commands of a grammar.
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

/// Checks the other files of a folder of grammars: phrases, confusions of phones, and how often
/// letters and directions were misheard; and the CMU dictionary.
package struct MappingCheck {
    let folder: ResourceFolder
    /// The path of the CMU dictionary.
    let dictionary: String

    /// Sets each property from the parameter of its name.
    package init(folder: ResourceFolder, dictionary: String) {
        self.folder = folder
        self.dictionary = dictionary
    }

    package func findings() -> [Finding] {
        let phrases = folder.file(PhraseRules.fileName)
        let confusions = folder.file(PhoneConfusions.fileName)
        return [
            finding("phrases", phrases) { () throws(MappingFileError) in
                _ = try PhraseRules(path: phrases)
            },
            finding("phone confusions", confusions) { () throws(MappingFileError) in
                _ = try PhoneConfusions(path: confusions)
            },
            finding("CMU dictionary", dictionary) { () throws(MappingFileError) in
                _ = try CMUDictionary(path: dictionary)
            },
            mishearing("measured mishearing", of: .sloan),
            mishearing("measured mishearing of directions", of: .landolt),
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

    private func mishearing(_ check: String, of optotypes: OptotypeSet) -> Finding {
        do {
            let file = try RecognitionErrorFile(measuredFor: optotypes, in: folder)
            let counts = try file.counts(toAnswer: optotypes)
            return .ok(
                check,
                "\(file.path), \(counts.misheard) of \(counts.letters.counting("accepted letter"))"
                    + " wrong")
        } catch let error as RecognitionErrorFileError {
            return .error(
                check,
                error.fault + " Restore it from the Aloud package, or give tests a rate of misheard"
                    + " letters with '--\(MeasurementOptions.hearing.name)'.")
        } catch {
            return .error(check, "\(error)")
        }
    }
}

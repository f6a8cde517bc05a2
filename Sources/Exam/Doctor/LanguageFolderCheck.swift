package import CommandLineKit
internal import Exam
internal import Foundation
internal import Grammar
package import PhoneticMapping
internal import Platform
internal import Recognition

/// Checks the folders of the languages besides English: grammars, phrases, and the files of the ear.
package struct LanguageFolderCheck {
    /// The folder of grammars, in which those of the languages lie.
    let folder: ResourceFolder
    /// The folder of models.
    let models: ResourceFolder
    /// Guesses the sounds of English words.
    let pronouncer: any Pronouncing

    /// Sets each property from the parameter of its name.
    package init(folder: ResourceFolder, models: ResourceFolder, pronouncer: any Pronouncing) {
        self.folder = folder
        self.models = models
        self.pronouncer = pronouncer
    }

    /// One finding for each language without errors, and one for each error.
    package func findings() -> [Finding] {
        HearingLanguage.all(in: folder.path).flatMap(findings(on:))
    }

    private func findings(on name: String) -> [Finding] {
        let check = "language \(name)"
        let own = folder.folder(name)
        let language: HearingLanguage
        let mapper: PhoneticMapper
        do {
            guard let read = try HearingLanguage.of(grammars: own.path) else { return [] }
            language = read
            mapper = try PhoneticMapper(grammars: own.path, guess: pronouncer)
        } catch {
            return [.error(check, error.description)]
        }
        var findings = GrammarFolderCheck(
            folder: own, meanings: CommandMeaningCheck(mapper: mapper),
            names: AnswerNamesCheck(mapper: mapper), letters: LetterWordsCheck(mapper: mapper)
        ).findings().filter { $0.status == .error || $0.status == .warning }
        findings += strayWords(of: language, in: own)
        let ear = ListenerFactory.Ear(folder: models.path, language: language)
        // If the English model is missing, too, all models are missing, and another check reports
        // that.
        let isWhole = FileManager.default.fileExists(
            atPath: ListenerFactory.Ear(folder: models.path).weights)
        for file in [ear.weights, ear.answers]
        where isWhole && !FileManager.default.fileExists(atPath: file) {
            findings.append(
                .error(check, "'\(file)' is missing: restore it, or make it with training/ear"))
        }
        for index in findings.indices {
            findings[index].check = "\(check), \(findings[index].check)"
        }
        return findings.isEmpty ? [.ok(check, "\(own.path), \(language.name)")] : findings
    }

    /// Words of the language's file that its dictionary does not have, so that they change nothing.
    private func strayWords(of language: HearingLanguage, in own: ResourceFolder) -> [Finding] {
        let path = own.file(ListeningGrammar.dictionaryFile)
        guard let bytes = FileManager.default.contents(atPath: path),
            let dictionary = try? PronunciationDictionary.load(bytes: [UInt8](bytes), file: path)
        else { return [] }
        let file = own.file(HearingLanguage.fileName)
        let lists: [(name: String, words: [String])] = [
            ("careful", Array((language.careful ?? [:]).keys)),
            ("homophones", Array(language.letterSounds.keys)),
        ]
        return lists.flatMap { name, words in
            words.filter { !dictionary.contains($0) }.sorted().map { word in
                .error(
                    HearingLanguage.fileName,
                    "\(file): '\(word)' in '\(name)' is not in '\(path)': correct the word, or add"
                        + " its pronunciation")
            }
        }
    }
}

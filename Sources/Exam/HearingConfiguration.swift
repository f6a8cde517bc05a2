package import Acuity
package import CommandLineKit
internal import Foundation
package import Grammar
package import PhoneticMapping
internal import Platform
package import Recognition
package import Records

/// The folders of the recogniser, and the threshold for accepting a letter.
package struct HearingConfiguration: Sendable {
    /// The rule for accepting letters.
    package enum Acceptance: Sendable, Equatable {
        /// Accepts from the confidence of the profile; without one, from that of the language; else
        /// from Aloud's own.
        case usual
        /// Accepts from this confidence, 0...1.
        case confidence(Double)
        /// Accepts from the confidence at which at most this share of the accepted letters is
        /// wrong.
        case wrongAtMost(Double)
    }

    /// The folder of grammars and dictionaries.
    package var grammars: ResourceFolder
    /// The folder of the models of hearing.
    package var models: ResourceFolder
    /// The rule for accepting letters.
    package var acceptance: Acceptance
    /// The fitted profile; nil for hearing without one.
    package var profile: HearingProfile?
    /// Whether English names of letters are also heard if the answers are in another language.
    package var mixesEnglish = false

    /// Sets each property from the parameter of its name.
    package init(
        grammars: ResourceFolder, models: ResourceFolder,
        acceptance: Acceptance = .usual,
        profile: HearingProfile? = nil
    ) {
        self.profile = profile
        self.grammars = grammars
        self.models = models
        self.acceptance = acceptance
    }

    /// The language that is heard; nil for English.
    ///
    /// - Throws: `MappingFileError`, where its file is damaged.
    package func language() throws -> HearingLanguage? {
        try HearingLanguage.of(grammars: grammars.path)
    }

    /// The model files for the language of the grammars.
    package func ear() throws -> ListenerFactory.Ear {
        ListenerFactory.Ear(folder: models.path, language: try language())
    }

    /// This configuration for another language. It drops the profile, which was fitted in one
    /// language.
    ///
    /// - Parameter name: the folder of the language in the folder of grammars; "en" for English.
    /// - Throws: `LanguageError` where there is no such folder.
    package func speaking(_ name: String) throws -> HearingConfiguration {
        var other = self
        other.grammars = try grammars.of(language: name)
        if other.grammars != grammars { other.profile = nil }
        return other
    }

    /// The profile for results; nil without a profile.
    package var profileInUse: TestSetup.ProfileInUse? {
        (profile?.card).map {
            TestSetup.ProfileInUse(
                name: $0.name, made: $0.made, proven: $0.proof?.isProven == true)
        }
    }

    /// Makes listeners for the chosen letters.
    ///
    /// - Parameters:
    ///   - engines: opens the encoder and the search.
    ///   - pronouncer: guesses the sound of a word that is in no dictionary.
    /// - Throws: an error in a file of the folders; `HearingProfileError` for a profile of other
    ///   answers.
    package func listeners(
        for letters: LetterChoice, engines: ListenerFactory.Engines, pronouncer: any Pronouncing
    ) throws -> ListenerFactory {
        try profile?.check(for: letters)
        let mapper = BackgroundResult { [grammars] in
            try PhoneticMapper(grammars: grammars.path, guess: pronouncer)
        }
        let (ear, language) = (try ear(), try language())
        var thresholds = AcceptanceThresholds().accepting(
            from: confidence(
                by: try profile?.answers ?? AnswerModel(contentsOf: ear.answers),
                languages: letters.pointing == nil ? language?.accept : nil))
        thresholds.careful = language?.careful ?? [:]
        let factory = ListenerFactory(
            grammar: try ListeningGrammar(
                letters.grammarFile, in: grammars, variants: profile?.variants ?? []),
            ear: ear, mapper: try mapper.take(), thresholds: thresholds, engines: engines,
            profile: profile, homophones: language?.letterSounds ?? [:])
        guard mixesEnglish, let language, language.hasOwnNames, letters.pointing == nil else {
            return factory
        }
        var english = try speaking(ResourceFolder.english)
        english.acceptance = .confidence(Self.acceptsEnglish)
        return factory.beside(
            try english.listeners(for: letters, engines: engines, pronouncer: pronouncer))
    }

    /// The confidence from which the English name of a letter is accepted in another language.
    private static let acceptsEnglish = 0.9

    /// A listener for the answers that set up a test.
    ///
    /// - Throws: an error in a file of the folders.
    package func listener(
        for setting: SettingGrammar, engines: ListenerFactory.Engines, pronouncer: any Pronouncing
    ) throws -> LetterListener {
        try ListenerFactory(
            grammar: try setting.load(from: grammars, variants: profile?.variants ?? []),
            ear: try ear(),
            mapper: try PhoneticMapper(grammars: grammars.path, guess: pronouncer),
            engines: engines, profile: profile
        ).make()
    }

    /// The confidence from which a letter is accepted.
    ///
    /// - Parameter languages: the confidence of the language; nil if it has none of its own.
    private func confidence(by model: AnswerModel, languages: Double?) -> Double {
        switch acceptance {
        case .usual: profile?.card.accept ?? languages ?? AcceptanceThresholds.usualAccept
        case .confidence(let confidence): confidence
        case .wrongAtMost(let share):
            model.accept(wrongAtMost: share) ?? AcceptanceThresholds.usualAccept
        }
    }
}

extension ListeningGrammar {
    /// The file of the letter dictionary in the folder of grammars.
    package static let dictionaryFile = "letters.dict"

    /// A grammar of a folder, read and checked.
    ///
    /// - Parameters:
    ///   - variants: further ways to say words of the dictionary.
    ///   - commands: the rules that act as commands.
    /// - Throws: `UnreadableResource`, or `GrammarProblems`.
    package init(
        _ name: String, in folder: ResourceFolder,
        variants: [(word: String, phones: [String])] = [],
        commands: [String] = SpokenCommand.allCases.map(\.rawValue)
    ) throws {
        func bytes(_ path: String) throws -> [UInt8] {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw UnreadableResource(path: path)
            }
            return Array(data)
        }
        let dictionary = folder.file(Self.dictionaryFile)
        let file = folder.file(name)
        let grammar = try bytes(file)
        try self.init(
            bytes: grammar, file: file,
            dictionary: try PronunciationDictionary.load(
                bytes: try bytes(dictionary), file: dictionary
            ).adding(variants),
            commands: commands)
    }
}

/// A grammar that is listened for before a test, to set it up.
package enum SettingGrammar: String, CaseIterable, Sendable {
    /// The line at which the test starts.
    case steps
    /// The distance from the eyes to the screen.
    case distances
    /// The questions of the start form.
    case setup

    /// The grammar's file in the folder of grammars.
    package var file: String { rawValue + ".gram" }

    /// The rules that act as commands.
    package var commands: [String] {
        switch self {
        case .steps: ["number", "here", "cannotSee", "again", "pause", "resume"]
        case .distances: ["distance", "yes", "no", "again", "here"]
        case .setup:
            [
                "number", "distance", "next", "back", "begin", "ready", "yes", "right", "left",
                "both", "rightLeft", "glasses", "contacts", "pinhole", "nothing", "measure",
            ]
        }
    }

    /// The grammar, read and checked.
    ///
    /// - Throws: as `ListeningGrammar.init`.
    package func load(
        from folder: ResourceFolder, variants: [(word: String, phones: [String])] = []
    ) throws -> ListeningGrammar {
        try ListeningGrammar(file, in: folder, variants: variants, commands: commands)
    }
}

extension RecognitionErrorFile {
    /// Reads the confusion counts measured on people with Aloud's own recogniser.
    ///
    /// - Parameter folder: the folder of grammars.
    /// - Throws: `UnreadableResource`, or `RecognitionErrorFileError` where the file is damaged.
    package init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        let name = optotypes.areDirections ? Self.usualOfDirections : Self.usual
        // A language without its own counts is assumed to be misheard like English.
        let isThere = FileManager.default.fileExists(atPath: folder.file(name))
        let language = isThere ? nil : try HearingLanguage.of(grammars: folder.path)
        let path = (language == nil ? folder : folder.parent).file(name)
        do { try self.init(path) } catch RecognitionErrorFileError.unreadable {
            throw UnreadableResource(path: path)
        }
    }
}

extension RecognitionErrorModel {
    /// The model that was measured on people with Aloud's own recogniser. Letters that were not
    /// measured are assumed to be misheard as often as the others.
    ///
    /// - Parameter folder: the folder of grammars.
    /// - Throws: `RecognitionErrorFileError`, or `UnreadableResource`.
    package init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        self.init(
            try RecognitionErrorFile(measuredFor: optotypes, in: folder).counts(
                toAnswer: optotypes, sayingHalf: false),
            toAnswer: optotypes)
    }
}

extension ExamConfiguration {
    /// The model of recognition errors for the estimate, and its name in the result.
    ///
    /// - Parameter note: called with a sentence about letters that a file does not count.
    /// - Throws: `RecognitionErrorFileError`, or `UnreadableResource` for Aloud's own file.
    package func hearingModel(
        note: (String) -> Void
    ) throws -> (model: RecognitionErrorModel, told: TestSetup.HearingTold) {
        let optotypes = measurement.optotypes
        let model: RecognitionErrorModel
        let name: String
        switch assumedHearing {
        case .file(let path)?:
            // Read once, because a pipe cannot be read again.
            let file = try RecognitionErrorFile(path)
            model = RecognitionErrorModel(try file.counts(toAnswer: optotypes), toAnswer: optotypes)
            name = path
            if let words = file.note(on: optotypes) { note(words) }
        case let share?:
            model = try share.model(for: optotypes)
            name = share.name
        case nil where answers.areTyped:
            model = .exact
            name = AssumedErrorRate.share(0).name
        case nil:
            model = try RecognitionErrorModel(measuredFor: optotypes, in: grammars)
            name = AssumedErrorRate.measured
        }
        let language = answers.areTyped ? ResourceFolder.english : grammars.language
        return (
            model,
            TestSetup.HearingTold(
                name: name, misheard: model.misheard,
                language: language == ResourceFolder.english ? nil : language)
        )
    }
}

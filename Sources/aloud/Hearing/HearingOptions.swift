internal import Acuity
internal import CommandLineKit
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// The options of every verb that hears, and what they make.
enum HearingOptions {
    static let grammars = Option<String?>(
        ResourceFolder.Kind.grammars.option, .folder,
        help: "The folder of grammars and dictionaries, in place of the one that is found.")

    static let model = Option<String?>(
        ResourceFolder.Kind.models.option, .folder,
        help: "The folder of the models of hearing, in place of Aloud's own.")

    static let accept = Option(
        "accept", .number("probability", in: 0...1),
        default: "\(HearingThresholds().accept)",
        help:
            "How sure a letter or a direction must be to be accepted; below, it is asked for again."
    )

    static let wrongAtMost = Option<Double?>(
        "wrong-at-most", .share("share", in: 0.005...1),
        help: "Accept letters so that at most this share of them is wrong, from 0.5% to 100%, as 1%"
            + " or 0.01; in place of --accept. The fewer may be wrong, the more are asked for again."
    )

    static func letters(default choice: LetterChoice) -> Option<LetterChoice> {
        Option(
            "letters", .choice(of: LetterChoice.self), default: choice.rawValue,
            help:
                "What to listen for: the ten letters of the ETDRS charts, all 26, all 26 for reading"
                + " a chart, the four of HOTV, directions, or directions with the diagonals.")
    }

    static let all: [any OptionDeclaration] = [accept, wrongAtMost, HearingOptions.grammars, model]

    /// The file of the letter dictionary in the folder of grammars.
    static let dictionaryFile = "letters.dict"

    /// A listener for the chosen letters.
    static func listener(
        for letters: LetterChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> LetterListener {
        try listeners(for: letters, arguments, in: environment).make()
    }

    /// What listeners for the chosen letters are made of.
    static func listeners(
        for letters: LetterChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ListenerMaking {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        let mapper = MadeAside { try Self.mapper(in: folder, environment) }
        let ear = ListenerMaking.Ear(try environment.models(named: try arguments[model]))
        return ListenerMaking(
            grammar: try grammar(letters.grammarFile, in: folder),
            ear: ear, mapper: try mapper.take(),
            thresholds: HearingThresholds().accepting(
                from: try accepted(arguments, by: AnswerModel(contentsOf: ear.answers))),
            instruments: environment.instruments)
    }

    /// How sure a letter must be to be accepted.
    ///
    /// - Throws: `Misuse` where two options say it.
    private static func accepted(
        _ arguments: ParsedArguments, by model: AnswerModel
    ) throws -> Double {
        guard let share = try arguments[wrongAtMost] else { return try arguments[accept] }
        guard !arguments.wasGiven(accept) else {
            throw Misuse(
                "'--\(accept.name)' and '--\(wrongAtMost.name)' each say what is accepted; leave out"
                    + " one.")
        }
        return model.accept(wrongAtMost: share) ?? HearingThresholds.usualAccept
    }

    /// - Throws: `Misuse` where an option is given that says nothing to typed answers.
    static func refuseForText(_ arguments: ParsedArguments) throws {
        for name in [accept.name, wrongAtMost.name, model.name] where arguments.wasGiven(name) {
            throw Misuse(
                "'--\(name)' is for spoken answers; leave it out with"
                    + " '--\(AnswerChoice.answers.name)'.")
        }
    }

    /// A grammar of the folder, read and checked.
    ///
    /// - Parameter commands: the rules of what is acted on.
    static func grammar(
        _ name: String, in folder: ResourceFolder,
        commands: [String] = SpokenCommand.allCases.map(\.rawValue)
    ) throws -> ListeningGrammar {
        let file = folder.file(name)
        return try ListeningGrammar(
            bytes: try bytes(file), file: file,
            dictionary: try dictionary(dictionaryFile, in: folder), commands: commands)
    }

    private static func dictionary(
        _ name: String, in folder: ResourceFolder
    ) throws -> PronunciationDictionary {
        let file = folder.file(name)
        return try PronunciationDictionary.load(bytes: try bytes(file), file: file)
    }

    /// The phonetic mapper with the phrases and confusions of a folder.
    static func mapper(
        in folder: ResourceFolder, _ environment: CommandEnvironment
    ) throws -> PhoneticMapper {
        try PhoneticMapper(grammars: folder.path, guess: environment.instruments.pronouncer)
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UnreadableResource(path: path)
        }
        return Array(data)
    }
}

extension HearingFile {
    /// Reads the file of what was measured with Aloud's own recogniser, in a folder of grammars.
    ///
    /// - Throws: `UnreadableResource` where it is not there, `HearingFileError` where it is none.
    init(measuredFor optotypes: OptotypeSet, in folder: ResourceFolder) throws {
        let path = folder.file(optotypes.areDirections ? Self.usualOfDirections : Self.usual)
        do { try self.init(path) } catch HearingFileError.unreadable {
            throw UnreadableResource(path: path)
        }
    }
}

/// What is listened for before a test, to set it up.
enum SettingGrammar: String, CaseIterable, Sendable {
    /// At which line the test starts.
    case steps
    /// How far the eyes are from the screen.
    case distances

    /// The grammar's file in the folder of grammars.
    var file: String { rawValue + ".gram" }

    /// The rules of what is acted on.
    var commands: [String] {
        switch self {
        case .steps: ["number", "here", "cannotSee", "again", "pause", "resume"]
        case .distances: ["distance", "yes", "no", "again", "here"]
        }
    }

    /// The grammar, read and checked.
    func load(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ListeningGrammar {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return try HearingOptions.grammar(file, in: folder, commands: commands)
    }

    /// A listener for it.
    func listener(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> LetterListener {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return try ListenerMaking(
            grammar: try load(arguments, in: environment),
            ear: ListenerMaking.Ear(
                try environment.models(named: try arguments[HearingOptions.model])),
            mapper: try HearingOptions.mapper(in: folder, environment),
            thresholds: HearingThresholds(), instruments: environment.instruments
        ).make()
    }
}

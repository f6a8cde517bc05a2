package import Audio
package import CommandLineKit
internal import PhoneticMapping
package import Recognition

/// The options of every verb that hears; they make a `HearingConfiguration`.
package enum HearingOptions {
    package static let grammars = Option<String?>(
        ResourceFolder.Kind.grammars.option, .folder,
        help: "The folder of grammars and dictionaries (default: the variable"
            + " \(ResourceFolder.Kind.grammars.variable), else Aloud's own).")

    package static let model = Option<String?>(
        ResourceFolder.Kind.models.option, .folder,
        help: "The folder of the models of hearing (default: the variable"
            + " \(ResourceFolder.Kind.models.variable), else Aloud's own).")

    package static let language = Option(
        "language", .text("name"), default: ResourceFolder.english,
        help: "The language of the answers: en, or the name of a folder of grammars, such as de,"
            + " es, fr or hi.")

    package static let englishLetters = Option.flag(
        "english-letters",
        help:
            "With --language: also hear the English names of letters where an answer is unclear. In Hindi"
            + " they are always heard.")

    package static let dictionary = Option<String>(
        "dictionary", .file, default: CMUDictionary.debianPath,
        help: "The pronunciations of English words, in the format of the CMU dictionary.")

    package static let accept = Option(
        "accept", .number("probability", in: 0...1),
        default: "\(AcceptanceThresholds().accept)",
        help:
            "The minimum confidence to accept a letter or a direction; below it, Aloud asks"
            + " again. A profile and other languages have their own default.")

    package static let wrongAtMost = Option<Double?>(
        "wrong-at-most", .share("share", in: 0.005...1),
        help: "The maximum share of wrong letters among the accepted ones, from 0.5% to 100%,"
            + " such as 1% or 0.01; instead of --accept. A smaller share asks again for more"
            + " letters.")

    package static func letters(default choice: LetterChoice) -> Option<LetterChoice> {
        Option(
            "letters", .choice(of: LetterChoice.self), default: choice.rawValue,
            help:
                "The answers to listen for: the ten letters of the ETDRS charts, all 26, all 26 for"
                + " reading a chart, the four of HOTV, directions, or directions with the"
                + " diagonals.")
    }

    package static let profile = Option<String?>(
        "profile", .folder,
        help: "The folder of a profile that 'aloud-workbench tune' has fitted to an accent, a"
            + " room or a microphone.")

    package static let unproven = Option.flag(
        "unproven", help: "Use the profile even if its gain is not proven.")

    package static let all: [any OptionDeclaration] = [
        accept, wrongAtMost, language, englishLetters, HearingOptions.grammars, model, profile,
        unproven,
    ]

    /// The configuration of a command line.
    ///
    /// - Parameter pageChooses: whether a page may change the language.
    /// - Throws: `Misuse` if two options set the acceptance, or one has no effect; `MissingFolders`.
    package static func configuration(
        _ arguments: ParsedArguments, pageChooses: Bool = false, in environment: CommandEnvironment
    ) throws -> HearingConfiguration {
        let acceptance = try acceptance(arguments)
        let folders = try environment.console.folders(
            grammars: try arguments[grammars], models: try arguments[model])
        let profile = try profile(arguments, with: folders)
        var hearing = HearingConfiguration(
            grammars: try folders.grammars.of(language: arguments[language]),
            models: folders.models,
            acceptance: acceptance, profile: profile)
        hearing.mixesEnglish = try arguments[englishLetters]
        if !pageChooses, arguments.wasGiven(englishLetters), try hearing.language() == nil {
            throw Misuse(
                "'--english-letters' has no effect without '--language'; add it or leave this out.")
        }
        return hearing
    }

    /// A listener for the chosen letters.
    package static func listener(
        for letters: LetterChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> LetterListener {
        try listeners(for: letters, arguments, in: environment).make()
    }

    /// Makes listeners for the chosen letters.
    package static func listeners(
        for letters: LetterChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ListenerFactory {
        try configuration(arguments, in: environment).listeners(
            for: letters, engines: environment.instruments.engines,
            pronouncer: environment.instruments.pronouncer)
    }

    /// The profile of a command line; nil if it names none.
    ///
    /// - Throws: `Misuse` for '--unproven' without a profile; `HearingProfileError`.
    package static func profile(
        _ arguments: ParsedArguments,
        with folders: (grammars: ResourceFolder, models: ResourceFolder)
    ) throws -> HearingProfile? {
        guard let folder = try arguments[profile] else {
            guard !arguments.wasGiven(unproven) else {
                throw Misuse("'--unproven' has no effect without '--profile'.")
            }
            return nil
        }
        let read = try HearingProfile(contentsOf: folder) { try ContentDigest.ofFile($0) }
        let grammars = try folders.grammars.of(language: arguments[language])
        let ear = try HearingConfiguration(grammars: grammars, models: folders.models).ear()
        try read.check(
            in: folder, model: try ContentDigest.ofFile(ear.weights),
            unproven: try arguments[unproven])
        return read
    }

    /// The rule for accepting letters.
    ///
    /// - Throws: `Misuse` if two options set it.
    private static func acceptance(
        _ arguments: ParsedArguments
    ) throws -> HearingConfiguration.Acceptance {
        guard let share = try arguments[wrongAtMost] else {
            return arguments.isSet(accept) ? .confidence(try arguments[accept]) : .usual
        }
        guard !arguments.wasGiven(accept) else {
            throw Misuse(
                "'--\(accept.name)' and '--\(wrongAtMost.name)' both set which letters are"
                    + " accepted; leave out one.")
        }
        return .wrongAtMost(share)
    }
}

/// The option for the channel of recordings.
package enum ChannelOption {
    package static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Hear only this channel of each recording, counted from 1 (default: the mean of"
            + " the channels that are at most 40 dB softer than the loudest).")

    /// Opens recordings by their paths as a command line says.
    package static func opening(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> @Sendable (String) throws -> any AudioSource {
        let open = environment.instruments.recording
        let channel = try arguments[channel]
        return { try open($0, channel) }
    }
}

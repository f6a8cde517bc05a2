internal import Acuity
internal import CommandLineKit
internal import Exam

/// The options for the source of a test's answers; they make an `AnswerChoice`.
enum AnswerOptions {
    static let device = Option<String?>(
        "device", .text("name"),
        help: "The microphone by its ALSA name, such as hw:1 (default: the system's).")
    /// The places of a microphone.
    enum Place: String, CaseIterable, Sendable {
        case computer, page
    }

    static let microphone = Option<Place>(
        "microphone", .choice(), default: Place.computer.rawValue,
        help:
            "The place of the microphone: this computer, or the device that shows the page,"
            + " such as a phone held at 40 cm.")
    static let input = Option<String?>(
        "input", .recording,
        help:
            "A recorded test instead of the microphone, including the replies to Aloud's"
            + " questions; '-' for raw 16 kHz mono PCM of 16 bits, little-endian, on"
            + " standard input, as it is spoken.")
    static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Hear only this channel of the microphone or the recording, counted from 1"
            + " (default: the mean of the channels that are at most 40 dB softer than the"
            + " loudest).")
    static let answers = Option<String?>(
        "answers", .file,
        help: "Lines of text instead of sound; '-' for standard input.")

    static let all: [any OptionDeclaration] = [device, microphone, input, channel, answers]

    /// The answers of a command line. The folders for hearing are looked for last.
    ///
    /// - Parameter hasPage: whether a page shows the test, which may be in another language.
    /// - Throws: `Misuse` if it names two sources, or sets how typed answers are heard;
    ///   `MissingFolders`.
    static func choice(
        _ arguments: ParsedArguments, hasPage: Bool, in environment: CommandEnvironment
    ) throws -> AnswerChoice {
        try check(arguments)
        if let path = try arguments[answers] { return .text(path) }
        let hearing = try HearingOptions.configuration(
            arguments, pageChooses: hasPage, in: environment)
        if try arguments[microphone] == .page { return .voice(.page, hearing) }
        guard let path = try arguments[input] else {
            return .voice(
                .microphone(device: try arguments[device], channel: try arguments[channel]), hearing
            )
        }
        return .voice(
            .recording(path: path, channel: try arguments[channel]), hearing)
    }

    /// - Throws: `Misuse` if options do not go together.
    static func check(_ arguments: ParsedArguments) throws {
        let given = [device.name, input.name, answers.name].filter { arguments.wasGiven($0) }
            .map { "'--\($0)'" }
        guard given.count < 2 else {
            throw Misuse(
                "\(given.joined(separator: " and ")) each say where the answers come from; leave"
                    + " out all but one.")
        }
        if try arguments[microphone] == .page {
            let others = [device.name, input.name, answers.name, channel.name]
            if let other = others.first(where: { arguments.wasGiven($0) }) {
                throw Misuse(
                    "'--\(other)' has no effect with '--microphone page'. Remove one of them.")
            }
        }
        let hasChannels = try !arguments.isSet(answers) && arguments[input] != "-"
        guard hasChannels || !arguments.wasGiven(channel) else {
            throw Misuse(
                "'--channel' is for a microphone or a file: raw sound has one channel, text none.")
        }
        if arguments.isSet(answers) { try refuseForText(arguments) }
    }

    /// - Throws: `Misuse` if an option is given that has no effect on typed answers.
    private static func refuseForText(_ arguments: ParsedArguments) throws {
        for name in [
            HearingOptions.accept.name, HearingOptions.wrongAtMost.name, HearingOptions.model.name,
            HearingOptions.profile.name, HearingOptions.unproven.name,
            HearingOptions.englishLetters.name,
        ]
        where arguments.wasGiven(name) {
            throw Misuse(
                "'--\(name)' is for spoken answers; leave it out with"
                    + " '--\(answers.name)'.")
        }
    }
}

/// The options that say whether a test begins with a warm-up.
enum WarmUpOptions {
    private static let on = Option.flag(
        "warm-up",
        help: "Begin with each letter once, large: Aloud learns the person's voice and the"
            + " microphone from them.")
    private static let off = Option.flag(
        "no-warm-up",
        help: "Begin with the test itself, without a warm-up.")
    static let all: [any OptionDeclaration] = [on, off]

    /// Whether a test begins with a warm-up.
    ///
    /// - Parameters:
    ///   - optotypes: the optotypes of the test.
    ///   - usually: whether tests at a microphone do, if no option decides.
    /// - Throws: `Misuse` if it is requested and impossible.
    static func isWanted(
        _ arguments: ParsedArguments, showing optotypes: OptotypeSet, usually: Bool
    ) throws -> Bool {
        let areTyped = arguments.isSet(AnswerOptions.answers)
        guard try arguments[on] else {
            let isMicrophone = !areTyped && !arguments.isSet(AnswerOptions.input)
            guard isMicrophone, !optotypes.areDirections else { return false }
            return try usually && !arguments[off]
        }
        guard try !arguments[off] else {
            throw Misuse("'--warm-up' and '--no-warm-up' exclude each other; leave out one.")
        }
        guard !areTyped else {
            throw Misuse("'--warm-up' is for spoken answers; leave it out with '--answers'.")
        }
        guard !optotypes.areDirections else {
            throw Misuse("'--warm-up' is for letters; leave it out where directions are asked for.")
        }
        return true
    }
}

/// The options of every verb that tests a person; they make an `ExamConfiguration`.
enum ExamOptions {
    static let all: [any OptionDeclaration] =
        MeasurementOptions.all + AnswerOptions.all + WarmUpOptions.all + HearingOptions.all

    /// Groups of options whose first one overrides the others in the configuration.
    static let exclusive = [
        [AnswerOptions.device, AnswerOptions.input, AnswerOptions.answers].map(\.name),
        WarmUpOptions.all.map(\.name),
        [HearingOptions.accept.name, HearingOptions.wrongAtMost.name],
        RecordOptions.all.map(\.name),
    ]

    /// The exam of a command line.
    ///
    /// - Parameters:
    ///   - warmsUp: whether tests at a microphone begin with a warm-up, if no option says.
    ///   - hasPage: whether a page shows the test, which may be in another language.
    /// - Throws: `Misuse` if options do not go together; `MissingFolders`; `LanguageError`.
    static func configuration(
        _ arguments: ParsedArguments, warmsUp: Bool, hasPage: Bool,
        in environment: CommandEnvironment
    ) throws -> ExamConfiguration {
        try AnswerOptions.check(arguments)
        let measurement = try MeasurementOptions.measurement(arguments)
        let warmsUp = try WarmUpOptions.isWanted(
            arguments, showing: measurement.optotypes, usually: warmsUp)
        let answers = try AnswerOptions.choice(arguments, hasPage: hasPage, in: environment)
        let grammars =
            if case .voice(_, let hearing) = answers {
                hearing.grammars
            } else {
                try environment.grammars(named: arguments[HearingOptions.grammars])
                    .of(language: arguments[HearingOptions.language])
            }
        return ExamConfiguration(
            measurement: measurement, answers: answers, grammars: grammars,
            assumedHearing: try arguments[MeasurementOptions.hearing], warmsUp: warmsUp)
    }
}

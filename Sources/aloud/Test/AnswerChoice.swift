internal import Acuity
internal import CommandLineKit
internal import Platform
internal import Records

/// Where the answers of a test come from, as its options say.
enum AnswerChoice: Equatable {
    /// A microphone by its ALSA name; nil for the system's default.
    case microphone(String?)
    /// A recording, or raw sound on standard input where the path is "-".
    case recording(String)
    /// Lines of text in a file, or on standard input where the path is "-".
    case text(String)

    static let device = Option<String?>(
        "device", .text("name"),
        help: "The microphone by its ALSA name, such as hw:1; if not given, the system's default.")
    static let input = Option<String?>(
        "input", .recording,
        help: "A recording of such a test in place of the microphone, with the replies to what was"
            + " asked for again; '-' for raw 16 kHz mono PCM of 16 bits, little-endian, on standard"
            + " input, as it is spoken.")
    static let answers = Option<String?>(
        "answers", .file,
        help: "Lines of text in place of sound; '-' for standard input.")

    static let options: [any OptionDeclaration] = [device, input, ChannelOption.channel, answers]

    /// The choice of a command line.
    ///
    /// - Throws: `Misuse` where it names two places, or says of typed answers how they are heard.
    init(_ arguments: ParsedArguments) throws {
        let device = try arguments[Self.device]
        let input = try arguments[Self.input]
        let answers = try arguments[Self.answers]
        let given = [
            device.map { _ in "'--device'" }, input.map { _ in "'--input'" },
            answers.map { _ in "'--answers'" },
        ].compactMap(\.self)
        guard given.count < 2 else {
            throw Misuse(
                "\(given.joined(separator: " and ")) each say where the answers come from; leave"
                    + " out all but one.")
        }
        let isFile = input != nil && input != "-"
        guard isFile || !arguments.wasGiven(ChannelOption.channel) else {
            throw Misuse("'--channel' is for recordings: give '--input' a file with it.")
        }
        if answers != nil { try HearingOptions.refuseForText(arguments) }
        self =
            answers.map(AnswerChoice.text) ?? input.map(AnswerChoice.recording)
            ?? .microphone(device)
    }

    /// Whether the answers are lines of text.
    var isText: Bool {
        if case .text = self { return true }
        return false
    }

    /// Whether they are spoken into a microphone.
    var isMicrophone: Bool {
        if case .microphone = self { return true }
        return false
    }

    /// Whether they are a recording that lies there whole: what comes through a pipe may be spoken just
    /// then.
    var hasEnd: Bool {
        guard case .recording(let path) = self else { return false }
        return path != "-" && !StreamPath.isOne(path)
    }

    /// Whether they wait until they are asked for: what is said meanwhile is lost, what is typed or recorded is not.
    var isKept: Bool {
        switch self {
        case .microphone, .recording("-"): false
        case .recording, .text: true
        }
    }

    /// What to say where a recording goes on after the end of its test.
    static let adviceOnLeftOver =
        "The recording goes on after the test did, so that it is not of this test, or not of it alone."
        + " '--input' takes the recording of one test, with the replies to what Aloud asked for again."
        + " What was read in any other is told by 'aloud transcribe'."

    /// What to say where the answers ended before the test did.
    var adviceAfterEnd: String {
        switch self {
        case .microphone:
            "The microphone gave no more sound before the test ended. Check it with 'aloud"
                + " devices' and test again."
        case .recording:
            "The recording ended before the test did. Record a whole test, or end it with"
                + " \"stop\"."
        case .text:
            "The answers ended before the test did. Give a line of text for each line shown and"
                + " for each asking, or end the test with \"stop\"."
        }
    }
}

/// Whether a test begins with a warm-up, as its options say.
enum WarmUpChoice {
    static let on = Option.flag(
        "warm-up",
        help: "Begin with each of the letters to choose from, once and large: Aloud learns from"
            + " them the voice and the microphone for this person.")
    static let off = Option.flag("no-warm-up", help: "Begin with the test at once.")
    static let all: [any OptionDeclaration] = [on, off]

    /// Whether there is to be one.
    ///
    /// - Parameter usually: what is done at a microphone if no option says.
    /// - Throws: `Misuse` where it is asked for and cannot be.
    static func isWanted(
        _ arguments: ParsedArguments, _ choice: AnswerChoice, showing optotypes: OptotypeSet,
        usually: Bool
    ) throws -> Bool {
        guard try arguments[on] else {
            guard case .microphone = choice, !optotypes.areDirections else { return false }
            return try usually && !arguments[off]
        }
        guard try !arguments[off] else {
            throw Misuse("'--warm-up' and '--no-warm-up' exclude each other; leave out one.")
        }
        guard !choice.isText else {
            throw Misuse("'--warm-up' is for spoken answers; leave it out with '--answers'.")
        }
        guard !optotypes.areDirections else {
            throw Misuse("'--warm-up' is for letters; leave it out where directions are asked for.")
        }
        return true
    }

    /// What draws the order of the letters: the seed of the test if it has one.
    static func seed(of setup: TestSetup) -> UInt64 {
        setup.seed ?? UInt64.random(in: 0..<1_000_000)
    }
}

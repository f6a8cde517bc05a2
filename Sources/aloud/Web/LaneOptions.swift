internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Exam
internal import SimulatedPatient
internal import TestPages

/// The options of every verb that shows a test in a browser, and what they make.
enum LaneOptions {
    /// Where `aloud` listens if not told otherwise: 20/20. It is always the same one, because
    /// browsers keep the measure of a screen for an address with its port.
    private static let usualPort = 2020

    static let port = Option(
        "port", .whole("number", in: 0...65_535), default: "\(usualPort)",
        help: "Where the pages are; 0 for any that is free.")
    static let listen = Option<String?>(
        "listen", .text("address"),
        help: "The address of this machine at which other devices reach the pages, such as"
            + " 192.168.1.20, or 0.0.0.0 for all; a page then asks for the code that is printed. If"
            + " not given, only this machine can reach them.")

    static let hasOperator = Option.flag(
        "operator",
        help: "Print the address of a page for an operator too, which shows what was heard and can"
            + " pause the test or answer in the person's place.")

    static let choosesStart = Option.flag(
        "choose-start",
        help: "Let the person choose by voice where a chart, near, tumbling-e or landolt starts:"
            + " lines of decreasing size are shown until they say \"stop\" or a number.")

    static let all: [any OptionDeclaration] = [port, listen, hasOperator, choosesStart]

    /// What the sheet before a test offers.
    ///
    /// - Parameter isShared: whether each person sets up their own test there.
    static func offers(
        _ arguments: ParsedArguments, _ choice: AnswerChoice, isShared: Bool
    ) throws -> SheetOffers {
        let procedure = try TestPlan.choice(arguments)
        let optotypes = try TestPlan.optotypes(arguments)
        let isVoice = !choice.isText
        // A chart that goes on at 1 m has both distances, and its start, from its rule.
        let isOneMetre = try arguments[TestPlan.oneMetre]
        let canChoose =
            isVoice && !isOneMetre && procedure.ownOptions.contains(TestPlan.start.name)
        let wished = try arguments[choosesStart]
        if wished, !canChoose {
            throw Misuse(
                "'--choose-start' is for answers by voice and for a procedure with a start: etdrs,"
                    + " near, tumbling-e, landolt or landolt-8, and not with '--one-metre'.")
        }
        return SheetOffers(
            hearsDistance: isShared && choice.isMicrophone && !isOneMetre,
            isDistanceFixed: isOneMetre,
            choosesStart: canChoose && (isShared || wished) ? wished : nil,
            asksDirections: optotypes.areDirections,
            areRings: optotypes.areDirections && optotypes != .tumblingE,
            asksDiagonals: optotypes.areDiagonals,
            areAlone: procedure.showsOneByOne)
    }

    /// - Throws: `Misuse` where an option is given that is for pages alone.
    static func refuse(_ arguments: ParsedArguments) throws {
        for option in all + VoiceOptions.all(default: .off) where arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' is for '--display web' alone.")
        }
    }

    /// Where to listen.
    static func settings(_ arguments: ParsedArguments) throws -> ServerSettings {
        ServerSettings(
            address: try arguments[listen] ?? "127.0.0.1", port: try arguments[port])
    }
}

/// The options of the voice that guides a person through a test, and what they make.
enum VoiceOptions {
    /// Who speaks.
    enum Name: String, CaseIterable, Sendable {
        case off, slt, awb, rms, kal16
    }

    static func voice(default name: Name) -> Option<Name> {
        Option(
            "voice", .choice(), default: name.rawValue,
            help: "Who tells the person what to do, through this machine's loudspeaker: a voice of"
                + " flite, or nobody.")
    }

    static let rate = Option(
        "voice-rate", .number("factor", in: 0.5...2), default: "0.9",
        help: "How fast the voice speaks; less is slower.")
    static let volume = Option(
        "volume", .number("part", in: 0...1), default: "0.8",
        help: "How loud the voice is, beside the setting of the loudspeaker.")
    static let speaker = Option<String?>(
        "speaker", .text("name"),
        help: "The loudspeaker by its ALSA name; if not given, the system's default.")

    /// The options, with who speaks if nobody is named.
    static func all(default name: Name) -> [any OptionDeclaration] {
        [voice(default: name), rate, volume, speaker]
    }

    /// The voice, ready to speak; nil where there is to be none.
    static func guide(
        _ arguments: ParsedArguments, default usual: Name, in environment: CommandEnvironment
    ) throws -> GuideVoice? {
        let name = try arguments[voice(default: usual)]
        guard let speaking = PatientVoice.Name(rawValue: name.rawValue) else { return nil }
        return GuideVoice(
            environment.instruments.voice(speaking),
            through: environment.instruments.loudspeaker(try arguments[speaker]),
            GuideVoice.Settings(rate: try arguments[rate], volume: try arguments[volume])
        ) { environment.say($0) }
    }
}

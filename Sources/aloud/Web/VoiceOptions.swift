internal import Audio
internal import CommandLineKit
internal import Exam
internal import SimulatedPatient

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

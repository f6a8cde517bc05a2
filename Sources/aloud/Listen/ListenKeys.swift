internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Listening
internal import SimulatedPatient
internal import VirtualKeyboards

/// The options of `aloud listen` that type answers into other programs.
enum KeyOptions {
    static let keys = Option.flag(
        "keys",
        help:
            "Type each accepted answer into the program that has the focus: letters, and arrows for"
            + " directions.")
    static let map = Option<String?>(
        "keys-map", .file,
        help: "Other keys for --keys: on each line an answer and a key, such as 'up KP_8',"
            + " 'cannotSee space' or 'C none'.")
    static let keyboard = Option<KeyboardKind?>(
        "keyboard", .choice(among: KeyboardKind.allCases),
        help:
            "The virtual keyboard of --keys: the kernel's (uinput), or that of an X server (xtest),"
            + " which needs no permission (default: uinput if it is allowed, else xtest).")
    static let again = Option<AgainSignal>(
        "again", .choice(), default: AgainSignal.beep.rawValue,
        help: "How --keys asks again for an unclear answer: by a beep, by a voice, or not at all.")

    static let all: [any OptionDeclaration] = [keys, map, keyboard, again]

    /// The typist of a command line; nil without '--keys'.
    ///
    /// - Parameter asker: asks again.
    /// - Throws: `KeyMapError`, `KeyboardError`, or that the file of '--keys-map' cannot be read.
    static func typist(
        _ arguments: ParsedArguments, asker: GuideVoice?, in environment: CommandEnvironment
    ) throws -> KeyTypist? {
        guard try arguments[keys] else { return nil }
        let keyMap =
            if let path = try arguments[map] {
                try KeyMap(
                    text: String(decoding: environment.console.bytes(at: path), as: UTF8.self))
            } else { KeyMap.usual }
        return KeyTypist(
            on: try KeyboardKind.open(try arguments[keyboard]), keyMap,
            again: { asker?.askAgain() },
            onFailure: { environment.complain("\($0)") })
    }

    /// Makes sure that the options go together.
    ///
    /// - Throws: `Misuse`.
    static func check(_ arguments: ParsedArguments) throws {
        guard try !arguments[keys] else { return }
        for option in [map.name, keyboard.name, again.name] where arguments.wasGiven(option) {
            throw Misuse("'--\(option)' requires '--keys'.")
        }
    }
}

/// The way to ask a person to repeat an unclear answer.
enum AgainSignal: String, CaseIterable, Sendable {
    case off, beep, voice

    /// A voice that asks. Its gate closes the microphone while it speaks. Nil for `off`.
    func asker(in environment: CommandEnvironment) -> GuideVoice? {
        let voice: any Speaking
        switch self {
        case .off: return nil
        case .beep: voice = Beep()
        case .voice: voice = environment.instruments.voice(.slt)
        }
        return GuideVoice(
            voice, through: environment.instruments.loudspeaker(nil),
            GuideVoice.Settings(rate: 1, volume: 0.8),
            onFailure: {
                environment.say(
                    "Warning: \($0) Until it works, nobody is asked to repeat an unclear answer.")
            })
    }
}

extension GuideVoice {
    /// Asks the person to repeat an unclear answer. A loudspeaker that failed is tried again.
    func askAgain() {
        tryAgain()
        say("again?")
    }
}

/// A voice that has one tone for all words.
private struct Beep: Speaking {
    /// The pitch, Hz, and the length and the fade at each end, seconds. Chosen, not measured.
    private static let (pitch, length, fade) = (660.0, 0.15, 0.02)

    func say(_ text: String, rate: Double) throws -> [Float] {
        let samples = Int(Self.length * Double(speechRate))
        return (0..<samples).map { index in
            let time = Double(index) / Double(speechRate)
            let edge = min(1, min(time, Self.length - time) / Self.fade)
            return Float(0.5 * edge * sin(2 * .pi * Self.pitch * time))
        }
    }
}

internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import SimulatedPatient

/// The way to ask a person to repeat an unclear answer.
enum AgainSignal: String, CaseIterable, Sendable {
    case off, beep, voice

    /// A voice that asks, whose gate closes the microphone meanwhile; nil for none.
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
            onFailure: { environment.say("Warning: The loudspeaker fails: \($0)") })
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

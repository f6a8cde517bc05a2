internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import TestPages

/// Whether the microphone of tests in a browser is there, looked at before anybody needs it.
struct MicrophoneLook {
    private let choice: AnswerChoice
    private let isNeeded: Bool
    private let environment: CommandEnvironment
    /// Why it cannot be heard at the program's start, if so.
    private var missing: NoMicrophone?

    /// How long a device may take to close before it can be opened again, seconds.
    static let closing = 0.2

    /// Looks for the first time.
    ///
    /// - Throws: `Misuse`.
    init(
        _ arguments: ParsedArguments, _ choice: AnswerChoice, in environment: CommandEnvironment
    ) throws {
        self.choice = choice
        self.environment = environment
        isNeeded = try !TestPlan.optotypes(arguments).areDirections
        do throws(NoMicrophone) { try open() } catch { missing = error }
    }

    /// What the first sheet says of it.
    var trouble: SheetTrouble? { isNeeded ? missing.map { SheetTrouble($0) } : nil }

    /// Tells whoever started the program; it may be plugged in later.
    func tell() {
        guard let missing else { return }
        environment.say("Warning: \(missing)")
        environment.say(
            isNeeded
                ? "No test can begin until it can be opened."
                : "Until it can be opened, directions are answered by hand alone.")
    }

    /// Looks again.
    ///
    /// - Throws: that it is not there; nothing where answers can be given without it.
    func again() throws(NoMicrophone) { if isNeeded { try open() } }

    /// Opens it and closes it.
    private func open() throws(NoMicrophone) {
        guard case .microphone(let device) = choice else { return }
        let instruments = environment.instruments
        do {
            try instruments.microphone(device).stop()
        } catch {
            let advice = instruments.adviceWithoutMicrophone(named: device)
            throw NoMicrophone(
                description: advice.map { "No microphone. \($0)" } ?? "\(error)")
        }
        Thread.sleep(forTimeInterval: Self.closing)
    }
}

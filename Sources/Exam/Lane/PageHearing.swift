internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import TestPages
internal import Trials

extension WebLane {
    /// The microphone for a person's voice, of this machine or of the page; nil if the sound is a
    /// recording.
    ///
    /// - Parameter stop: closes it.
    /// - Throws: why it cannot be opened.
    func microphone(
        _ choice: SoundChoice, in room: ExamRoom, until stop: StopRequest
    ) throws -> (any LiveAudioSource)? {
        switch choice {
        case .microphone(let device, let channel):
            return try room.microphone(device, channel: channel, until: stop)
        case .page:
            guard let sound = pages.device.sound, hears(sound, until: stop) else {
                throw SilentPage()
            }
            let microphone = sound.open()
            stop.whenRequested { microphone.stop() }
            return microphone
        case .recording: return nil
        }
    }

    /// Waits until the page sends sound; false if it does not.
    private func hears(_ sound: PageSound, until stop: StopRequest) -> Bool {
        let deadline = ContinuousClock.now + Self.firstSound
        while !sound.isHeard, !stop.isRequested {
            guard ContinuousClock.now < deadline else { return false }
            Thread.sleep(forTimeInterval: Self.patience)
        }
        return true
    }

    /// The time in which the sound of a page has to arrive.
    private static let firstSound = Duration.seconds(3)
}

extension SoundChoice {
    /// Whether the sound comes from a microphone.
    var isLive: Bool {
        switch self {
        case .microphone, .page: true
        case .recording: false
        }
    }
}

/// The page sends no sound.
struct SilentPage: Error, CustomStringConvertible {
    var description: String {
        "The page sends no sound. Allow the microphone for its address in the browser, then begin"
            + " again."
    }
}

/// Checks whether the microphone of tests in a browser can be opened, before it is needed.
struct MicrophoneLook {
    private let room: ExamRoom
    private let isNeeded: Bool
    /// The reason that it could not be opened when the program started; nil if it could.
    private var missing: NoMicrophone?

    /// The time that a device may take to close before it can be opened again, seconds.
    static let closing = 0.2

    /// Makes the first check.
    init(in room: ExamRoom) {
        self.room = room
        isNeeded = !room.configuration.measurement.optotypes.areDirections
        do throws(NoMicrophone) { try open() } catch { missing = error }
    }

    /// The fault, for the first sheet; nil without one.
    var trouble: StartFormProblem? { isNeeded ? missing.map { StartFormProblem($0) } : nil }

    /// Warns on standard error; the microphone may be plugged in later.
    func tell() {
        guard let missing else { return }
        room.console.say("Warning: \(missing)")
        room.console.say(
            isNeeded
                ? "No test can begin until it can be opened."
                : "Until it can be opened, directions are answered by hand only.")
    }

    /// Checks again.
    ///
    /// - Throws: `NoMicrophone`, unless answers can be given without a microphone.
    func again() throws(NoMicrophone) { if isNeeded { try open() } }

    /// Opens it and closes it.
    private func open() throws(NoMicrophone) {
        // The microphone of a page is looked at when the page begins the test.
        guard case .voice(.microphone(let device, let channel), _) = room.configuration.answers
        else { return }
        do {
            try room.instruments.microphone(device, channel).stop()
        } catch {
            let advice = room.instruments.adviceWithoutMicrophone(named: device)
            throw NoMicrophone(
                description: advice.map { "No microphone. \($0)" } ?? "\(error)",
                isMissing: advice != nil, isBlocking: true)
        }
        Thread.sleep(forTimeInterval: Self.closing)
    }
}

/// The microphone of a test cannot be opened.
struct NoMicrophone: Error, CustomStringConvertible {
    /// The fault, its place and the way out.
    let description: String
    /// Whether no microphone is connected.
    var isMissing = false
    /// Whether Aloud looks for a microphone until there is one.
    var isBlocking = false
}

extension StartFormProblem {
    /// The reason that a test could not begin. The words are for the person, who can only change
    /// their own choices; the details are for a helper.
    init(_ error: any Error) {
        switch error {
        case let error as ScreenShowsNothing: self.init(words: error.description)
        case let error as GreysNotMeasured: self.init(words: error.description)
        case let error as FaintLettersUntrue: self.init(words: error.description)
        case let error as TrialRefusal:
            self.init(
                words: "This test does not follow the protocol of the trial. Please ask for help.",
                details: error.description)
        case let error as PersonGone: self.init(words: error.description)
        case let error as NoMicrophone:
            self.init(
                words: error.isMissing
                    ? "No microphone is connected. Please ask for help."
                    : "The microphone cannot be heard. Please ask for help.",
                details: error.description, isBlocking: error.isBlocking)
        default:
            self.init(words: "The test cannot begin. Please ask for help.", details: "\(error)")
        }
    }
}

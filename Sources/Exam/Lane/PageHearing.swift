internal import Audio
internal import Foundation
internal import Platform
internal import TestPages

extension WebLane {
    /// The microphone that a person is heard through, of this machine or of the page; nil if the
    /// sound is a recording.
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

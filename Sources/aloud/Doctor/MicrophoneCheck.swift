internal import Audio
internal import CommandLineKit
internal import Platform
internal import Records

/// Opens the microphone and listens to it for a while.
struct MicrophoneCheck {
    /// The device's name; nil for the system's default.
    let device: String?
    let seconds: Double
    let environment: CommandEnvironment

    static let name = "microphone"

    /// Adds what is found, as soon as it is found: the person is asked to speak in between.
    func examine(_ log: inout FindingLog) throws {
        let source: any LiveAudioSource
        do {
            source = try environment.instruments.microphone(device, nil)
        } catch {
            return try log.add(.error(Self.name, advice(on: error)))
        }
        let label = device ?? "the default"
        let format = source.deviceFormat.map { ", \($0)" } ?? ""
        try log.add(
            .ok(
                Self.name, "\(label) opens\(format)",
                measured: [
                    .init("device", .string(device ?? "default")),
                    .init("format", source.deviceFormat.map(JSONValue.string) ?? .null),
                ]))
        environment.say("Say some letters now: listening for \(words(seconds)) s.")
        let room = HeardRoom.listen(to: source, seconds: seconds, stop: environment.stop)
        guard !environment.stop.isRequested else { return }
        try log.add(RoomVerdict.findings(on: room))
    }

    /// What to do about a microphone that cannot be opened: the device named may be wrong, but
    /// where there is none at all, that is the thing to say.
    private func advice(on error: any Error) -> String {
        environment.instruments.adviceWithoutMicrophone(named: device) ?? "\(error)"
    }

    private func words(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}

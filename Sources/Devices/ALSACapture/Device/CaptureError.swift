internal import Glibc

/// The reason that a capture device could not be opened. Every case but the first names the device.
package enum CaptureError: Error, Equatable, CustomStringConvertible {
    /// There is no capture device; the advice is for a person.
    case none(advice: String)
    /// No device has this name; `reason` in ALSA's words.
    case unknownDevice(name: String, reason: String)
    /// Other programs use it; `holders` are those that the system names.
    case busy(name: String, holders: [String], reason: String)
    /// The user may not use it.
    case notPermitted(name: String, reason: String)
    /// It gives no sound in a form that is understood.
    case format(name: String, reason: String)
    /// The private configuration can't be read.
    case configuration(name: String, reason: String)
    /// It has fewer channels than the one asked for, counted from 1.
    case noChannel(name: String, channel: Int, of: Int)
    /// Anything else that ALSA says.
    case failed(name: String, reason: String)

    package var description: String {
        switch self {
        case .none(let advice): "No microphone. \(advice)"
        case .unknownDevice(let name, let reason):
            "Capture device \(name): no device has this name (\(reason)); plug the microphone "
                + "in\(Self.server(of: name)), or choose another: aloud devices lists them."
        case .busy(let name, let holders, let reason):
            "Capture device \(name): "
                + (holders.isEmpty ? "another program" : holders.joined(separator: " and "))
                + " is using it (\(reason)); "
                + (holders.contains(where: Self.servers.contains)
                    ? "use the device 'default' to share it with the sound server"
                    : "close that program")
                + ", or choose another device: aloud devices lists them."
        case .noChannel(let name, let channel, let most):
            "Capture device \(name): it has no channel \(channel), but \(most); choose another"
                + " channel."
        case .notPermitted(let name, let reason):
            "Capture device \(name): you may not use it (\(reason)); join the group audio (sudo "
                + "usermod -aG audio $USER, then log in again)."
        case .format(let name, let reason):
            "Capture device \(name): its sample format can't be used (\(reason)); try it as"
                + " plug\(name), or choose another device: aloud devices lists them."
        case .configuration(let name, let reason):
            "Capture device \(name): its ALSA configuration can't be read (\(reason)); correct it."
        case .failed(let name, let reason):
            "Capture device \(name): can't be opened (\(reason)); unplug it and plug it in again"
                + "\(Self.server(of: name)), or choose another: aloud devices lists them."
        }
    }

    /// Programs that share a device among others.
    private static let servers = ["pipewire", "pulseaudio", "jackd", "jackdbus"]

    /// More advice for a name that may belong to a sound server.
    private static func server(of name: String) -> String {
        guard ["default", "pulse", "pipewire"].contains(name) else { return "" }
        return ", see that the sound server runs where there is one (PipeWire with the package "
            + "pipewire-alsa, PulseAudio with libasound2-plugins)"
    }
}

extension CaptureError {
    /// The error for a failed opening.
    ///
    /// - Parameter code: what ALSA returned, a negative `errno`.
    init(name: String, code: Int32, reason: String) {
        switch -code {
        case ENOENT, ENODEV, ENXIO: self = .unknownDevice(name: name, reason: reason)
        case EBUSY, EAGAIN:
            self = .busy(name: name, holders: CaptureHolders().names(of: name), reason: reason)
        case EACCES, EPERM: self = .notPermitted(name: name, reason: reason)
        default: self = .failed(name: name, reason: reason)
        }
    }
}

/// The form in which a device gives its sound.
package struct CaptureFormat: Sendable, Equatable {
    /// Frames a second, Hz.
    package var sampleRate: Int
    /// Interleaved in every frame.
    package var channels: Int
    /// The only channel that is heard, counted from 1; nil for all.
    package var channel: Int?
    /// The encoding of an amplitude.
    package var encoding: SampleEncoding
    /// Frames that the device hands over at a time.
    package var periodFrames: Int

    /// Bytes of a frame.
    var frameBytes: Int { channels * encoding.bytes }
}

extension CaptureFormat: CustomStringConvertible {
    /// As people say it: "44100 Hz, 2 channels, 16-bit".
    package var description: String {
        let channelWords = channels == 1 ? "mono" : "\(channels) channels"
        let alone = channel.map { " (\($0) alone)" } ?? ""
        return "\(sampleRate) Hz, \(channelWords)\(alone), \(encoding.words)"
    }
}

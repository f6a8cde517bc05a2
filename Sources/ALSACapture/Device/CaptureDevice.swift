internal import Glibc

/// A capture device of ALSA, by name.
public struct CaptureDevice: Sendable {
    /// ALSA's name: "default", "hw:1", "plughw:CARD=Microphone,DEV=0".
    public var name: String
    /// The text of an ALSA configuration that defines the name, for a device of this process
    /// alone; nil takes the system's configuration, as every other program does.
    public var configuration: String?
    /// Asked between two reads; false is taken as if the device had been pulled out. A device that
    /// is simulated needs it, since ALSA's `file` plugin can't tell that its file is gone.
    public var isPresent: @Sendable () -> Bool

    /// A device of the system, or of a private configuration.
    public init(
        _ name: String, configuration: String? = nil,
        isPresent: @escaping @Sendable () -> Bool = { true }
    ) {
        self.name = name
        self.configuration = configuration
        self.isPresent = isPresent
    }

    /// The device that the system's configuration calls "default".
    public static let systemDefault = CaptureDevice("default")
}

extension CaptureDevice {
    /// The name that `rawFileConfiguration` defines.
    static let rawFileName = "aloud_file"

    /// The definition of a device that hears a file of raw sound, signed 16 bits little-endian,
    /// instead of a room, in ALSA's words (the plugins `plug`, `file` and `null` of the PCM plugin
    /// manual of alsa-lib): nothing but silence, and the file read over it.
    ///
    /// It goes through ALSA like any other and offers exactly the rate and the channels given. It
    /// begins anew at every opening, and after the end it repeats the file's last buffer for ever,
    /// so that a recording wants a second of silence at its end.
    ///
    /// - Parameters:
    ///   - path: a file, or a FIFO. A FIFO must be written in whole periods (20 ms), for a period
    ///     that comes in part is filled up with old sound; opening one waits for its writer.
    ///   - sampleRate: Hz.
    ///   - channels: interleaved in the file.
    static func rawFileConfiguration(
        _ path: String, sampleRate: Int, channels: Int
    ) -> String {
        let quoted = path.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return """
            pcm.\(rawFileName) {
                type plug
                slave {
                    pcm {
                        type file
                        slave.pcm { type null }
                        file "/dev/null"
                        infile "\(quoted)"
                        format "raw"
                    }
                    format S16_LE
                    rate \(sampleRate)
                    channels \(channels)
                }
            }

            """
    }
}

/// Why a capture device could not be opened. Every case but the first names the device.
public enum CaptureError: Error, Equatable, CustomStringConvertible {
    /// Nothing captures; what to do, for a person.
    case none(advice: String)
    /// No device has this name; `reason` in ALSA's words.
    case unknownDevice(name: String, reason: String)
    /// Another program has it.
    case busy(name: String, reason: String)
    /// The user may not use it.
    case notPermitted(name: String, reason: String)
    /// It gives no sound in a form that is understood.
    case format(name: String, reason: String)
    /// The private configuration can't be read.
    case configuration(name: String, reason: String)
    /// Anything else that ALSA says.
    case failed(name: String, reason: String)

    public var description: String {
        switch self {
        case .none(let advice): "No microphone. \(advice)"
        case .unknownDevice(let name, let reason):
            "Capture device \(name): there is none of this name (\(reason)); plug the microphone "
                + "in\(Self.server(of: name)), or choose another: aloud devices lists them."
        case .busy(let name, let reason):
            "Capture device \(name): another program is using it (\(reason)); close that program, "
                + "or choose another device: aloud devices lists them."
        case .notPermitted(let name, let reason):
            "Capture device \(name): you may not use it (\(reason)); join the group audio (sudo "
                + "usermod -aG audio $USER, then log in again)."
        case .format(let name, let reason):
            "Capture device \(name): its form of sound can't be used (\(reason)); try it as "
                + "plug\(name), or choose another device: aloud devices lists them."
        case .configuration(let name, let reason):
            "Capture device \(name): its ALSA configuration can't be read (\(reason)); correct it."
        case .failed(let name, let reason):
            "Capture device \(name): can't be opened (\(reason)); unplug it and plug it in again"
                + "\(Self.server(of: name)), or choose another: aloud devices lists them."
        }
    }

    /// What else to see to for a name behind which a sound server may stand.
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
        case EBUSY, EAGAIN: self = .busy(name: name, reason: reason)
        case EACCES, EPERM: self = .notPermitted(name: name, reason: reason)
        default: self = .failed(name: name, reason: reason)
        }
    }
}

/// The form in which a device gives its sound.
public struct CaptureFormat: Sendable, Equatable {
    /// Frames a second, Hz.
    public var sampleRate: Int
    /// Interleaved in every frame.
    public var channels: Int
    /// How an amplitude is written.
    public var encoding: SampleEncoding
    /// Frames that the device hands over at a time.
    public var periodFrames: Int

    /// Bytes of a frame.
    var frameBytes: Int { channels * encoding.bytes }
}

extension CaptureFormat: CustomStringConvertible {
    /// As people say it: "44100 Hz, 2 channels, 16-bit".
    public var description: String {
        let channelWords = channels == 1 ? "mono" : "\(channels) channels"
        return "\(sampleRate) Hz, \(channelWords), \(encoding.words)"
    }
}

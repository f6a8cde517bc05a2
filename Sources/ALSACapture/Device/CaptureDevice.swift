internal import Glibc

/// A capture device of ALSA, by name.
public struct CaptureDevice: Sendable {
    /// ALSA's name: "default", "hw:1", "plughw:CARD=Microphone,DEV=0".
    public var name: String
    /// The text of an ALSA configuration that defines the name, for a device of this process
    /// alone; nil takes the system's configuration, as every other program does.
    public var configuration: String?
    /// The channel that is heard alone, counted from 1; nil for all.
    public var channel: Int?
    /// Called between two reads; false means that the device is gone, as if pulled out. A simulated
    /// device needs it, since ALSA's `file` plugin does not notice that its file is gone.
    public var isPresent: @Sendable () -> Bool

    /// A device of the system, or of a private configuration.
    public init(
        _ name: String, channel: Int? = nil, configuration: String? = nil,
        isPresent: @escaping @Sendable () -> Bool = { true }
    ) {
        self.name = name
        self.channel = channel
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

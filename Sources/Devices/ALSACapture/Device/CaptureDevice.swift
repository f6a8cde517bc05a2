internal import Foundation
internal import Glibc

/// A capture device of ALSA, by name.
package struct CaptureDevice: Sendable {
    /// ALSA's name: "default", "hw:1", "plughw:CARD=Microphone,DEV=0".
    package var name: String
    /// The text of an ALSA configuration that defines the name, for a device of this process
    /// alone; nil takes the system's configuration, as every other program does.
    package var configuration: String?
    /// The only channel that is heard, counted from 1; nil for all.
    package var channel: Int?
    /// Called between two reads; false means that the device is gone, as if pulled out. A simulated
    /// device needs it, since ALSA's `file` plugin does not notice that its file is gone.
    package var isPresent: @Sendable () -> Bool

    /// A device of the system, or of a private configuration.
    package init(
        _ name: String, channel: Int? = nil, configuration: String? = nil,
        isPresent: @escaping @Sendable () -> Bool = { true }
    ) {
        self.name = name
        self.channel = channel
        self.configuration = configuration
        self.isPresent = isPresent
    }

    /// The device that the system's configuration calls "default".
    package static let systemDefault = CaptureDevice("default")
}

extension CaptureDevice {
    /// The name that `rawFileConfiguration` defines.
    static let rawFileName = "aloud_file"

    /// The definition of a device that hears a file of raw sound, signed 16 bits little-endian,
    /// instead of a room. It is a configuration of ALSA with the plugins `plug`, `file` and `null`
    /// (PCM plugin manual of alsa-lib): a source of silence, over which the file is read.
    ///
    /// It goes through ALSA like any other and offers exactly the rate and the channels given. It
    /// restarts at every opening, and after the end it repeats the file's last buffer forever, so
    /// that a recording needs a second of silence at its end.
    ///
    /// - Parameters:
    ///   - path: a file, or a FIFO. A FIFO must be written in whole periods (20 ms), because an
    ///     incomplete period is filled up with old sound. Opening a FIFO waits for its writer.
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

/// The programs that hold the capture devices of sound cards, as the kernel lists them.
///
/// Each open substream names its owner in `/proc/asound/card<n>/pcm<n>c/sub<n>/status` (Linux's
/// "Proc Files of ALSA Drivers").
package struct CaptureHolders {
    /// The folder of the kernel's files; a parameter for tests.
    var proc = "/proc"

    /// The holders that the kernel lists.
    package init() {}

    init(proc: String) { self.proc = proc }

    /// The names of the programs that hold a device, sorted: "pipewire", "arecord".
    ///
    /// - Parameter device: ALSA's name. If it names no card, the holders of all cards are given.
    package func names(of device: String) -> [String] {
        let cards = card(of: device).map { [$0] } ?? allCards
        let owners = cards.flatMap { card in
            folders("\(proc)/asound/\(card)") { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
                .flatMap { folders($0) { $0.hasPrefix("sub") } }
                .compactMap(owner)
        }
        return Set(owners).compactMap(name).sorted()
    }

    /// The folder of the card in a device name: "card1" for "hw:1,0", "PCH" for
    /// "hw:CARD=PCH,DEV=0".
    private func card(of device: String) -> String? {
        guard let colon = device.firstIndex(of: ":") else { return nil }
        let fields = device[device.index(after: colon)...].split(separator: ",")
        let named = fields.first { $0.hasPrefix("CARD=") }?.dropFirst("CARD=".count)
        guard let name = named ?? fields.first else { return nil }
        return Int(name).map { "card\($0)" } ?? String(name)
    }

    private var allCards: [String] {
        (names(in: "\(proc)/asound")).filter {
            $0.hasPrefix("card") && Int($0.dropFirst("card".count)) != nil
        }
    }

    /// The process that owns a substream.
    private func owner(_ substream: String) -> Int? {
        text(substream + "/status").split(separator: "\n").lazy
            .first { $0.hasPrefix("owner_pid") }?
            .split(separator: ":").last
            .flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }

    /// The name of a process.
    private func name(_ process: Int) -> String? {
        let name = text("\(proc)/\(process)/comm").trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? nil : name
    }

    private func folders(_ folder: String, where isWanted: (String) -> Bool) -> [String] {
        names(in: folder).filter(isWanted).map { folder + "/" + $0 }
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private func text(_ path: String) -> String {
        // A file of the kernel has no size, so it is read to its end.
        let bytes = try? FileHandle(forReadingAtPath: path)?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}

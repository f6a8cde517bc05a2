internal import Foundation

/// The programs that hold the capture devices of sound cards, as the kernel lists them.
///
/// Each open substream names its owner in `/proc/asound/card<n>/pcm<n>c/sub<n>/status` (Linux's
/// "Proc Files of ALSA Drivers").
package struct CaptureHolders {
    /// The folder of the kernel's files; another one in tests.
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

    /// The folder of the card that a name is of: "card1" of "hw:1,0", "PCH" of "hw:CARD=PCH,DEV=0".
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

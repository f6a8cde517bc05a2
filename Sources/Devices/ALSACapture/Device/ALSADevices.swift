package import Audio
internal import CALSA
internal import Glibc

/// The capture devices of this computer.
package enum ALSADevices {
    /// The capture devices that ALSA offers, the default first; empty without a card.
    ///
    /// `hw:` names are the hardware itself. The corresponding C function is
    /// `snd_device_name_hint`.
    package static func list() -> [ListedDevice] {
        ALSALog.clear()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var devices: [ListedDevice] = []
        var next = hints
        // The list ends with a null pointer.
        while let hint = next.pointee {
            if let name = text("NAME", of: hint),
                let device = ListedDevice(
                    hintName: name, description: text("DESC", of: hint),
                    direction: text("IOID", of: hint))
            {
                devices.append(device)
            }
            next += 1
        }
        return devices.filter(\.isDefault) + devices.filter { !$0.isDefault }
    }

    /// Advice for a person whose list of devices is empty.
    package static var adviceForNone: String {
        guard access("/dev/snd", F_OK) == 0 else {
            return "This computer has no sound card (there is no /dev/snd). Plug a microphone"
                + " in, or pass one to the virtual machine or container; until then, give a"
                + " recording with --input, or run aloud demo, which needs no microphone."
        }
        guard access("/dev/snd", R_OK | X_OK) == 0, cardsCanBeOpened else {
            return "There is a sound card that you may not use. Join the group audio (sudo usermod "
                + "-aG audio $USER, then log in again)."
        }
        return "There is a sound card, but no capture device. Plug a microphone in, and see"
            + " whether arecord -l shows it."
    }

    /// Whether the control device of any card may be opened.
    private static var cardsCanBeOpened: Bool {
        var card: Int32 = -1
        var any = false
        while snd_card_next(&card) >= 0, card >= 0 {
            any = true
            if access("/dev/snd/controlC\(card)", R_OK | W_OK) == 0 { return true }
        }
        return !any
    }

    /// A text of a hint; ALSA gives a copy, which is freed here.
    private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}

extension ListedDevice {
    /// A device from one of ALSA's hints; nil for a device that does not capture, or that repeats
    /// another in a form of no use for speech.
    ///
    /// - Parameters:
    ///   - name: the hint's NAME.
    ///   - description: its DESC, in lines.
    ///   - direction: its IOID: "Input", "Output", or nil for both.
    init?(hintName name: String, description: String?, direction: String?) {
        guard direction == nil || direction == "Input" else { return nil }
        let kind = name.prefix { $0 != ":" }
        guard !Self.passedOver.contains(String(kind)) else { return nil }
        self.init(
            name: name,
            description: (description ?? name).split(separator: "\n").joined(separator: ", "),
            isDefault: name == "default")
    }

    /// The definitions of alsa.conf that lead to a card's other outputs, to the card again in
    /// another form, or to no card at all.
    private static let passedOver: Set<String> = [
        "null", "sysdefault", "front", "rear", "center_lfe", "side", "surround21", "surround40",
        "surround41", "surround50", "surround51", "surround71", "iec958", "spdif", "hdmi", "modem",
        "phoneline", "dmix", "dsnoop", "plughw", "usbstream", "samplerate", "speexrate",
        "speex", "upmix", "vdownmix", "lavrate", "oss",
    ]
}

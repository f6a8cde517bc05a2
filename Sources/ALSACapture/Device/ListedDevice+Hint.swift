internal import Audio

extension ListedDevice {
    /// A device from one of ALSA's hints; nil for one that gives no sound or only repeats another
    /// in a form that nobody would choose for speech.
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

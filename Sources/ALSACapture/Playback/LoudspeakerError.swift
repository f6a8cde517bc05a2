internal import Audio

/// Why sound could not be played. Every case names the device.
public enum LoudspeakerError: Error, Equatable, CustomStringConvertible {
    /// It could not be opened, or takes no sound of 16,000 Hz; `reason` in ALSA's words.
    case cannotOpen(name: String, reason: String)
    /// It failed while it played.
    case failed(name: String, reason: String)

    public var description: String {
        switch self {
        case .cannotOpen(let name, let reason):
            "Loudspeaker \(name): can't be opened (\(reason)); plug it in, or choose another with"
                + " '--speaker', as 'aplay -L' lists them."
        case .failed(let name, let reason):
            "Loudspeaker \(name): failed while it played (\(reason)); check its plug."
        }
    }
}

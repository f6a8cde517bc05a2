/// Why a voice did not speak.
public enum FliteError: Error, Equatable, CustomStringConvertible {
    /// The text has nothing in it that can be said.
    case nothingToSay
    /// flite could not set the voice up.
    case voiceMissing(FliteVoice.Name)
    /// The installed voice is not the one that the headers describe. Rate in Hz.
    case sampleRate(FliteVoice.Name, found: Int)

    public var description: String {
        switch self {
        case .nothingToSay:
            "the text given to the synthetic voice holds nothing to say; give it a word"
        case .voiceMissing(let name):
            "flite has no voice \(name.rawValue); install Debian's libflite1"
        case .sampleRate(let name, let found):
            "flite's voice \(name.rawValue) speaks at \(found) Hz where"
                + " \(FliteVoice.sampleRate) Hz is needed; install Debian's own libflite1"
        }
    }
}

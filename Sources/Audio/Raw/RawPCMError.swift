/// Why raw PCM could not be read to its end.
public enum RawPCMError: Error, Equatable, CustomStringConvertible {
    /// Not one byte came.
    case empty(name: String)
    /// It begins as a sound file of this kind does, not as bare sound.
    case soundFile(name: String, kind: String)
    /// The sound ended in the middle of a sample.
    case oddByte(name: String)
    /// The system could not read; `reason` in its words.
    case unreadable(name: String, reason: String)

    public var description: String {
        switch self {
        case .empty(let name):
            "\(name): no sound came; pipe raw PCM into it (16000 Hz, mono, signed 16 bits, "
                + "little-endian), for example from: arecord -t raw -f S16_LE -r 16000 -c 1"
        case .soundFile(let name, let kind):
            "\(name): this is a \(kind) file, not raw PCM; give the file by its name, or pipe in "
                + "signed 16 bits, little-endian, 16000 Hz, mono, without a file header."
        case .oddByte(let name):
            "\(name): the sound ended in the middle of a sample (an odd number of bytes); it must "
                + "be signed 16 bits, little-endian, 16000 Hz, mono, without a file header."
        case .unreadable(let name, let reason):
            "\(name): can't be read (\(reason)); check where it comes from."
        }
    }
}

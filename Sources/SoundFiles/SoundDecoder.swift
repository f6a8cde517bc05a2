/// Samples as a file has them.
struct SoundBlock {
    /// Amplitudes, interleaved.
    var samples: [Float]
    /// Frames a second, Hz.
    let sampleRate: Int
    let channels: Int
}

/// What decodes a part of a recording.
protocol SoundDecoder {
    /// The next samples, at least one frame; nil at the end.
    func next() throws(SoundFileError) -> SoundBlock?
    /// The frames that the header claims; nil where it leaves that open.
    var claimedFrames: Int? { get }
    /// What can't be heard, where the length doesn't tell; known at the end.
    var loss: SoundLoss? { get }
    /// What follows the sound that the header claims, where it is sound, too; known at the end.
    func rest() -> (any SoundDecoder)?
}

extension SoundDecoder {
    var loss: SoundLoss? { nil }
    func rest() -> (any SoundDecoder)? { nil }
}

/// How sound is lost of which no header tells the length.
enum SoundLoss {
    /// It ends in the midst.
    case end
    /// Some in the midst could not be decoded.
    case middle
}

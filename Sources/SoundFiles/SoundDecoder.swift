/// Samples as a file has them.
struct SoundBlock {
    /// Amplitudes, interleaved.
    var samples: [Float]
    /// Frames a second, Hz.
    let sampleRate: Int
    let channels: Int
}

/// A decoder of one part of a recording.
protocol SoundDecoder {
    /// The next samples, at least one frame; nil at the end.
    func next() throws(SoundFileError) -> SoundBlock?
    /// The frames that the header claims; nil where it leaves that open.
    var claimedFrames: Int? { get }
    /// The loss of sound that the length does not show; known at the end.
    var loss: SoundLoss? { get }
    /// A decoder of the sound beyond the length that the header claims, if any; known at the end.
    func rest() -> (any SoundDecoder)?
}

extension SoundDecoder {
    var loss: SoundLoss? { nil }
    func rest() -> (any SoundDecoder)? { nil }
}

/// A loss of sound whose length no header gives.
enum SoundLoss {
    /// The end is missing.
    case end
    /// Some sound in the middle could not be decoded.
    case middle
}

/// The form in which a device gives its sound.
public struct CaptureFormat: Sendable, Equatable {
    /// Frames a second, Hz.
    public var sampleRate: Int
    /// Interleaved in every frame.
    public var channels: Int
    /// How an amplitude is written.
    public var encoding: SampleEncoding
    /// Frames that the device hands over at a time.
    public var periodFrames: Int

    /// Bytes of a frame.
    var frameBytes: Int { channels * encoding.bytes }
}

extension CaptureFormat: CustomStringConvertible {
    /// As people say it: "44100 Hz, 2 channels, 16-bit".
    public var description: String {
        let channelWords = channels == 1 ? "mono" : "\(channels) channels"
        return "\(sampleRate) Hz, \(channelWords), \(encoding.words)"
    }
}

internal import Audio

/// Brings a device's sound to mono at 16 kHz.
struct DeviceSound {
    private var mixer: ChannelMixer
    private let resampler: (any Resampling)?

    init(_ format: CaptureFormat, resampler: ResamplerMaking) throws {
        mixer = ChannelMixer(channels: format.channels, sampleRate: format.sampleRate)
        self.resampler =
            format.sampleRate == speechRate ? nil : try resampler(format.sampleRate, speechRate)
    }

    /// The mono sound of interleaved frames; may be empty, for a resampler looks ahead.
    mutating func mono(_ interleaved: [Float]) throws -> [Float] {
        let mono = mixer.mix(interleaved)
        return try resampler?.process(mono) ?? mono
    }
}

/// A piece of mono sound.
public struct AudioChunk: Sendable, Equatable {
    /// Amplitudes, -1…1 at full scale.
    public var samples: [Float]
    /// Samples a second, Hz.
    public var sampleRate: Int

    /// A piece of mono sound: amplitudes, -1…1 at full scale, so many a second.
    public init(samples: [Float], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Length in seconds.
    public var duration: Double { Double(samples.count) / Double(sampleRate) }
}

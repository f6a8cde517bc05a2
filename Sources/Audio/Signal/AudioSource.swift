/// Where sound comes from: a microphone, a recording, standard input.
///
/// What every source gives is mono at 16,000 Hz, the rate that the acoustic model wants.
public protocol AudioSource: AnyObject {
    /// The next piece of sound; nil at its end. Blocks until there is one.
    func read() throws -> AudioChunk?
}

/// The rate that everything behind an `AudioSource` works at, Hz: what the en-us acoustic model
/// of PocketSphinx was trained on.
public let speechRate = 16_000

extension AudioSource {
    /// All the sound until the end, in one piece at 16,000 Hz; for recordings, which do end.
    public func readAll() throws -> AudioChunk {
        var all = AudioChunk(samples: [], sampleRate: speechRate)
        while let chunk = try read() { all.samples += chunk.samples }
        return all
    }
}

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

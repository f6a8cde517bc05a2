/// A source of sound: a microphone, a recording, standard input.
///
/// Every source gives mono at `speechRate`.
public protocol AudioSource: AnyObject {
    /// The next piece of sound; nil at its end. Blocks until there is one.
    func read() throws -> AudioChunk?
}

/// Samples a second of all sound behind an `AudioSource`: the rate that Whisper was trained on.
public let speechRate = 16_000

extension AudioSource {
    /// All the sound until the end in one piece, for recordings.
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

    /// A piece of mono sound with amplitudes of -1…1 and a rate in Hz.
    public init(samples: [Float], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Length in seconds.
    public var duration: Double { Double(samples.count) / Double(sampleRate) }
}

/// Something that turns a stream of mono sound of one rate into the same sound at another.
///
/// A protocol, so that a capture device does not depend on a library.
public protocol Resampling: AnyObject {
    /// The part of the output that is known so far.
    ///
    /// - Parameter samples: any number of mono samples at the first rate.
    /// - Returns: mono samples at the other rate; may be empty, since the filter looks ahead.
    func process(_ samples: [Float]) throws -> [Float]

    /// The rest in the filter; called once, at the end of the stream.
    func finish() throws -> [Float]
}

/// Makes a resampler from one rate to another, both in Hz.
public typealias ResamplerFactory = @Sendable (_ from: Int, _ to: Int) throws -> any Resampling

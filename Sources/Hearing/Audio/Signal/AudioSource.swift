/// A source of sound: a microphone, a recording, standard input.
///
/// Every source gives mono at `speechRate`.
///
/// ```swift
/// let source: any AudioSource = try SoundFileSource("letters.wav")
/// try source.readAll().duration  // seconds
/// ```
package protocol AudioSource: AnyObject {
    /// The next piece of sound; nil at its end. Blocks until there is one.
    func read() throws -> AudioChunk?
}

/// Samples a second of all sound of an `AudioSource`: the rate that Whisper was trained on.
package let speechRate = 16_000

extension AudioSource {
    /// All the sound until the end in one piece, for recordings.
    package func readAll() throws -> AudioChunk {
        var all = AudioChunk(samples: [], sampleRate: speechRate)
        while let chunk = try read() { all.samples += chunk.samples }
        return all
    }
}

/// A piece of mono sound.
///
/// ```swift
/// let second = AudioChunk(samples: samples, sampleRate: speechRate)  // 16,000 samples
/// second.duration  // 1
/// ```
package struct AudioChunk: Sendable, Equatable {
    /// Amplitudes, -1…1 at full scale.
    package var samples: [Float]
    /// Samples a second, Hz.
    package var sampleRate: Int

    /// A piece of mono sound with amplitudes of -1…1 and a rate in Hz.
    package init(samples: [Float], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Length in seconds.
    package var duration: Double { Double(samples.count) / Double(sampleRate) }
}

/// Converts a stream of mono sound from one sample rate to another.
///
/// A protocol, so that a capture device does not depend on a library.
package protocol Resampling: AnyObject {
    /// Takes samples and returns the part of the output that is known so far.
    ///
    /// - Parameter samples: any number of mono samples at the first rate.
    /// - Returns: mono samples at the other rate; may be empty, since the filter looks ahead.
    func process(_ samples: [Float]) throws -> [Float]

    /// Returns the rest of the output; called once, at the end of the stream.
    func finish() throws -> [Float]
}

/// Makes a resampler from one rate to another, both in Hz.
package typealias ResamplerFactory = @Sendable (_ from: Int, _ to: Int) throws -> any Resampling

/// Sound as 16-bit integers, the form of raw PCM, of WAV files and of most microphones.
///
/// The amplitude of an integer n is n / 32768, so that every integer survives the conversion to
/// `Float` and back unchanged.
///
/// ```swift
/// PCM16.sample(0.5)  // 16384
/// PCM16.amplitude(16_384)  // 0.5
/// ```
package enum PCM16 {
    /// The integer just past the largest: 2^15.
    package static let fullScale: Float = 32_768

    /// The amplitude of an integer, -1…1.
    package static func amplitude(_ sample: Int16) -> Float { Float(sample) / fullScale }

    /// The integer nearest to an amplitude; values beyond full scale are clipped, NaN is 0.
    package static func sample(_ amplitude: Float) -> Int16 {
        guard !amplitude.isNaN else { return 0 }
        let scaled = (amplitude * fullScale).rounded(.toNearestOrEven)
        return Int16(min(max(scaled, -fullScale), fullScale - 1))
    }

    /// Amplitudes of signed little-endian bytes, two a sample; an odd last byte is left out.
    package static func amplitudes(littleEndian bytes: some Collection<UInt8>) -> [Float] {
        var amplitudes: [Float] = []
        amplitudes.reserveCapacity(bytes.count / 2)
        var low: UInt8?
        for byte in bytes {
            if let first = low {
                let bits = UInt16(first) | UInt16(byte) << 8
                amplitudes.append(amplitude(Int16(bitPattern: bits)))
                low = nil
            } else {
                low = byte
            }
        }
        return amplitudes
    }

    /// Signed little-endian bytes, two a sample.
    package static func littleEndian(_ amplitudes: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * amplitudes.count)
        for amplitude in amplitudes {
            let bits = UInt16(bitPattern: sample(amplitude))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        }
        return bytes
    }
}

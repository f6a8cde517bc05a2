/// Sound as 16-bit integers, the form of raw PCM, of WAV files and of most microphones.
///
/// The amplitude of an integer n is n / 32768, so that every integer survives the conversion to
/// `Float` and back unchanged.
public enum PCM16 {
    /// The integer just past the largest: 2^15.
    public static let fullScale: Float = 32_768

    /// The amplitude of an integer, -1…1.
    public static func amplitude(_ sample: Int16) -> Float { Float(sample) / fullScale }

    /// The integer nearest to an amplitude; values beyond full scale are clipped, NaN is 0.
    public static func sample(_ amplitude: Float) -> Int16 {
        guard !amplitude.isNaN else { return 0 }
        let scaled = (amplitude * fullScale).rounded(.toNearestOrEven)
        return Int16(min(max(scaled, -fullScale), fullScale - 1))
    }

    /// Amplitudes of signed little-endian bytes, two a sample; an odd last byte is left out.
    public static func amplitudes(littleEndian bytes: some Collection<UInt8>) -> [Float] {
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
    public static func littleEndian(_ amplitudes: [Float]) -> [UInt8] {
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

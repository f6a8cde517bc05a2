/// Brings a stretch of speech to the level that the acoustic model wants.
enum Conditioning {
    /// The loudest sample after conditioning, of 32,767: as the model was best at in trials from
    /// 3,000 to full scale.
    static let peak: Float = 12_000
    /// Up to this amplitude a sound is digital silence: a hundredth of a step of 24 bits.
    static let silence: Float = 1e-9
    /// The noise that is laid under digital silence, rms of 32,767. Pure zeros ruin the decoding
    /// (61 % of synthetic letters right against 87 % with a floor); a recording with a floor of
    /// its own is left as it is.
    static let floor: Float = 3

    /// 16-bit samples at a peak of `peak`, with a noise floor where there was none.
    ///
    /// - Parameter samples: -1…1. Not a number counts as silence.
    static func condition(_ samples: [Float]) -> [Int16] {
        let loudest = samples.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
        let gain = loudest > silence ? peak / loudest : 0
        var scaled = samples.map { $0.isFinite ? $0 * gain : 0 }
        if quietRMS(scaled) < floor {
            // The noise is the same for the same sound: a recording is heard alike each time.
            var state: UInt64 = 0x9E37_79B9_7F4A_7C15
            for index in scaled.indices { scaled[index] += floor * normal(&state) }
        }
        return scaled.map { Int16(max(-32_767, min(32_767, $0.rounded()))) }
    }

    /// The rms of the quietest tenth of the 10 ms pieces.
    private static func quietRMS(_ samples: [Float]) -> Float {
        let size = 160
        let pieces = stride(from: 0, to: samples.count - size, by: size).map { start in
            samples[start..<start + size].reduce(0) { $0 + $1 * $1 } / Float(size)
        }
        guard !pieces.isEmpty else { return .infinity }
        return pieces.sorted()[pieces.count / 10].squareRoot()
    }

    /// Nearly normal, mean 0 and deviation 1: the sum of four uniform numbers (xorshift64;
    /// Marsaglia, J. Stat. Software 2003), each of variance 1/12.
    private static func normal(_ state: inout UInt64) -> Float {
        var sum: Float = 0
        for _ in 0..<4 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            sum += Float(state >> 40) / Float(1 << 24) - 0.5
        }
        return sum * Float(3).squareRoot()
    }
}

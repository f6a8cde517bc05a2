import Foundation

/// Random numbers that follow from a seed (SplitMix64 of Steele, Lea and Flood, OOPSLA 2014).
public struct SeededNoise: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// White noise of a level, rms of full scale; nearly normal, as a sum of four uniform numbers.
    public mutating func white(rms: Float, count: Int) -> [Float] {
        (0..<count).map { _ in
            var sum: Float = 0
            var bits = next()
            for _ in 0..<4 {
                sum += Float(bits & 0xFFFF) / 65_536 - 0.5
                bits >>= 16
            }
            return sum * Float(3).squareRoot() * rms
        }
    }
}

internal import Acuity
import Foundation

/// Random numbers that follow from a seed.
package struct SeededNoise: RandomNumberGenerator {
    private var numbers: SplitMix64

    package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { numbers.next() }

    /// White noise of a level, rms of full scale; nearly normal, as a sum of four uniform numbers.
    package mutating func white(rms: Float, count: Int) -> [Float] {
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

/// Finds the best few Gaussians of a codebook, in several frames at once.
///
/// Each frame is a lane of a vector. Gaussian after Gaussian passes by the best four so far, which
/// keep the greater number and hand on the less; what they hand on passes by the next four. That
/// takes the same few steps whatever the numbers are, where looking for the best in one frame turns
/// on every number.
struct BestGaussians {
    /// How many frames are looked at together.
    static let lanes = Lane.scalarCount
    /// How many Gaussians are found in one pass.
    static let passed = 4
    /// The last bits of a logarithm that say whose it is while the best are looked for, enough for
    /// 256 Gaussians: two may be taken for each other that differ by no more than a 30,000th.
    private static let mark: UInt32 = 0xFF

    typealias Lane = SIMD8<Float>

    /// How many are found, a multiple of `passed`.
    let count: Int
    /// Those that were found in each lane, the best first: whose it is, in the last bits.
    private let best: UnsafeMutableBufferPointer<Lane>
    /// What one pass hands on to the next.
    private let rest: UnsafeMutableBufferPointer<Lane>

    /// - Parameter size: how many Gaussians a codebook has, `count` at least.
    init(_ count: Int, of size: Int) {
        precondition(count > 0 && count % Self.passed == 0 && (count...256).contains(size))
        self.count = count
        best = .allocate(capacity: count)
        best.initialize(repeating: Lane())
        rest = .allocate(capacity: size)
        rest.initialize(repeating: Lane())
    }

    func deallocate() {
        best.deallocate()
        rest.deallocate()
    }

    /// Finds the best in `lanes` frames.
    ///
    /// - Parameters:
    ///   - values: the logarithms of the first Gaussian in these frames; those of the next one
    ///     follow `stride` vectors later.
    func choose(_ values: UnsafePointer<Lane>, stride: Int) {
        // None is empty, so all have addresses.
        let rest = rest.baseAddress!
        for density in 0..<self.rest.count {
            let bits = unsafeBitCast(values[density * stride], to: SIMD8<UInt32>.self)
            let marked = bits & ~Self.mark | UInt32(truncatingIfNeeded: density)
            rest[density] = unsafeBitCast(marked, to: Lane.self)
        }
        for first in Swift.stride(from: 0, to: count, by: Self.passed) {
            pass(rest, into: best.baseAddress! + first)
        }
    }

    /// Whose logarithm it is that was found at a place from the best on.
    func density(_ place: Int, lane: Int) -> Int {
        Int(best[place][lane].bitPattern & Self.mark)
    }

    private func pass(_ rest: UnsafeMutablePointer<Lane>, into best: UnsafeMutablePointer<Lane>) {
        var first = Lane(repeating: -.infinity)
        var (second, third, fourth) = (first, first, first)
        for density in 0..<self.rest.count {
            var value = rest[density]
            Self.keep(&first, &value)
            Self.keep(&second, &value)
            Self.keep(&third, &value)
            Self.keep(&fourth, &value)
            rest[density] = value
        }
        best[0] = first
        best[1] = second
        best[2] = third
        best[3] = fourth
    }

    /// Puts the greater number of each lane first.
    @inline(__always)
    private static func keep(_ kept: inout Lane, _ value: inout Lane) {
        let isGreater = value .> kept
        let less = value.replacing(with: kept, where: isGreater)
        kept.replace(with: value, where: isGreater)
        value = less
    }
}

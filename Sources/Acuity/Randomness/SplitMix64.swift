/// A small generator of random numbers whose every draw follows from its seed.
///
/// SplitMix64 (Steele GL, Lea D, Flood CH. Fast splittable pseudorandom number generators.
/// OOPSLA 2014); its output function is Stafford's mix 13 of MurmurHash3. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// A generator that starts from a seed; the same seed gives the same draws.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

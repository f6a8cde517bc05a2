// Draws of our own and not the standard library's, whose algorithms may change between versions:
// a seed has to mean the same chart and the same patient for good.
extension RandomNumberGenerator {
    /// A whole number from 0 up to a bound that is not reached, each equally likely.
    ///
    /// - Parameter bound: at least 1.
    public mutating func index(below bound: Int) -> Int {
        let range = UInt64(bound)
        // Draws from the incomplete last stretch of the 64 bits would favour small numbers.
        let limit = UInt64.max - UInt64.max % range
        while true {
            let draw = next()
            if draw < limit { return Int(draw % range) }
        }
    }

    /// A number from 0 up to 1, which is not reached, in steps of 2^-53.
    public mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}

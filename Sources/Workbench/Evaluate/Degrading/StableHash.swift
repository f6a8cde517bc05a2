/// A number for a text that is the same in every run, which Swift's own is not: FNV-1a with 64 bits
/// (Fowler, Noll, Vo and Eastlake, RFC 9923).
enum StableHash {
    private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// - Parameter seed: another one gives other numbers for all texts.
    static func number(of text: String, seed: UInt64) -> UInt64 {
        let bytes = text.utf8 + (0..<8).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) }
        return bytes.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }
}

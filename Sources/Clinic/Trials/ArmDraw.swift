package import Acuity
internal import Sealing

/// The draw of the arms of a trial: permuted blocks for each stratum.
///
/// The generator of a stratum is SplitMix64. Its seed is the first eight bytes, the highest first, of the
/// BLAKE2b digest of "SEED:STRATUM". A block has each arm equally often, in the order of the protocol. It
/// is shuffled from its end by Fisher and Yates: for i from the last place down to 1, swap place i with
/// place (x mod (i + 1)), where x is the next number of the generator. So anybody can draw the same
/// So anybody can repeat the draw; `aloud trial draw` prints it.
package enum ArmDraw {
    /// The place of an arm for the subject of a stratum.
    ///
    /// - Parameters:
    ///   - place: the number of the subject in the stratum, from 0.
    ///   - arms: the number of arms.
    ///   - block: the subjects of a block, a multiple of the number of arms.
    package static func arm(
        at place: Int, of arms: Int, block: Int, seed: UInt64, stratum: String
    ) -> Int {
        precondition(place >= 0 && arms > 0 && block.isMultiple(of: arms))
        var generator = SplitMix64(seed: number(of: "\(seed):\(stratum)"))
        var drawn: [Int] = []
        for _ in 0...(place / block) {
            drawn = (0..<block).map { $0 % arms }
            for last in stride(from: block - 1, to: 0, by: -1) {
                drawn.swapAt(last, Int(generator.next() % UInt64(last + 1)))
            }
        }
        return drawn[place % block]
    }

    /// The seed of the letters of a test: 48 bits of the digest of its place in the trial. A
    /// repeated test has other letters, and the same place always has the same letters.
    package static func letterSeed(
        _ seed: UInt64, subject: String, visit: String, eye: Eye, attempt: Int
    ) -> UInt64 {
        number(of: [String(seed), subject, visit, eye.rawValue, String(attempt)].jsonDigest) >> 16
    }

    private static func number(of text: String) -> UInt64 {
        BLAKE2b.digest(Array(text.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [String] {
    /// The texts in one, each with its length, so that different lists give different texts.
    fileprivate var jsonDigest: String {
        map { "\($0.utf8.count):\($0)" }.joined(separator: ",")
    }
}

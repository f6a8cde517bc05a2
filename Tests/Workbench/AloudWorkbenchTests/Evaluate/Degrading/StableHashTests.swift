import TestTraits
import Testing

@testable import Evaluation

@Suite(.listening) struct StableHashTests {
    /// Computed by another program: FNV-1a of the text's bytes and the seed's eight, the lowest first.
    @Test(
        "worked example",
        arguments: [
            ("a", 1, 16_059_730_272_186_482_733), ("letters/é.flac", 7, 235_405_721_553_972_958),
        ] as [(String, UInt64, UInt64)])
    func worked(text: String, seed: UInt64, number: UInt64) {
        #expect(StableHash.number(of: text, seed: seed) == number)
    }
}

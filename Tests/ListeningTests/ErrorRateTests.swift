import LetterSpeech
import Listening
import Testing

@Suite("From which confidence on letters are accepted so that few are wrong")
struct ErrorRateTests {
    private static let usual = HearingThresholds().accept
    private static let table = [
        HearingFusion.Operating(wrong: 0.01, accept: 0.9),
        HearingFusion.Operating(wrong: 0.03, accept: 0.7),
        HearingFusion.Operating(wrong: 0.05, accept: 0.03),
    ]

    @Test("Between two rates in proportion, and below the least as at it")
    func proportion() {
        #expect(ErrorRate.accept(wrongAtMost: 0.001, table: Self.table) == 0.9)
        #expect(abs(ErrorRate.accept(wrongAtMost: 0.02, table: Self.table) - 0.8) < 1e-9)
        #expect(ErrorRate.accept(wrongAtMost: 0.5, table: []) == 1)
    }

    @Test(
        "Never from less than usual: below it are words that are no letters",
        arguments: [0.05, 0.1, 1])
    func floor(share: Double) {
        #expect(ErrorRate.accept(wrongAtMost: share, table: Self.table) == Self.usual)
        #expect(ErrorRate.accept(wrongAtMost: share) >= Self.usual)
    }
}

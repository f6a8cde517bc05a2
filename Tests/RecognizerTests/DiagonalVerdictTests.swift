import LetterSpeech
import Testing

@testable import SphinxRecognizer

@Suite struct DiagonalVerdictTests {
    /// How sure "up left" is where one word of it and another diagonal lie so many nats behind.
    private func confidence(straight: Double, diagonal: Double = 100) -> Double? {
        DiagonalVerdict([
            WordScore("up left", nats: 0), WordScore("left top", nats: -1),
            WordScore("left", nats: -straight), WordScore("up right", nats: -diagonal),
            WordScore("stop", nats: -200),
        ])?.confidence
    }

    @Test("the worse a single word explains the sound, the surer a diagonal is")
    func graded() throws {
        #expect(confidence(straight: 20) == nil)
        let sure = try [30.0, 60, 79, 81, 120, 170].map {
            try #require(confidence(straight: $0))
        }
        #expect(sure == sure.sorted())
        #expect(sure[2] < 0.8 && sure[3] > 0.8)
        #expect(sure[0] < 0.5 && sure[5] > 0.99)
    }

    @Test("it is doubtful where another diagonal explains it nearly as well")
    func others() throws {
        #expect(try #require(confidence(straight: 150, diagonal: 10)) <= 0.1)
    }
}

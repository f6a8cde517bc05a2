import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Transcripts

@Suite(.listening) struct SpeakerBootstrapTests {
    private func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    @Test("the interval of a mean matches theory")
    func theory() throws {
        // A hundred values of deviation 0.289 (0…1 evenly): the mean's deviation is 0.0289.
        let values = (0..<100).map { (Double($0) + 0.5) / 100 }
        let interval = try #require(SpeakerBootstrap.percentiles(over: values, of: mean))
        #expect(abs(interval.lowerBound - (0.5 - 1.96 * 0.0289)) < 0.01)
        #expect(abs(interval.upperBound - (0.5 + 1.96 * 0.0289)) < 0.01)
        #expect(interval == SpeakerBootstrap.percentiles(over: values, of: mean))
    }

    @Test("equal speakers have a narrow interval; one speaker has none")
    func degenerate() {
        #expect(SpeakerBootstrap.percentiles(over: [0.5, 0.5, 0.5], of: mean) == 0.5...0.5)
        #expect(SpeakerBootstrap.percentiles(over: [0.5], of: mean) == nil)
        #expect(SpeakerBootstrap.percentiles(over: [1.0, 2.0]) { (_: [Double]) in nil } == nil)
    }

    /// The tallies of speakers with these numbers of wrong letters.
    private func tallies(_ wrong: [Int], of letters: Int) -> [String: LetterTally] {
        Dictionary(
            uniqueKeysWithValues: wrong.enumerated().map { index, wrong in
                var tally = LetterTally()
                (tally.said, tally.right, tally.wrong) = (letters, letters - wrong, wrong)
                return ("\(index)", tally)
            })
    }

    @Test("few errors, and none, have intervals as wide as their counts allow")
    func fewErrors() throws {
        let none = try #require(
            SpeakerBootstrap.interval(
                over: tallies([0, 0, 0, 0], of: 25), of: \.wrongOfAccepted))
        // The rule of three, as it is for two tails: 1 - 0.025 ^ (1 / 100).
        #expect(none.lowerBound == 0 && abs(none.upperBound - 0.036217) < 2e-6)
        // Where speakers differ much, drawing them tells how much.
        let uneven = tallies([0, 0, 0, 20], of: 20)
        let interval = try #require(
            SpeakerBootstrap.interval(over: uneven, of: \.wrongOfAccepted))
        #expect(interval.lowerBound == 0 && interval.upperBound >= 0.75)
    }

    @Test("with ten speakers at least 95 of 100 intervals contain the truth")
    func coverage() throws {
        let truth = 0.011
        var generator = SeededNoise(seed: 11)
        var (held, heldByDraws) = (0, 0)
        for _ in 0..<60 {
            let tallies = tallies(
                (0..<10).map { _ in
                    (0..<10).count { _ in Double.random(in: 0..<1, using: &generator) < truth }
                }, of: 10)
            let interval = SpeakerBootstrap.interval(over: tallies, of: \.wrongOfAccepted)
            if try #require(interval).contains(truth) { held += 1 }
            let drawn = SpeakerBootstrap.percentiles(
                over: tallies.sorted { $0.key < $1.key }.map(\.value)
            ) { drawn in
                Double(drawn.reduce(0) { $0 + $1.wrong }) / 100
            }
            if try #require(drawn).contains(truth) { heldByDraws += 1 }
        }
        #expect(held >= 57 && heldByDraws < 50, "\(held), \(heldByDraws)")
    }
}

import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct HOTVTests {
    /// Plays a test by one who names every letter from a size on, but for the numbers given.
    private func play(readsFrom smallest: Double, slips: Set<Int> = []) throws -> HOTVTest {
        var test = HOTVTest(seed: 2)
        while let shown = test.next {
            let reads = shown.size.value > smallest - 0.01
            try test.take(responses(reads != slips.contains(shown.line) ? 1 : 0, of: shown))
        }
        return test
    }

    @Test("a test runs screening, first phase, larger letters and second phase") func phases()
        throws
    {
        let test = try play(readsFrom: 0.4)
        let sizes = test.read.map(\.presentation.size.value)
        // Screening from 20/100 to the first miss; two levels above that level by level; three
        // larger letters; the failed level once more.
        #expect(
            sizes == [0.7, 0.6, 0.5, 0.4, 0.3] + [0.5, 0.5, 0.5, 0.4, 0.4, 0.4, 0.3, 0.3]
                + [0.5, 0.5, 0.5] + [0.3, 0.3])
        #expect(test.score.logMAR == LogMAR(0.4) && test.score.end == .stopRuleMet)
        #expect(Set(test.read.flatMap(\.presentation.letters)).isSubset(of: [.h, .o, .t, .v]))
    }

    @Test("three of four pass a level") func threeOfFourPass() throws {
        // One slip at the first letter of the first phase.
        #expect(try play(readsFrom: 0.4, slips: [6]).score.logMAR == LogMAR(0.4))
    }

    @Test("the second phase continues below a passed level")
    func theSecondPhaseGoesOnBelowALevelThatIsPassedThen() throws {
        // Two slips fail 0.4 in the first phase.
        let test = try play(readsFrom: 0.3, slips: [10, 11])
        #expect(test.score.logMAR == LogMAR(0.3))
    }

    @Test("a failed first level is followed by larger letters")
    func goesUpFromALevelThatIsFailedAtOnce()
        throws
    {
        let test = try play(readsFrom: 1.2)
        #expect(test.score.logMAR == LogMAR(1.2))
    }

    @Test("HOTV ends at the smallest line, and if the person reads nothing") func ends() throws {
        let all = try play(readsFrom: -1)
        #expect(all.score.logMAR == LogMAR(-0.1) && all.score.end == .smallestLineRead)
        let none = try play(readsFrom: 9)
        #expect(none.score.logMAR == nil && none.score.remarks == [.beyondLargestLine])
        for seed in UInt64(0)..<200 {
            var generator = SplitMix64(seed: seed)
            var test = HOTVTest(seed: seed)
            while let shown = test.next, test.read.count < 300 {
                try test.take(responses(generator.next() % 4 == 0 ? 0 : 1, of: shown))
            }
            #expect(test.isDone, "seed \(seed)")
        }
    }
}

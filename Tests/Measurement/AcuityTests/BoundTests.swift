import Testing

@testable import Acuity

/// A score is but a bound where smaller letters would have been read.
@Suite(.timeLimit(.minutes(1))) struct BoundTests {
    private let range = SizeRange(largest: LogMAR(0.8), smallest: LogMAR(0.2))

    private var procedures: [any AcuityProcedure] {
        [
            ChartReading(chart: Chart(.one), range: range), EETDRS(range: range, seed: 3),
            NearStaircase(range: range, seed: 3), NearStaircase(.sixInARow, range: range, seed: 3),
            BestPEST(range: range, seed: 3), AdaptiveTest(range: range, seed: 3),
            HOTVTest(range: range, seed: 3),
        ]
    }

    /// Takes a test of one who names all letters from a size on and misses those below.
    private func score(_ procedure: any AcuityProcedure, readsFrom size: Double) throws
        -> AcuityScore
    {
        var test = procedure
        while let shown = test.next {
            try test.take(
                zip(shown.letters, shown.sizes).map {
                    $1.value > size - 0.001 ? .named($0) : .missed
                })
        }
        return test.score
    }

    @Test("a score from reading the smallest letters is only a bound")
    func whoReadsTheSmallestLettersMaySeeBetter() throws {
        for procedure in procedures {
            let sees = try score(procedure, readsFrom: -1)
            #expect(sees.isBound && sees.letterScore == nil, "\(type(of: procedure))")
            #expect(abs((sees.logMAR?.value ?? 9) - 0.2) < 0.06, "\(type(of: procedure))")
            let between = try score(procedure, readsFrom: 0.5)
            #expect(between.logMAR != nil && !between.isBound, "\(type(of: procedure))")
        }
    }

    /// A letter or two of the last line may have been guessed.
    @Test(
        "three or more right on the smallest line make the score a bound",
        arguments: [(1, false), (2, false), (3, true), (4, true), (5, true)])
    func hardlyALetterOfTheSmallestLine(right: Int, isBound: Bool) throws {
        var test = ChartReading(chart: Chart(.one), range: range)
        _ = try read(&test, right: [5, 5, 5, 5, 5, 5, right])
        #expect(test.score.end == .smallestLineRead && test.score.isBound == isBound)
        #expect(test.score.letterScore == (isBound ? nil : 30 + 10 + 30 + right))
    }

    @Test("a size that was not shown is not a bound") func whatWasNotMeasuredIsNoBound() throws {
        #expect(!ChartReading(chart: Chart(.one)).score.isBound)
        #expect(!EETDRS(seed: 1).score.isBound)
    }
}

import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChartAtTwoDistancesTests {
    private func play(_ right: [Int], range: SizeRange = .all) throws -> ChartAtTwoDistances {
        var test = ChartAtTwoDistances(chart: Chart(.one), range: range)
        for count in right {
            let shown = try #require(test.next)
            try test.take(responses(count, of: shown))
        }
        return test
    }

    /// Twenty letters at 4 m are enough: the score is those and 30.
    @Test("twenty letters at four metres score thirty more") func lettersAtFourMetresAndThirty()
        throws
    {
        let test = try play([5, 5, 5, 5, 0])
        #expect(test.isDone && test.near.isEmpty)
        #expect(test.score.letterScore == 50 && test.score.logMAR == LogMAR(0.7))
        #expect(test.score.remarks.isEmpty)
    }

    /// Fewer: the score is the letters at 4 m and the letters at 1 m.
    @Test("fewer than twenty letters at four metres add those at one metre")
    func lettersAtFourMetresAndAtOne() throws {
        let test = try play([5, 5, 5, 4, 0, 5, 5, 5, 5, 5, 4])
        #expect(test.isDone && test.near.count == 6)
        #expect(test.score.letterScore == 19 + 29)
        #expect(test.score.logMAR == LogMAR(0.74))
    }

    @Test("letters at one metre are four times as large to the eye")
    func lettersAtOneMetreAreFourTimesAsLargeToTheEye() throws {
        let test = try play([0])
        let shown = try #require(test.next)
        #expect(shown.distance == .oneMetre && shown.letters == Chart(.one).lines[0].letters)
        let far = Chart(.one).lines[0].size.letterHeightInMillimetres(at: .fourMetres)
        let near = shown.size.letterHeightInMillimetres(at: .oneMetre)
        #expect(abs(far / near - 1) < 0.001)
    }

    @Test("the stop rule holds at one metre too") func theStopRuleHoldsAtOneMetreToo() throws {
        let test = try play([2, 0, 4, 0])
        #expect(test.isDone && test.score.letterScore == 6)
        let blind = try play([0, 0])
        #expect(blind.isDone && blind.score.remarks == [.beyondLargestLine])
        #expect(blind.score.logMAR == nil && blind.score.lettersRight == 0)
    }

    /// A screen whose smallest letters end the reading at 4 m says nothing against the eye.
    @Test("a coarse screen is not poor sight", arguments: [1, 2, 3])
    func aCoarseScreenIsNotPoorSight(lines: Int) throws {
        let smallest = Chart(.one).lines[lines - 1].size
        let range = SizeRange(largest: LogMAR(2), smallest: smallest)
        let test = try play(Array(repeating: 5, count: lines), range: range)
        #expect(test.isDone && test.near.isEmpty)
        #expect(test.score.logMAR == smallest && test.score.isComplete)
        #expect(test.score.remarks == [.beyondSmallestLine])
        // A person who reads too little even for that screen is asked at 1 m.
        let poor = try play(lines == 1 ? [1] : [1, 0], range: range)
        #expect(poor.next?.distance == .oneMetre)
    }

    /// The lines that a screen cannot show at 1 m are missing there as well.
    @Test("letters read at four metres count if the screen ends the other part")
    func whatWasReadAtFourMetresStandsWhereTheScreenEndsTheOtherPart() throws {
        let range = SizeRange(largest: LogMAR(2), smallest: LogMAR(0.8))
        let test = try play([5, 0, 5, 5, 5], range: range)
        #expect(test.isDone && test.near.count == 3 && test.score.end == .smallestLineRead)
        #expect(test.score.logMAR == LogMAR(1) && test.score.lettersRight == 20)
        #expect(test.score.remarks == [.beyondSmallestLine])
    }

    /// 19 letters at 4 m are 0.72; what is not shown at 1 m any more takes nothing of it.
    @Test(
        "a stop at one metre keeps the better score, and marks it as stopped early",
        arguments: [[], [5], [5, 5], [5, 5, 5, 5, 5]])
    func leftOffAtOneMetre(near: [Int]) throws {
        let test = try play([5, 5, 5, 4, 0] + near)
        #expect(!test.isDone && test.near.count == near.count)
        #expect(test.score.logMAR == LogMAR(0.72) && test.score.remarks == [.stoppedEarly])
        #expect(!test.score.isComplete && test.score.lettersRight == 19 + 5 * near.count)
    }

    /// Too little at 4 m for a score: the letters at 1 m are all there is.
    @Test("a stop at one metre scores those letters if four metres gave no score")
    func leftOffAtOneMetreByWhoReadsHardlyAnythingAtFour() throws {
        #expect(try play([1, 0]).score.logMAR == nil)
        let test = try play([1, 0, 5, 5])
        #expect(!test.isDone && test.score.logMAR == LogMAR(hundredths: 170 - 2 * 11))
        #expect(test.score.remarks == [.stoppedEarly])
    }
}

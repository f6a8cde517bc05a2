import Acuity
import Testing

@Suite struct ChartAtTwoDistancesTests {
    private func play(_ right: [Int]) throws -> ChartAtTwoDistances {
        var test = ChartAtTwoDistances(chart: Chart(.one))
        for count in right {
            let shown = try #require(test.next)
            try test.take(responses(count, of: shown))
        }
        return test
    }

    /// Twenty letters at 4 m are enough: the score is those and 30.
    @Test func lettersAtFourMetresAndThirty() throws {
        let test = try play([5, 5, 5, 5, 0])
        #expect(test.isDone && test.near.isEmpty)
        #expect(test.score.letterScore == 50 && test.score.logMAR == LogMAR(0.7))
        #expect(test.score.remarks.isEmpty)
    }

    /// Fewer: the score is the letters at 4 m and the letters at 1 m.
    @Test func lettersAtFourMetresAndAtOne() throws {
        let test = try play([5, 5, 5, 4, 0, 5, 5, 5, 5, 5, 4])
        #expect(test.isDone && test.near.count == 6)
        #expect(test.score.letterScore == 19 + 29)
        #expect(test.score.logMAR == LogMAR(0.74))
    }

    @Test func lettersAtOneMetreAreFourTimesAsLargeToTheEye() throws {
        let test = try play([0])
        let shown = try #require(test.next)
        #expect(shown.distance == .oneMetre && shown.letters == Chart(.one).lines[0].letters)
        let far = Chart(.one).lines[0].size.letterHeightInMillimetres(at: .fourMetres)
        let near = shown.size.letterHeightInMillimetres(at: .oneMetre)
        #expect(abs(far / near - 1) < 0.001)
    }

    @Test func theStopRuleHoldsAtOneMetreToo() throws {
        let test = try play([2, 0, 4, 0])
        #expect(test.isDone && test.score.letterScore == 6)
        let blind = try play([0, 0])
        #expect(blind.isDone && blind.score.remarks == [.beyondLargestLine])
        #expect(blind.score.logMAR == nil && blind.score.lettersRight == 0)
    }
}

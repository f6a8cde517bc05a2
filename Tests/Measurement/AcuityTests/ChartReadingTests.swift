import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChartReadingTests {
    @Test("a perfect reader reaches the bottom") func perfectReaderComesToTheBottom() throws {
        var test = ChartReading(chart: Chart(.one))
        let lines = try read(&test, right: Array(repeating: 5, count: 20))
        #expect(lines == Array(1...14))
        #expect(test.isDone)
        #expect(test.score.logMAR == LogMAR(-0.3))
        #expect(test.score.isBound && test.score.letterScore == nil)
        #expect(test.score.notation?.description == "20/10")
        #expect(test.score.lettersRight == 70)
        #expect(test.score.end == .smallestLineRead)
        #expect(test.score.remarks == [.beyondSmallestLine])
    }

    /// The example of the issue: 33 letters and one line credited.
    @Test("a start below the top credits the lines above it")
    func thirtyThreeLettersAndOneLineCredited()
        throws
    {
        var test = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/160"))
        let lines = try read(&test, right: [5, 5, 5, 5, 5, 4, 3, 1, 0])
        #expect(lines == Array(2...10))
        let score = test.score
        #expect(score.isComplete && score.end == .stopRuleMet)
        #expect(score.lettersRight == 33 && score.lettersCredited == 5)
        #expect(score.logMAR == LogMAR(0.34))
        #expect(score.letterScore == 68)
        #expect(score.line?.feet == "20/40")
        #expect(score.line?.metres == "6/12" && score.line?.decimal == "0.50")
        #expect(score.notation?.description == "20/40 -2")
        #expect(score.lines.map(\.right) == [5, 5, 5, 5, 5, 4, 3, 1, 0])
        #expect(score.remarks.isEmpty)
    }

    @Test("a line without a right letter ends the descent") func aLineWithNoneRightEndsTheDescent()
        throws
    {
        var test = ChartReading(chart: Chart(.two))
        #expect(try read(&test, right: [5, 2, 1, 0, 5]) == [1, 2, 3, 4])
        #expect(test.score.logMAR == LogMAR(0.94))
    }

    @Test("fewer than three right letters end the descent") func fewerThanThreeRightEndsTheDescent()
        throws
    {
        var test = ChartReading(chart: Chart(.two), stopRule: .fewerThanThreeRight)
        #expect(try read(&test, right: [5, 3, 2, 5]) == [1, 2, 3])
        #expect(test.score.logMAR == LogMAR(0.9))
        #expect(test.score.end == .stopRuleMet)
    }

    @Test("after a hard line the chart steps up, then continues below")
    func stepsUpFromALineHardlyReadAndThenGoesOnBelowIt() throws {
        var test = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/100"))
        let lines = try read(&test, right: [2, 1, 3, 1, 0])
        #expect(lines == [4, 3, 2, 5, 6])
        #expect(test.score.lettersRight == 7 && test.score.lettersCredited == 5)
        #expect(test.score.lines.map(\.presentation.line) == [2, 3, 4, 5, 6])
        #expect(test.score.logMAR == LogMAR(0.86))
    }

    @Test("the chart steps up, and ends where the first line met the stop rule")
    func stepsUpAndEndsWhereTheStartLineMetTheStopRule() throws {
        var none = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/100"))
        #expect(try read(&none, right: [0, 4, 5]) == [4, 3])
        #expect(none.score.logMAR == LogMAR(hundredths: 110 - 2 * 14))

        var near = ChartReading(
            chart: Chart(.one), start: try SnellenLine(named: "20/100"),
            stopRule: .fewerThanThreeRight)
        #expect(try read(&near, right: [2, 3, 5]) == [4, 3])
        #expect(near.isDone)
    }

    @Test("the test never goes above the top line") func stepsUpToTheTopAtMost() throws {
        var test = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/125"))
        #expect(try read(&test, right: [0, 0, 1, 5]) == [3, 2, 1])
        #expect(test.score.logMAR == nil && test.score.lettersRight == 1)
        #expect(test.score.lettersCredited == 0)
        #expect(test.score.remarks == [.beyondLargestLine, .readAlsoAtOneMetre])
    }

    @Test("a person who reads nothing at the top has no score") func nothingReadAtTheTop() throws {
        var test = ChartReading(chart: Chart(.one))
        #expect(try read(&test, right: [0]) == [1])
        #expect(test.score.logMAR == nil && test.score.letterScore == nil)
        #expect(test.score.remarks.contains(.beyondLargestLine))
    }

    /// Three letters of the top line, with those missed, make its name; fewer do not.
    @Test("three letters of the top line give a logMAR, two do not") func fewLettersAtTheTop()
        throws
    {
        for (right, logMAR, line) in [(3, 1.04, "20/200"), (4, 1.02, "20/200"), (2, nil, nil)] {
            var test = ChartReading(chart: Chart(.one))
            _ = try read(&test, right: [right, 0])
            #expect(test.score.logMAR == logMAR.map { LogMAR($0) })
            #expect(test.score.line?.feet == line && test.score.letterScore == nil)
        }
    }

    @Test("stopping early counts whole lines") func leftOffEarlyCountsWholeLines() throws {
        var test = ChartReading(chart: Chart(.one))
        #expect(test.score.logMAR == nil && test.score.letterScore == nil)
        #expect(test.score.line == nil && test.score.notation == nil)
        #expect(try read(&test, right: [5, 4]) == [1, 2])
        #expect(test.score.logMAR == LogMAR(0.92))
        #expect(!test.score.isComplete && test.score.remarks == [.stoppedEarly])
        #expect(test.score.isBound && test.score.letterScore == nil)
        // With 20 letters and more it would still count what was never shown as not read.
        #expect(try read(&test, right: [5, 5, 5]) == [3, 4, 5])
        #expect(test.score.isBound && test.score.letterScore == nil)
    }

    @Test("no logMAR is shown while credit is still to be earned")
    func noLogMARWhileCreditIsToBeEarned() throws {
        var test = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/40"))
        #expect(try read(&test, right: [2]) == [8])
        #expect(test.score.logMAR == nil)
        #expect(test.score.lettersRight == 2 && test.score.lettersCredited == 0)
        #expect(try read(&test, right: [5]) == [7])
        #expect(test.score.logMAR == LogMAR(hundredths: 110 - 2 * 37))
    }

    @Test("letters outside the ten are wrong, and missed ones too")
    func lettersOutsideTheTenAreWrongAndMissedOnesToo() throws {
        var test = ChartReading(chart: Chart(.one))
        try test.take([.named(.n), .named(.q), .missed, .named(.z), .named(.e)])
        #expect(test.score.lettersRight == 2)
        #expect(test.score.lines[0].judged == [true, false, false, true, false])
    }

    @Test("fewer than 20 letters at 4 m call for a reading at 1 m, too")
    func twentyLettersAtFourMetresAreEnough()
        throws
    {
        for (right, distance, remark) in [
            ([5, 5, 5, 4, 0], "4m", true), ([5, 5, 5, 5, 0], "4m", false),
            ([5, 5, 5, 4, 0], "13ft", true), ([5, 5, 5, 4, 0], "40cm", false),
        ] {
            var test = ChartReading(chart: Chart(.one), distance: try Distance(distance))
            _ = try read(&test, right: right)
            #expect(test.score.remarks.contains(.readAlsoAtOneMetre) == remark)
        }
        // The screen has no smaller lines.
        var coarse = ChartReading(
            chart: Chart(.one), range: SizeRange(largest: LogMAR(2), smallest: LogMAR(0.8)))
        _ = try read(&coarse, right: [5, 5, 5])
        #expect(coarse.score.remarks == [.beyondSmallestLine])
        var credited = ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/80"))
        _ = try read(&credited, right: [3, 0])
        #expect(credited.score.remarks.isEmpty)
    }

    @Test("invalid parameters are refused") func refusesWhatDoesNotFit() throws {
        var test = ChartReading(chart: Chart(.one))
        let before = test
        #expect(throws: ProcedureError.wrongCount(expected: 5, got: 4)) {
            try test.take([.missed, .missed, .missed, .missed])
        }
        #expect(test == before)
        _ = try read(&test, right: [0])
        #expect(throws: ProcedureError.done) { try test.take([Answer]()) }
    }
}

import Acuity
import Testing

/// Letters that were never understood say nothing of the eye: they meet no rule, and no score
/// depends on them. `OpenLetterRule.former` leaves them open on a chart.
@Suite(.timeLimit(.minutes(1))) struct OpenLettersTests {
    /// Plays a procedure with what is answered to a letter of a line.
    private func play<Procedure: AcuityProcedure>(
        _ procedure: Procedure, _ answer: (_ line: Int, _ letter: Letter) -> Answer
    ) throws -> Procedure {
        var test = procedure
        while let shown = test.next {
            try test.take(shown.letters.map { answer(shown.line, $0) })
        }
        return test
    }

    /// Names all letters but those of one line, which are never understood.
    private func unclear(line: Int, last: Int) -> (Int, Letter) -> Answer {
        { shown, letter in
            if shown == line { return .unclear }
            return Answer(shown > last ? .missed : .named(letter))
        }
    }

    @Test("an unclear line does not end a chart", arguments: StopRule.allCases)
    func aLineThatIsNotUnderstoodEndsNoChart(rule: StopRule) throws {
        let test = try play(
            ChartReading(chart: Chart(.one), stopRule: rule, openLetters: .former),
            unclear(line: 9, last: 11))
        #expect(test.read.map(\.presentation.line) == Array(1...12))
        #expect(test.score.logMAR == nil && test.score.remarks == [.lettersLeftOpen])
        let estimate = test.estimate()
        #expect(estimate.isReliable && estimate.letters == 55)
        #expect(estimate.interval95.contains(LogMAR(-0.05)))
    }

    @Test("a line is decided if its open letters cannot change the decision")
    func aLineIsDecidedWhateverItsOpenLettersWere() throws {
        // Two right and one open may be three right.
        var test = ChartReading(
            chart: Chart(.one), stopRule: .fewerThanThreeRight, openLetters: .former)
        let first = try #require(test.next).letters
        try test.take([Answer(.named(first[0])), Answer(.named(first[1])), .unclear] + missed(2))
        #expect(!test.isDone)
        let second = try #require(test.next).letters
        // One right and one open cannot.
        try test.take([Answer(.named(second[0])), .unclear] + missed(3))
        #expect(test.score.end == .stopRuleMet && test.score.lettersRight == 3)
    }

    private func missed(_ count: Int) -> [Answer] {
        Array(repeating: Answer(.missed), count: count)
    }

    @Test("in a scored recording two open letters count as wrong")
    func formerRule() throws {
        for (open, logMAR) in [(2, LogMAR(0.04)), (3, nil)] {
            var test = ChartReading(chart: Chart(.one), openLetters: .former)
            while let shown = test.next {
                try test.take(
                    shown.letters.enumerated().map { index, letter in
                        if shown.line == 4, index < open { return .unclear }
                        return Answer(shown.line > 11 ? .missed : .named(letter))
                    })
            }
            #expect(test.score.logMAR == logMAR)
        }
    }

    @Test("a test is given up if nothing is understood")
    func whereNothingIsUnderstoodATestIsGivenUp() throws {
        let procedures: [any AcuityProcedure] = [
            ChartReading(chart: Chart(.one)), ChartAtTwoDistances(chart: Chart(.one)),
            ChartReading(chart: Chart(.one), start: try SnellenLine(named: "20/40")),
            EETDRS(seed: 1), NearStaircase(seed: 1), NearStaircase(.sixInARow, seed: 1),
            BestPEST(seed: 1),
            AdaptiveTest(seed: 1), HOTVTest(seed: 1),
        ]
        for procedure in procedures {
            var test = procedure
            while let shown = test.next {
                try test.take(shown.letters.map { _ in Answer(nil, unclearBefore: 4) })
            }
            #expect(test.read.reduce(0) { $0 + $1.answers.count } == 10)
            let score = test.score
            #expect(score.end == .notUnderstood && !score.isComplete && score.logMAR == nil)
            #expect(score.remarks.first == .stoppedEarly)
            #expect(!score.remarks.contains(.beyondLargestLine))
            // Nothing is known of the eye, so no figure is given.
            let estimate = test.estimate()
            #expect(estimate.flags == [.tooManyUnclear] && estimate.ifReliable == nil)
        }
    }

    @Test("an unclear start line earns no credit and is not too small")
    func aStartLineThatIsNotUnderstoodEarnsNoCreditAndIsNotTooSmall() throws {
        let range = SizeRange(largest: LogMAR(0.55), smallest: LogMAR(-0.3))
        var test = ChartReading(
            chart: Chart(.one), start: try SnellenLine(named: "20/63"), range: range)
        while let shown = test.next { try test.take(shown.letters.map { _ in Answer.unclear }) }
        #expect(test.score.end == .notUnderstood && test.score.logMAR == nil)
    }

    /// An open letter is not a trial of the adaptive test.
    @Test("the adaptive test shows open letters again")
    func lettersLeftOpenAreShownAnewByTheAdaptiveTest() throws {
        var test = AdaptiveTest(seed: 3)
        var count = 0
        while let shown = test.next {
            try test.take(
                zip(shown.letters, shown.sizes).map { letter, size in
                    count += 1
                    if count % 4 == 0 { return .unclear }
                    return Answer(size.value > 0.3 ? .named(letter) : .missed)
                })
        }
        let understood = test.read.flatMap(\.answers).count { $0.response != nil }
        #expect(understood == 45 && count > 45 && test.score.end == .allLettersShown)
    }

    @Test("open small lines say nothing about smaller ones")
    func smallLinesLeftOpenDoNotTellOfSmallerOnes() throws {
        for (right, remarks) in [
            (0, [AcuityRemark.lettersLeftOpen]), (1, [.lettersLeftOpen, .beyondSmallestLine]),
        ] {
            var test = ChartReading(chart: Chart(.one), openLetters: .former)
            while let shown = test.next {
                try test.take(
                    shown.letters.enumerated().map { index, letter in
                        if shown.line <= 8 { return Answer(.named(letter)) }
                        if index == 4 { return .unclear }
                        return Answer(index < right ? .named(letter) : .missed)
                    })
            }
            #expect(test.score.end == .smallestLineRead)
            #expect(test.score.remarks == remarks)
        }
    }
}

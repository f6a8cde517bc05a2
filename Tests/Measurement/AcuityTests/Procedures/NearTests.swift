import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct NearTests {
    /// Plays a test with these numbers of right letters, one for each set.
    private func play(_ test: inout some AcuityProcedure, set: Int, right: [Int]) throws {
        for count in right {
            for letter in 0..<set {
                guard let shown = test.next else { return }
                try test.take(responses(letter < count ? 1 : 0, of: shown))
            }
        }
    }

    @Test("fewer than three of five, twice, end the test") func fewerThanThreeOfFive() throws {
        var test = NearStaircase(start: try SnellenLine(named: "20/100"), seed: 1)
        try play(&test, set: 5, right: [5, 3, 2, 2, 5])
        #expect(test.isDone && test.score.logMAR == LogMAR(0.6))
        #expect(test.score.line?.feet == "20/80" && test.score.lettersRight == 12)
        #expect(test.read.map(\.presentation.size.value).last == 0.5)
        #expect(test.score.lines.map(\.right) == [5, 3, 4])
    }

    @Test("a missed line is asked a second time") func onceMore() throws {
        var test = NearStaircase(start: try SnellenLine(named: "20/100"), seed: 1)
        try play(&test, set: 5, right: [2, 5, 2, 3, 0])
        #expect(test.next?.size == LogMAR(0.5) && test.score.remarks == [.stoppedEarly])
        try play(&test, set: 5, right: [0])
        #expect(test.isDone && test.score.logMAR == LogMAR(0.6))
    }

    @Test("a line is judged after five letters") func lineIsJudgedAfterFive() throws {
        var test = NearStaircase(seed: 1)
        for _ in 0..<10 {
            let shown = try #require(test.next)
            #expect(shown.size == LogMAR(1))
            try test.take(responses(0, of: shown))
        }
        #expect(test.isDone && test.score.logMAR == nil)
        #expect(test.score.remarks == [.beyondLargestLine])
    }

    @Test("a near test ends at 20/20") func endsAtTwentyTwenty() throws {
        var test = NearStaircase(seed: 1)
        try play(&test, set: 5, right: Array(repeating: 4, count: 20))
        #expect(test.score.logMAR == LogMAR(0) && test.score.end == .smallestLineRead)
        #expect(test.score.remarks == [.beyondSmallestLine])
    }

    @Test("larger lines follow a start that is not read") func startLineThatIsNotRead() throws {
        var test = NearStaircase(start: try SnellenLine(named: "20/40"), seed: 1)
        try play(&test, set: 5, right: [2, 2, 1, 2, 3])
        #expect(test.read.map(\.presentation.size.value).last == 0.5)
        #expect(test.isDone && test.score.logMAR == LogMAR(0.5) && test.score.remarks == [])
    }

    @Test(
        "random answers end each test within its bound",
        arguments: [NearStaircase.Rule.threeOfFive, .sixInARow])
    func bound(rule: NearStaircase.Rule) throws {
        let most = (rule == .threeOfFive ? 10 : 12) * rule.smallest.number
        var generator = SplitMix64(seed: 7)
        for seed in UInt64(0)..<300 {
            let start = SnellenLine.all[Int.random(in: 0..<rule.smallest.number, using: &generator)]
            var test = NearStaircase(rule, start: start, seed: seed)
            let chance = Double.random(in: 0...1, using: &generator)
            while let shown = test.next {
                let isRight = Double.random(in: 0...1, using: &generator) < chance
                try test.take(responses(isRight ? 1 : 0, of: shown))
            }
            #expect((2...most).contains(test.read.count) && test.isDone)
        }
    }

    @Test("six right in a row lead to a smaller line, the first wrong one ends a set")
    func sixInARow() throws {
        var test = NearStaircase(.sixInARow, seed: 3)
        #expect(test.next?.optotypes == .tumblingE)
        try play(&test, set: 6, right: [6, 6])
        // The first wrong answer ends a set.
        try play(&test, set: 4, right: [3])
        #expect(!test.isDone)
        try play(&test, set: 3, right: [2])
        #expect(test.isDone && test.score.logMAR == LogMAR(0.9))
        #expect(test.read.count == 6 + 6 + 4 + 3)
        let directions = Set(test.read.flatMap(\.presentation.letters))
        #expect(directions.isSubset(of: [.u, .d, .l, .r]))
    }

    @Test("six in a row ends at 20/16") func sixInARowEndsAtTwentySixteen() throws {
        var test = NearStaircase(.sixInARow, seed: 3)
        try play(&test, set: 6, right: Array(repeating: 6, count: 12))
        #expect(test.score.logMAR == LogMAR(-0.1) && test.score.end == .smallestLineRead)
    }
}

import Acuity
import Testing

/// Rules that hold for every test, whatever is answered.
@Suite(.timeLimit(.minutes(1))) struct ScoringPropertyTests {
    /// One test with a random start, rule and random numbers of letters right.
    private func randomTest(seed: UInt64, limit: Int = 20) throws -> (ChartReading, [Int]) {
        var generator = SplitMix64(seed: seed)
        var test = ChartReading(
            chart: Chart(.random, seed: seed),
            start: SnellenLine.all[Int.random(in: 0..<14, using: &generator)],
            stopRule: Bool.random(using: &generator) ? .noneRight : .fewerThanThreeRight)
        var right: [Int] = []
        for _ in 0..<limit { right.append(Int.random(in: 0...5, using: &generator)) }
        let lines = try read(&test, right: right)
        return (test, lines)
    }

    @Test("every test ends, and its score is its letters")
    func everyTestEndsAndItsScoreIsItsLetters() throws {
        for seed in UInt64(0)..<2000 {
            let (test, lines) = try randomTest(seed: seed)
            let score = test.score
            #expect(test.isDone && score.isComplete, "seed \(seed)")
            #expect(lines.count == Set(lines).count, "seed \(seed): no line is shown twice")
            let numbers = score.lines.map(\.presentation.line)
            #expect(numbers == Array(numbers[0]...numbers[0] + numbers.count - 1), "seed \(seed)")
            #expect(score.lettersCredited == 5 * (numbers[0] - 1), "seed \(seed)")
            #expect(score.lettersRight == score.lines.reduce(0) { $0 + $1.right }, "seed \(seed)")
            let letters = score.lettersRight + score.lettersCredited
            // Thirty letters for 1 m are earned by twenty at 4 m, and a line's name by three letters.
            let isRead = numbers.last == 14 && (score.lines.last?.right ?? 0) >= 3
            #expect(score.isBound == isRead, "seed \(seed)")
            #expect(
                score.letterScore == (letters < 20 || isRead ? nil : 30 + letters), "seed \(seed)")
            #expect(
                score.logMAR == (letters < 3 ? nil : LogMAR(hundredths: 110 - 2 * letters)),
                "seed \(seed)")
            let unearned = numbers[0] > 1 && score.lines[0].right < 3
            #expect(!unearned, "seed \(seed): credit has to be earned")
        }
    }

    @Test("stopping early never invents acuity") func leavingOffEarlyNeverInventsAcuity() throws {
        for seed in UInt64(0)..<500 {
            let (whole, lines) = try randomTest(seed: seed)
            for limit in 0..<lines.count {
                let (part, _) = try randomTest(seed: seed, limit: limit)
                #expect(!part.score.isComplete, "seed \(seed)")
                guard let early = part.score.logMAR, let final = whole.score.logMAR else {
                    continue
                }
                #expect(early >= final, "seed \(seed), \(limit) lines")
            }
        }
    }

    @Test("one more letter is worth 0.02 logMAR") func oneMoreLetterIsWorthTwoHundredths() throws {
        for right in 0..<5 {
            var less = ChartReading(chart: Chart(.one), stopRule: .fewerThanThreeRight)
            var more = less
            _ = try read(&less, right: [5, 5, right, 0])
            _ = try read(&more, right: [5, 5, right + 1, 0])
            let difference = (less.score.logMAR?.value ?? 0) - (more.score.logMAR?.value ?? 0)
            #expect(abs(difference - 0.02) < 1e-9)
        }
    }
}

import Testing

@testable import Acuity

@Suite(.timeLimit(.minutes(1))) struct EETDRSTests {
    /// Plays a test by one who reads every letter from a size on.
    private func play(readsFrom smallest: Double) throws -> (EETDRS, sizes: [Double]) {
        var test = EETDRS(seed: 5)
        var sizes: [Double] = []
        while let shown = test.next {
            sizes.append(shown.size.value)
            let reads = shown.size.value > smallest - 0.01
            try test.take(responses(reads ? 1 : 0, of: shown))
        }
        return (test, sizes)
    }

    /// The published example: 10 letters right and 55 credited are 65, which is 20/50.
    @Test("the published score") func publishedScore() {
        var phase = EETDRSThreshold(from: 11, among: 0...18)
        for (level, right) in [(11, 5), (12, 3), (13, 2), (14, 0)] {
            for letter in 0..<5 { phase.take(right: letter < right, at: level) }
        }
        #expect(phase.lettersRight == 10 && phase.lettersCredited == 55 && phase.score == 65)
        #expect(phase.nextLevel { _ in 0 } == nil)
        #expect(LogMAR(hundredths: 170 - 2 * phase.score) == LogMAR(0.4))
        #expect(SnellenLine.nearest(to: LogMAR(0.4)).feet == "20/50")
    }

    @Test("screening descends by three levels, then by one")
    func screeningGoesDownByThreeLevelsAndThenByOne() throws {
        let (test, sizes) = try play(readsFrom: 0.4)
        #expect(Array(sizes.prefix(7)) == [1.3, 1.0, 0.7, 0.4, 0.1, 0.3, 0.4])
        #expect(test.score.logMAR == LogMAR(0.4))
        #expect(test.score.lettersRight == 5 && test.score.lettersCredited == 60)
        #expect(test.score.lines.map(\.presentation.size.value) == [0.4, 0.3])
        #expect(sizes.count == 7 + 10)
    }

    @Test(
        "screening shows the sizes of the published rule",
        arguments: [
            (1.6, [1.3, 1.6, 1.5]), (1.4, [1.3, 1.6, 1.5, 1.4, 1.3]),
            (0.6, [1.3, 1.0, 0.7, 0.4, 0.6, 0.5]), (0.5, [1.3, 1.0, 0.7, 0.4, 0.6, 0.5, 0.4]),
            (-0.2, [1.3, 1.0, 0.7, 0.4, 0.1, -0.2]),
        ])
    func screening(smallest: Double, expected: [Double]) throws {
        let (test, sizes) = try play(readsFrom: smallest)
        #expect(Array(sizes.prefix(expected.count)) == expected)
        #expect(test.score.logMAR == LogMAR(hundredths: Int((smallest * 100).rounded())))
    }

    @Test("a person who sees nothing has no score") func whoSeesNothing() throws {
        let (test, sizes) = try play(readsFrom: 9)
        #expect(Array(sizes.prefix(2)) == [1.3, 1.6])
        #expect(test.score.lettersRight == 0 && test.score.lettersCredited == 0)
        #expect(test.score.logMAR == nil)
        #expect(test.score.remarks == [.beyondLargestLine])
    }

    @Test("every third letter is of the largest unfinished level")
    func everyThirdLetterIsOfTheLargestLevelThatIsNotDone() {
        var phase = EETDRSThreshold(from: 10, among: 0...18)
        var levels: [Int] = []
        while let level = phase.nextLevel({ $0 - 1 }) {
            levels.append(level)
            phase.take(right: level <= 10, at: level)
        }
        // The draw takes the smallest level; 1, 4, 7 and 10 are of the largest.
        #expect(levels == [10, 11, 11, 10, 11, 11, 10, 11, 10, 10])
    }

    @Test("a miss at the top adds a larger level") func aMissAtTheTopBringsInALargerLevel() {
        var phase = EETDRSThreshold(from: 10, among: 0...18)
        phase.take(right: false, at: 10)
        #expect(phase.top == 9 && phase.bottom == 11)
        phase.take(right: true, at: 11)
        #expect(phase.bottom == 12)
        phase.take(right: true, at: 10)
        #expect(phase.top == 9 && phase.bottom == 12)
    }

    /// Every test ends, has five letters a level, and credits what it did not show.
    @Test("E-ETDRS works for all observers") func holdsForAllObservers() throws {
        for seed in UInt64(0)..<200 {
            let threshold = Double(seed % 20) / 10 - 0.4
            var observer = SimulatedObserver(threshold: LogMAR(threshold), seed: seed)
            var test = EETDRS(seed: seed)
            while let shown = test.next { try test.take(observer.read(shown)) }
            let score = test.score
            #expect(score.isComplete, "seed \(seed)")
            #expect(score.lines.allSatisfy { $0.answers.count == 5 }, "seed \(seed)")
            let largest = try #require(score.lines.first).presentation.size
            let levelsAbove = Int(((1.6 - largest.value) * 10).rounded())
            #expect(score.lettersCredited == 5 * levelsAbove, "seed \(seed)")
            let letters = score.lettersRight + score.lettersCredited
            #expect(score.letterScore == (score.isBound ? nil : letters))
        }
    }

    @Test("an unclear letter is replaced by another") func anUnclearLetterIsShownAgainAsAnother()
        throws
    {
        var test = EETDRS(seed: 2)
        let first = try #require(test.next)
        try test.take([.unclear])
        let second = try #require(test.next)
        #expect(second.size == first.size && second.letters != first.letters)
        for _ in 0..<9 { try test.take([.unclear]) }
        #expect(test.isDone && test.score.end == .notUnderstood && test.score.logMAR == nil)
    }
}

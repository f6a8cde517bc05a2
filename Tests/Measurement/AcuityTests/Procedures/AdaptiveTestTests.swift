import Testing

@testable import Acuity

@Suite(.timeLimit(.minutes(1))) struct AdaptiveTestTests {
    private func play(
        _ settings: AdaptiveTest.Settings = .init(), threshold: Double, misheard: Double = 0,
        seed: UInt64
    ) throws -> AdaptiveTest {
        var observer = SimulatedObserver(threshold: LogMAR(threshold), seed: seed)
        var ear = SplitMix64(seed: seed &+ 99)
        var test = AdaptiveTest(
            settings: settings,
            hearing: misheard > 0 ? RecognitionErrorModel(misheard: misheard) : .exact, seed: seed)
        while let shown = test.next {
            try test.take(
                observer.read(shown).map { response in
                    guard Double(ear.next() >> 11) * 0x1p-53 < misheard else { return response }
                    return .named(Letter.sloan[Int(ear.next() % 10)])
                })
        }
        return test
    }

    @Test("single letters until the threshold is found, then lines of five")
    func lettersAloneUntilTheThresholdIsFoundAndThenLinesOfFive() throws {
        let test = try play(threshold: 0.3, seed: 1)
        let counts = test.read.map(\.answers.count)
        let alone = counts.prefix { $0 == 1 }.count
        #expect(alone >= 5 && alone <= 20)
        #expect(counts.dropFirst(alone).dropLast().allSatisfy { $0 == 5 })
        #expect(counts.reduce(0, +) == 45)
        for shown in test.read.map(\.presentation) {
            #expect(Set(shown.letters).count == shown.letters.count)
            #expect(shown.sizes == shown.sizes.sorted(by: >))
            #expect(shown.sizes.allSatisfy { test.sizes.contains($0) })
        }
        #expect(test.score.end == .allLettersShown)
    }

    @Test("single letters to the end if lines are off")
    func lettersAloneToTheEndWhereLinesAreNotWanted() throws {
        var settings = AdaptiveTest.Settings()
        settings.spreadBeforeLines = 0
        settings.mostLetters = 20
        #expect(
            try play(settings, threshold: 0.3, seed: 1).read.map(\.answers.count)
                == Array(repeating: 1, count: 20))
    }

    @Test("the same seed and answers give the same test")
    func sameSeedSameLettersSameAnswersSameTest() throws {
        let one = try play(threshold: 0.3, seed: 7)
        #expect(one.read == (try play(threshold: 0.3, seed: 7)).read)
        #expect(one.read != (try play(threshold: 0.3, seed: 8)).read)
    }

    @Test("an adaptive test ends when the interval is narrow enough")
    func endsWhenTheIntervalIsNarrowEnough()
        throws
    {
        var settings = AdaptiveTest.Settings()
        settings.intervalWidth = 0.2
        settings.mostLetters = 100
        let test = try play(settings, threshold: 0.5, seed: 3)
        #expect(test.score.end == .intervalReached)
        #expect(test.posterior.estimate.intervalWidth <= 0.2)
    }

    @Test("unclear answers change nothing") func unclearAnswersMoveNothing() throws {
        var test = AdaptiveTest(seed: 4)
        let before = test.posterior.estimate
        try test.take([.unclear])
        #expect(test.posterior.estimate == before)
        #expect(try #require(test.next).size == test.read[0].presentation.size)
    }

    /// The mean error is zero, and the interval contains the truth about 95 times in 100.
    @Test("bias and coverage are small", arguments: [(-0.2, 0.0), (0.3, 0.05), (1.2, 0.1)])
    func biasAndCoverage(threshold: Double, misheard: Double) throws {
        var settings = AdaptiveTest.Settings()
        settings.mostLetters = 25
        let runs = 120
        var sum = 0.0
        var covered = 0
        for seed in 0..<UInt64(runs) {
            let test = try play(settings, threshold: threshold, misheard: misheard, seed: seed)
            let estimate = test.posterior.estimate
            sum += estimate.logMAR.value - threshold
            if estimate.interval95.contains(LogMAR(threshold)) { covered += 1 }
        }
        // Four standard errors of a mean of 120; 105 of 120 are five below 97 %.
        #expect(abs(sum / Double(runs)) < 0.017)
        #expect(covered >= 106)
    }

    /// One who guesses half of the time is shown easy letters, and others hardly ever are.
    @Test("people who may be guessing get easy letters") func easyLettersForThoseWhoMayBeGuessing()
        throws
    {
        func easyLetters(lapse: Double) throws -> Int {
            try (UInt64(0)..<14).reduce(0) { sum, seed in
                var observer = SimulatedObserver(
                    threshold: LogMAR(0.3), lapse: lapse, seed: seed)
                var test = AdaptiveTest(seed: seed)
                while let shown = test.next { try test.take(observer.read(shown)) }
                return sum + test.easyLetters
            }
        }
        let (guessing, honest) = (try easyLetters(lapse: 0.5), try easyLetters(lapse: 0.01))
        #expect(guessing > 6 && guessing > 3 * honest, "\(guessing) and \(honest)")
    }
}

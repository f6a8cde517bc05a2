import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct SimulatedObserverTests {
    @Test("the psychometric function") func psychometricFunction() {
        let observer = SimulatedObserver(threshold: LogMAR(0.3), seed: 1)
        #expect(abs(observer.chanceOfSeeing(LogMAR(0.3)) - 0.5) < 1e-12)
        // Phi(1) = 0.841345 (Abramowitz and Stegun, table 26.1).
        #expect(abs(observer.chanceOfSeeing(LogMAR(0.38)) - 0.841345) < 1e-6)
        #expect(abs(observer.chanceOfNaming(LogMAR(0.3)) - (0.001 + 0.99 * 0.55)) < 1e-12)
        #expect(abs(observer.chanceOfNaming(LogMAR(2)) - 0.991) < 1e-9)
        #expect(abs(observer.chanceOfNaming(LogMAR(-1)) - 0.1) < 1e-9)
    }

    @Test("answers are right as often as configured") func answersAsOftenRightAsItSays() {
        var observer = SimulatedObserver(threshold: LogMAR(0.3), seed: 11)
        for size in [0.1, 0.25, 0.3, 0.4, 0.8].map({ LogMAR($0) }) {
            let draws = 4000
            let right = (0..<draws).count { index in
                let letter = Letter.sloan[index % 10]
                return observer.look(at: letter, size: size).isRight(for: letter)
            }
            // Four standard deviations of 4,000 draws are 0.032 at most.
            #expect(abs(Double(right) / Double(draws) - observer.chanceOfNaming(size)) < 0.032)
        }
    }

    @Test("wrong answers are other Sloan letters") func wrongAnswersAreOtherSloanLetters() {
        var observer = SimulatedObserver(threshold: LogMAR(1), seed: 3)
        var named: Set<Letter> = []
        for _ in 0..<500 {
            guard case .named(let letter) = observer.look(at: .c, size: LogMAR(0)) else {
                Issue.record("gave up without being told to")
                return
            }
            named.insert(letter)
        }
        #expect(named == Set(Letter.sloan))
    }

    @Test("an observer gives up at the configured size") func givesUpWhereItIsToldTo() {
        var observer = SimulatedObserver(threshold: LogMAR(0.5), givesUpBelow: 0.02, seed: 5)
        #expect(observer.look(at: .c, size: LogMAR(0.2)) == .missed)
        #expect(observer.look(at: .c, size: LogMAR(0.5)) != .missed)
    }

    @Test("an observer follows the seed") func followsTheSeed() throws {
        var one = SimulatedObserver(threshold: LogMAR(0.3), seed: 8)
        var same = one
        var other = SimulatedObserver(threshold: LogMAR(0.3), seed: 9)
        let lines = Chart(.one).lines
        let answers = lines.map { one.read($0) }
        #expect(answers == lines.map { same.read($0) })
        #expect(answers != lines.map { other.read($0) })
    }

    @Test("the chart finds the threshold", arguments: [0.7, 0.3, 0.0])
    func theChartFindsTheThreshold(threshold: Double) throws {
        var sum = 0.0
        let patients = 300
        for seed in 0..<UInt64(patients) {
            var observer = SimulatedObserver(threshold: LogMAR(threshold), seed: seed)
            var test = ChartReading(chart: Chart(.random, seed: seed))
            while let shown = test.next { try test.take(observer.read(shown)) }
            let found = try #require(test.score.logMAR)
            #expect(abs(found.value - threshold) < 0.25, "seed \(seed)")
            sum += found.value - threshold
        }
        // The bias of a chart left off at a line with none right lies within 0.05.
        #expect(abs(sum / Double(patients)) < 0.05)
    }
}

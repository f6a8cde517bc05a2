import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct BestPESTTests {
    @Test("Best PEST opens with four sizes while all answers are right")
    func opensAtFourSizesWhileAllAreRight()
        throws
    {
        var test = BestPEST(seed: 1)
        var sizes: [Double] = []
        for _ in 0..<4 {
            let shown = try #require(test.next)
            sizes.append(shown.size.value)
            try test.take(responses(1, of: shown))
        }
        #expect(sizes == [1.0, 0.7, 0.4, 0.1])
        let fifth = try #require(test.next).size.value
        #expect(fifth < 0.1)

        var missed = BestPEST(seed: 1)
        try missed.take(responses(0, of: try #require(missed.next)))
        let second = try #require(missed.next).size.value
        #expect(second > 1)
    }

    @Test("from the twelfth letter every sixth is easy") func everySixthFromTheTwelfthIsEasy()
        throws
    {
        var observer = SimulatedObserver(threshold: LogMAR(0.2), seed: 4)
        var test = BestPEST(seed: 1)
        while let shown = test.next { try test.take(observer.read(shown)) }
        let sizes = test.read.map(\.presentation.size.value)
        #expect(sizes.count == 18 && test.score.end == .allLettersShown)
        #expect(sizes[11] > sizes[10] + 0.25 && sizes[11] > sizes[12] + 0.25)
        #expect(sizes[17] > sizes[16] + 0.25)
    }

    @Test("letters with choices") func lettersByChoices() {
        #expect(BestPEST(seed: 1).count == 18)
        #expect(BestPEST(optotypes: .tumblingE, seed: 1).count == 24)
        #expect(BestPEST(count: 30, seed: 1).count == 30)
    }

    @Test("Best PEST finds the threshold", arguments: [1.0, 0.5, 0.0])
    func findsTheThreshold(threshold: Double) throws {
        var sum = 0.0
        let patients = 200
        for seed in 0..<UInt64(patients) {
            var observer = SimulatedObserver(threshold: LogMAR(threshold), seed: seed)
            var test = BestPEST(seed: seed)
            while let shown = test.next { try test.take(observer.read(shown)) }
            sum += (try #require(test.score.logMAR)).value - threshold
        }
        // 0.05 on top of the likeliest threshold; the error of the mean is 0.004.
        #expect(abs(sum / Double(patients) - 0.043) < 0.02)
    }
}

import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReliabilityTests {
    /// Plays a procedure with what answers to a letter of a size.
    private func play(
        _ procedure: some AcuityProcedure, _ answer: (Letter, LogMAR) -> Answer
    ) throws -> any AcuityProcedure {
        var test = procedure
        while let shown = test.next {
            try test.take(zip(shown.letters, shown.sizes).map { answer($0, $1) })
        }
        return test
    }

    @Test("an ordinary reader has no flags") func anOrdinaryReaderHasNoFlags() throws {
        for seed in UInt64(0)..<40 {
            var observer = SimulatedObserver(threshold: LogMAR(0.4), seed: seed)
            let test = try play(ChartReading(chart: Chart(.random, seed: seed))) {
                Answer(observer.look(at: $0, size: $1))
            }
            let estimate = test.estimate()
            #expect(estimate.flags.isEmpty, "seed \(seed)")
            #expect(estimate.letters == test.read.count * 5)
        }
    }

    @Test("reading nothing is flagged as floor, everything as ceiling") func floorAndCeiling()
        throws
    {
        let blind = try play(ChartReading(chart: Chart(.one))) { _, _ in Answer(.missed) }
        #expect(blind.estimate().flags == [.atFloor])
        let eagle = try play(ChartReading(chart: Chart(.one))) { letter, _ in
            Answer(.named(letter))
        }
        #expect(eagle.estimate().flags == [.atCeiling])
        #expect(eagle.estimate().isReliable)
    }

    @Test("guessing at huge sizes withholds the estimate") func guessingAtHugeSizesWithholds()
        throws
    {
        for seed in UInt64(0)..<20 {
            var generator = SplitMix64(seed: seed)
            let test = try play(AdaptiveTest(seed: seed)) { letter, _ in
                // Never right.
                let others = Letter.sloan.filter { $0 != letter }
                return Answer(.named(others[Int(generator.next() % 9)]))
            }
            let estimate = test.estimate()
            #expect(estimate.flags.contains(.guessingAtHugeSize), "seed \(seed)")
            #expect(!estimate.isReliable)
        }
    }

    @Test("saying that nothing is seen is not guessing") func sayingThatNothingIsSeenIsNoGuessing()
        throws
    {
        let test = try play(AdaptiveTest(seed: 1)) { _, _ in Answer(.missed) }
        #expect(test.estimate().flags == [.atFloor])
    }

    @Test("naming small letters but missing larger ones withholds the estimate")
    func smallLettersNamedAndLargerOnesMissedWithholds() throws {
        var test = ChartReading(chart: Chart(.one))
        for right in [1, 1, 2, 1, 5, 5, 5, 5, 5, 5, 5, 5, 0] {
            let shown = try #require(test.next)
            try test.take(responses(right, of: shown))
        }
        #expect(test.estimate().flags.contains(.impossiblePattern))
    }

    /// That larger letters cannot be seen is as impossible as that they are named wrongly.
    @Test("naming small letters but not seeing larger ones withholds the estimate")
    func smallLettersNamedAndLargerOnesNotSeenWithholds() throws {
        let test = try play(ChartReading(chart: Chart(.one))) { letter, size in
            let isFirst = Chart(.one).lines.contains { $0.size == size && $0.letters[0] == letter }
            return Answer(size.value < 0.55 || isFirst ? .named(letter) : .missed)
        }
        #expect(test.estimate().flags.contains(.impossiblePattern))
    }

    /// Pure guessing gets no score on a chart without huge letters, nor with four choices.
    @Test("a person who only guesses gets no score") func whoOnlyGuessesGetsNoScore() throws {
        var scores = 0
        for seed in UInt64(0)..<200 {
            for procedure in [
                ChartReading(chart: Chart(.random, seed: seed)), NearStaircase(seed: seed),
                HOTVTest(seed: seed), BestPEST(seed: seed),
            ] as [any AcuityProcedure] {
                // Not the seed that draws the letters.
                var generator = SplitMix64(seed: seed &+ 1_000)
                var test = procedure
                while let shown = test.next {
                    let choices = test.optotypes.choices
                    try test.take(
                        shown.letters.map { _ in
                            Answer(.named(choices[Int(generator.next() % UInt64(choices.count))]))
                        })
                }
                if test.score.beside(test.estimate()).logMAR != nil { scores += 1 }
            }
        }
        #expect(scores <= 16, "of 800")
    }

    @Test("an ordinary reader is rarely taken for a guesser")
    func hardlyAnOrdinaryReaderIsTakenForAGuesser() throws {
        var withheld = 0
        for seed in UInt64(0)..<200 {
            let threshold = LogMAR(Double(seed % 11) / 10 - 0.2)
            for procedure in [
                ChartReading(chart: Chart(.random, seed: seed)), HOTVTest(seed: seed),
                BestPEST(seed: seed), EETDRS(seed: seed),
            ] as [any AcuityProcedure] {
                var observer = SimulatedObserver(threshold: threshold, seed: seed)
                var test = procedure
                while let shown = test.next { try test.take(observer.read(shown)) }
                if test.estimate().flags.contains(.guessingThroughout) { withheld += 1 }
            }
        }
        #expect(withheld <= 4, "of 800")
    }

    @Test("too many unclear answers give no result") func tooManyUnclearAnswersWithhold() throws {
        let test = try play(ChartReading(chart: Chart(.one))) { letter, size in
            Answer(size.value > 0.35 ? .named(letter) : .missed, unclearBefore: 2)
        }
        #expect(test.estimate().reasonsToWithhold == [.tooManyUnclear])
        let clear = try play(ChartReading(chart: Chart(.one))) { letter, size in
            Answer(size.value > 0.35 ? .named(letter) : .missed)
        }
        #expect(clear.estimate().isReliable)
        #expect(clear.estimate().interval95 == test.estimate().interval95)
    }

    @Test("many unclear answers are a warning, a few are not")
    func oftenUnclearAnswersWarn() throws {
        func flags(unclear: Int, inLetters few: Int) throws -> [EstimateFlag] {
            var letters = 0
            let test = try play(ChartReading(chart: Chart(.one))) { letter, size in
                letters += 1
                return Answer(
                    size.value > 0.35 ? .named(letter) : .missed,
                    unclearBefore: letters <= few ? unclear : 0)
            }
            let (count, share) = test.read.unclear
            #expect(count == unclear * few && share < 0.5)
            #expect(test.estimate().isReliable && test.score.beside(test.estimate()).logMAR != nil)
            return test.estimate().flags
        }
        #expect(try flags(unclear: 1, inLetters: 9).isEmpty)
        #expect(try flags(unclear: 2, inLetters: 15) == [.oftenUnclear])
        #expect(try flags(unclear: 1, inLetters: 15) == [.oftenUnclear])
    }

    /// Most who say any letter half of the time while a chart is read get no score, and hardly any
    /// honest reader is taken for one of them, misheard or not.
    @Test("frequent guessing withholds the estimate", arguments: [0.0, 0.05])
    func oftenGuessingWithholds(misheard: Double) throws {
        let hearing: RecognitionErrorModel =
            misheard > 0 ? RecognitionErrorModel(misheard: misheard) : .exact
        func withheld(lapse: Double) throws -> Int {
            try (UInt64(0)..<40).count { seed in
                var observer = SimulatedObserver(
                    threshold: LogMAR(0.2), lapse: lapse, seed: seed)
                var ear = SplitMix64(seed: seed &+ 7)
                let test = try play(ChartReading(chart: Chart(.random, seed: seed))) {
                    let said = observer.look(at: $0, size: $1)
                    guard Double(ear.next() >> 11) * 0x1p-53 < misheard else { return Answer(said) }
                    return Answer(.named(Letter.sloan[Int(ear.next() % 10)]))
                }
                return test.estimate(hearing: hearing).flags.contains(.oftenGuessing)
            }
        }
        #expect(try withheld(lapse: 0.5) > 20)
        #expect(try withheld(lapse: 0.01) <= 1)
    }
}

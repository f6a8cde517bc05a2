package import Acuity
internal import Dispatch
internal import Synchronization

/// Runs cells of the bench on all cores.
///
/// The result depends only on the seed: every patient has its own draws, and results are put
/// together in the order of the patients, however many threads share the work.
package struct BenchRunner: Sendable {
    /// The seed of all draws.
    package var seed: UInt64
    /// Tests in a cell, two for each patient: an even number.
    package var runs: Int
    /// The number of threads.
    package var threads: Int
    /// The time model of a test.
    package var times: TimeModel

    /// A runner.
    ///
    /// - Parameter runs: an odd number is rounded up to the next even one.
    package init(seed: UInt64, runs: Int, threads: Int, times: TimeModel = TimeModel()) {
        self.seed = seed
        self.runs = runs + runs % 2
        self.threads = threads
        self.times = times
    }

    /// Patients that a thread takes at a time.
    private static let patientsAtOnce = 25

    /// The tests of a cell.
    ///
    /// - Parameters:
    ///   - isStopped: asked now and then; once true, no new patients are begun, and the result
    ///     holds those that were done.
    ///   - onProgress: called from time to time with the number of further tests done, on any
    ///     thread.
    /// - Throws: an error of a procedure.
    package func run(
        _ cell: BenchCell, isStopped: @escaping @Sendable () -> Bool = { false },
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> CellResult {
        let patients = runs / 2
        let chunks = (patients + Self.patientsAtOnce - 1) / Self.patientsAtOnce
        let next = Atomic(0)
        let done = Mutex<[Int: Result<[RunPair], ProcedureError>]>([:])
        DispatchQueue.concurrentPerform(iterations: max(1, min(threads, chunks))) { _ in
            while !isStopped() {
                let chunk = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard chunk < chunks else { return }
                let first = chunk * Self.patientsAtOnce
                let numbers = first..<min(first + Self.patientsAtOnce, patients)
                let result = Result { () throws(ProcedureError) in
                    try pairs(of: numbers, cell)
                }
                done.withLock { $0[chunk] = result }
                onProgress(numbers.count * 2)
            }
        }
        let results = done.withLock { $0 }.sorted { $0.key < $1.key }
        return CellResult(cell: cell, pairs: try results.flatMap { try $0.value.get() })
    }

    private func pairs(of numbers: Range<Int>, _ cell: BenchCell) throws(ProcedureError)
        -> [RunPair]
    {
        var pairs: [RunPair] = []
        for number in numbers {
            pairs.append(try PatientVisit(number, of: cell, seed: seed, times: times).pair())
        }
        return pairs
    }
}

/// A patient of a cell, tested twice or more often.
///
/// All that is drawn follows from the seed of the bench and the number of the patient, whatever the
/// cell is: patient 17 has the same eye in every cell, so that cells are compared on the same
/// people.
package struct PatientVisit: Sendable {
    private let cell: BenchCell
    private let times: TimeModel
    private let traits: ObserverTraits
    private let hearing: ConfusionMatrix
    private let seeds: [TestSeeds]
    /// A loss of the patient's since the beginning, logMAR.
    package var loss = 0.0

    private struct TestSeeds: Sendable {
        var eye: UInt64
        var ear: UInt64
        var letters: UInt64
    }

    /// A patient.
    ///
    /// - Parameters:
    ///   - number: the patient's number, from 0. It also chooses the threshold from a grid.
    ///   - seed: of the bench.
    ///   - tests: the number of tests.
    package init(
        _ number: Int, of cell: BenchCell, seed: UInt64, times: TimeModel = TimeModel(),
        tests: Int = 2
    ) {
        self.cell = cell
        self.times = times
        // The first generator scrambles the seed. Otherwise one patient's draws would be a shifted
        // copy of another's.
        var first = SplitMix64(seed: seed)
        var generator = SplitMix64(seed: first.next() ^ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
        if cell.drawsAsBelieved {
            let prior = cell.prior ?? cell.procedure.prior
            traits = prior.person(like: cell.population.traits, using: &generator)
            hearing = cell.hearing.wrong(
                timesAsOften: cell.assumedHearing.factor(using: &generator))
        } else {
            traits = cell.population.person(number, seed: seed)
            hearing = cell.hearing
        }
        seeds = (0..<tests).map { _ in
            TestSeeds(eye: generator.next(), ear: generator.next(), letters: generator.next())
        }
    }

    /// Combined with the seed of an eye, so that the draws of the drift differ from its other
    /// draws.
    private static let driftDraw: UInt64 = 0x4452_4946_54

    /// The observer of a test, from 0: the same patient with a threshold that may have drifted.
    package func patient(_ number: Int) -> ObserverTraits {
        guard traits.drift > 0 || loss != 0 else { return traits }
        var generator = SplitMix64(seed: seeds[number].eye ^ Self.driftDraw)
        var drifted = traits
        drifted.threshold = LogMAR(
            traits.threshold.value + loss + traits.drift * generator.standardNormal())
        return drifted
    }

    /// Both tests. Each has its own random draws for the eye, the ear and the letters.
    ///
    /// - Throws: an error of the procedure.
    package func pair() throws(ProcedureError) -> RunPair {
        RunPair(
            record(of: try test(0), 0), record(of: try test(1), 1),
            threshold: traits.threshold.value)
    }

    /// One of the tests, from 0, letter for letter.
    ///
    /// - Throws: an error of the procedure.
    package func test(_ number: Int) throws(ProcedureError) -> SimulatedTest {
        let seeds = seeds[number]
        let procedure = cell.procedure.begin(
            .init(seed: seeds.letters, hearing: cell.assumedHearing, prior: cell.prior))
        var eye = SimulatedObserver(patient(number), seed: seeds.eye)
        var ear = SimulatedEar(hearing, among: procedure.optotypes, seed: seeds.ear)
        return try SimulatedTest(of: &eye, by: procedure, heardBy: &ear)
    }

    /// Combined with the seed of an ear, so that the draws of the warm-up differ from its other
    /// draws.
    private static let warmUpDraw: UInt64 = 0x5741_524D

    /// The hearing of the patient in the warm-up before a test, from 0; letters that were not
    /// understood say nothing.
    private func warmUp(_ number: Int) -> PersonalHearing {
        var person = PersonalHearing()
        guard cell.warmUpLetters > 0 else { return person }
        let optotypes = cell.procedure.optotypes
        var ear = SimulatedEar(
            hearing, among: optotypes, seed: seeds[number].ear ^ Self.warmUpDraw)
        for index in 0..<cell.warmUpLetters {
            let letter = optotypes.choices[index % optotypes.choices.count]
            if case .named(let heard) = ear.hear(.named(letter)).response {
                person.hear(heard, for: letter)
            }
        }
        return person
    }

    /// The record of a test, from 0.
    package func record(of test: SimulatedTest, _ number: Int) -> RunRecord {
        let estimate = test.procedure.estimate(
            hearing: cell.assumedHearing.of(warmUp(number)), prior: cell.prior)
        let askings = test.trials.reduce(0) { $0 + $1.heard.unclearBefore }
        return RunRecord(
            threshold: patient(number).threshold.value, score: test.procedure.score.logMAR?.value,
            estimate: estimate.logMAR.value,
            interval: estimate.interval95.lowerBound.value...estimate.interval95.upperBound.value,
            isOpenBelow: estimate.isOpenBelow, isOpenAbove: estimate.isOpenAbove,
            isBeyondSizes: estimate.flags.contains { $0 == .atFloor || $0 == .atCeiling },
            isWithheld: !estimate.isReliable, letters: test.trials.count,
            presentations: test.presentations, misheard: test.trials.count { $0.isMisheard },
            askings: askings,
            seconds: times.seconds(
                presentations: test.presentations, letters: test.trials.count, askings: askings))
    }
}

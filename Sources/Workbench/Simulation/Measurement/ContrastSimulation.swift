package import Acuity
internal import Contrast
internal import Dispatch
internal import Platform
package import Records
internal import Synchronization

/// Thousands of simulated tests of contrast, two of each patient.
package struct ContrastSimulation: Sendable {
    /// A procedure with patients of one kind.
    package struct Cell: Sendable {
        /// The procedure.
        package var procedure: ProcedureChoice
        /// The number of letters of the adaptive test.
        package var letters: Int
        /// The slope of the patients' Weibull function over log contrast.
        package var slope: Double
        /// The share of answers that do not depend on the letter shown, 0...1.
        package var lapse: Double
        /// The share of letters that are heard as others, 0...1.
        package var misheard: Double
        /// The standard deviation of a patient's threshold between tests, log units.
        package var drift: Double

        /// Sets each property from the parameter of its name.
        package init(
            procedure: ProcedureChoice, letters: Int, slope: Double, lapse: Double,
            misheard: Double, drift: Double = 0
        ) {
            self.procedure = procedure
            self.letters = letters
            self.slope = slope
            self.lapse = lapse
            self.misheard = misheard
            self.drift = drift
        }

        /// The procedure in words: "contrast, 30 letters".
        package var name: String {
            procedure == .contrast ? "contrast, \(letters) letters" : procedure.rawValue
        }
    }

    /// The seed of all draws.
    package var seed: UInt64
    /// Tests in a cell, two for each patient.
    package var runs: Int
    /// The number of threads. The result does not depend on it.
    package var threads: Int
    /// The patients' thresholds, logCS, each equally likely.
    package var thresholds: ClosedRange<Double>

    /// Sets each property from the parameter of its name.
    package init(
        seed: UInt64, runs: Int, threads: Int, thresholds: ClosedRange<Double> = 0.4...1.9
    ) {
        self.seed = seed
        self.runs = runs
        self.threads = threads
        self.thresholds = thresholds
    }

    /// One simulated test.
    private struct Run: Sendable {
        var truth: Double
        var logCS: Double?
        var interval: ClosedRange<Double>?
        var letters: Int
    }

    /// The results of a cell.
    ///
    /// - Parameter isStopped: asked now and then; once true, no new patients are begun.
    /// - Throws: an error of a procedure; the right number of answers causes none.
    package func run(
        _ cell: Cell, isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws -> ContrastStatistics {
        let patients = (runs + 1) / 2
        let next = Atomic(0)
        let done = Mutex<[Int: Result<[Run], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: max(1, min(threads, patients))) { _ in
            while !isStopped() {
                let patient = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard patient < patients else { return }
                let result = Result { try pair(patient, cell) }
                done.withLock { $0[patient] = result }
            }
        }
        let pairs = try done.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
        return ContrastStatistics(
            pairs.map { pair in
                pair.map { ($0.truth, $0.logCS, $0.interval, $0.letters) }
            })
    }

    private func pair(_ patient: Int, _ cell: Cell) throws -> [Run] {
        var first = SplitMix64(seed: seed)
        var generator = SplitMix64(
            seed: first.next() ^ UInt64(patient) &* 0xD6E8_FEB8_6659_FD93)
        let width = thresholds.upperBound - thresholds.lowerBound
        let threshold = thresholds.lowerBound + width * generator.fraction()
        return try (0..<2).map { _ in
            let truth = threshold + cell.drift * generator.standardNormal()
            return try test(cell, truth, eye: generator.next(), letters: generator.next())
        }
    }

    private func test(
        _ cell: Cell, _ truth: Double, eye: UInt64, letters: UInt64
    ) throws -> Run {
        let hearing = RecognitionErrorModel(misheard: cell.misheard)
        var procedure = cell.procedure.begin(
            ProcedureStart(
                optotypes: cell.procedure.optotypes, range: .all, seed: letters,
                mostLetters: cell.letters, hearing: hearing))
        var observer = ContrastObserver(
            threshold: LogCS(truth), slope: cell.slope, lapse: cell.lapse,
            misheard: cell.misheard, seed: eye)
        var shown = 0
        while shown < Self.longest, let presentation = procedure.next {
            try procedure.take(observer.read(presentation))
            shown += 1
        }
        let result = ContrastResult(of: cell.procedure, procedure, hearing: hearing)
        return Run(
            truth: truth, logCS: result.isBound ? nil : result.logCS?.value,
            interval: result.interval95.map { $0.lowerBound.value...$0.upperBound.value },
            letters: procedure.read.reduce(0) { $0 + $1.answers.count })
    }

    /// More presentations than this end a test.
    private static let longest = 300
}

/// The quality of the figures of a cell.
package struct ContrastStatistics: Sendable, Equatable {
    /// Tests.
    package let tests: Int
    /// Mean of figure minus threshold, log units; nil without a figure.
    package let bias: Double?
    /// 95 % limits of test-retest, 1.96 x SD of the difference of the two tests, log units; nil
    /// without a pair.
    package let limits: Double?
    /// The share of intervals that hold the threshold, 0...1; nil without an interval.
    package let coverage: Double?
    /// The mean number of letters shown; nil without a test.
    package let letters: Double?
    /// The share of tests without a figure, 0...1.
    package let without: Double

    /// The statistics of pairs of tests.
    init(
        _ pairs: [[(truth: Double, logCS: Double?, interval: ClosedRange<Double>?, letters: Int)]]
    ) {
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        let all = pairs.flatMap { $0 }
        tests = all.count
        bias = mean(all.compactMap { run in run.logCS.map { $0 - run.truth } })
        let differences = pairs.compactMap { pair -> Double? in
            guard pair.count == 2, let first = pair[0].logCS, let second = pair[1].logCS else {
                return nil
            }
            return (first - second) * (first - second)
        }
        limits = mean(differences).map { 1.96 * $0.squareRoot() }
        coverage = mean(
            all.compactMap { run in run.interval.map { $0.contains(run.truth) ? 1 : 0 } })
        letters = mean(all.map { Double($0.letters) })
        without = mean(all.map { $0.logCS == nil ? 1 : 0 }) ?? 0
    }
}

extension ContrastStatistics {
    /// The head of a table of cells.
    package static let head =
        "procedure              slope  lapse  misheard   bias   limits  coverage  letters  without"

    /// The row of a cell in a table.
    package func row(of cell: ContrastSimulation.Cell) -> String {
        func cut(_ value: Double?, _ places: Int, _ width: Int) -> String {
            let text = value.map { fixed($0, places) } ?? "-"
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let name = cell.name + String(repeating: " ", count: max(0, 22 - cell.name.count))
        return name + cut(cell.slope, 1, 6) + cut(cell.lapse * 100, 0, 5) + " %"
            + cut(cell.misheard * 100, 1, 8) + " %" + cut(bias, 3, 8) + cut(limits, 3, 8)
            + cut(coverage.map { $0 * 100 }, 1, 8) + " %" + cut(letters, 1, 8)
            + cut(without * 100, 1, 7) + " %"
    }

    /// The row of a cell as JSON.
    package func json(of cell: ContrastSimulation.Cell) -> JSONObject {
        [
            "quantity": "contrast", "procedure": cell.procedure.rawValue,
            "letters": orNull(cell.procedure == .contrast ? cell.letters : nil),
            "slope": cell.slope, "lapse": cell.lapse, "misheard": cell.misheard,
            "drift": cell.drift, "tests": tests, "bias": orNull(rounded(bias, places: 4)),
            "limits": orNull(rounded(limits, places: 4)),
            "coverage": orNull(rounded(coverage, places: 4)),
            "lettersShown": orNull(rounded(letters, places: 2)),
            "without": rounded(without, places: 4) ?? 0,
        ]
    }
}

internal import Acuity
internal import Dispatch
internal import Synchronization

/// Runs cells of the bench on all cores.
///
/// The result depends on the seed alone: every patient has its own draws, and results are put
/// together in the order of the patients, however many threads share the work.
public struct BenchRunner: Sendable {
    /// The seed of all draws.
    public var seed: UInt64
    /// Tests in a cell, two for each patient: an even number.
    public var runs: Int
    /// The number of threads.
    public var threads: Int
    /// The time model of a test.
    public var times: TimeModel

    /// A runner.
    ///
    /// - Parameter runs: an odd number is one more.
    public init(seed: UInt64, runs: Int, threads: Int, times: TimeModel = TimeModel()) {
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
    public func run(
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

internal import Acuity
package import CommandLineKit
internal import Dispatch
internal import Platform
internal import Synchronization

/// A simulation of weekly tests. It shows how well `AcuitySeries`, the model that the history of a
/// person uses, distinguishes changes from chance.
package struct SeriesPlan: Sendable {
    /// The procedures, each with the share of letters misheard and the standard deviation between tests.
    package var cells: [BenchCell]
    /// The number of people in a cell.
    package var people: Int
    /// Losses a year of people who lose slowly, logMAR.
    package var slowLosses: [Double]
    /// The seed of all draws.
    package var seed: UInt64
    /// The number of threads; the results do not depend on it.
    package var threads: Int

    /// Sets each property from the parameter of its name.
    package init(
        cells: [BenchCell], people: Int, slowLosses: [Double], seed: UInt64, threads: Int
    ) {
        self.cells = cells
        self.people = people
        self.slowLosses = slowLosses
        self.seed = seed
        self.threads = threads
    }

    /// The number of tests of a person, one a week.
    package static let tests = 26
    /// The index of the first test after a sudden loss, from 0.
    static let lossAt = 10
    /// The sudden losses, logMAR, each with the number of tests in which it is to be confirmed.
    package static let steps = [(loss: 0.1, tests: 6), (loss: 0.2, tests: 3)]

    /// People that a thread takes at a time.
    private static let peopleAtOnce = 10

    /// Runs all cells. After a request to stop, the results are those of the people done so far.
    ///
    /// - Throws: an error of a procedure.
    package func run(at console: Console) throws -> [SeriesResult] {
        let progress = SimulationProgress(
            tests: cells.count * people * PersonSeries.tests(slowLosses: slowLosses.count),
            console: console)
        var results: [SeriesResult] = []
        for cell in cells where !console.stop.isRequested {
            let people = try run(cell) {
                console.stop.isRequested
            } onProgress: {
                progress.advance(by: $0)
            }
            if !people.isEmpty { results.append(SeriesResult(cell: cell, people: people)) }
        }
        progress.finish()
        return results
    }

    /// The people of a cell, in their order.
    private func run(
        _ cell: BenchCell, isStopped: @escaping @Sendable () -> Bool,
        onProgress: @escaping @Sendable (Int) -> Void
    ) throws -> [PersonSeries] {
        let chunks = (people + Self.peopleAtOnce - 1) / Self.peopleAtOnce
        let next = Atomic(0)
        let done = Mutex<[Int: Result<[PersonSeries], ProcedureError>]>([:])
        DispatchQueue.concurrentPerform(iterations: max(1, min(threads, chunks))) { _ in
            while !isStopped() {
                let chunk = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard chunk < chunks else { return }
                let first = chunk * Self.peopleAtOnce
                let numbers = first..<min(first + Self.peopleAtOnce, people)
                let result = Result { () throws(ProcedureError) in
                    var people: [PersonSeries] = []
                    for number in numbers {
                        people.append(
                            try PersonSeries(number, of: cell, seed: seed, slowLosses: slowLosses))
                    }
                    return people
                }
                done.withLock { $0[chunk] = result }
                onProgress(numbers.count * PersonSeries.tests(slowLosses: slowLosses.count))
            }
        }
        let results = done.withLock { $0 }.sorted { $0.key < $1.key }
        return try results.flatMap { try $0.value.get() }
    }
}

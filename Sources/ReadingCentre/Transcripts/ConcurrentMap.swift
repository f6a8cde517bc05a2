internal import Dispatch
internal import Synchronization

/// Work that is done on several cores, each with a tool of its own, such as a recogniser.
package enum ConcurrentMap {
    private struct State<Result> {
        var next = 0
        var results: [Int: Result] = [:]
        var failure: (any Error)?
    }

    /// The results of all items, in their order. They do not depend on `jobs` if no tool carries
    /// state from one item to the next.
    ///
    /// - Parameters:
    ///   - jobs: the greatest number of tools that work side by side.
    ///   - tool: makes a tool, on the thread that works with it.
    /// - Throws: an error of making a tool.
    package static func map<Item: Sendable, Tool, Result: Sendable>(
        _ items: [Item], jobs: Int, with tool: @Sendable () throws -> Tool,
        _ work: @Sendable (Item, Tool) -> Result
    ) throws -> [Result] {
        let state = Mutex(State<Result>())
        DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, items.count))) { _ in
            do {
                let own = try tool()
                while let index = state.withLock({ take(&$0, of: items.count) }) {
                    let result = work(items[index], own)
                    state.withLock { $0.results[index] = result }
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return items.indices.compactMap { state.results[$0] }
        }
    }

    private static func take<Result>(_ state: inout State<Result>, of count: Int) -> Int? {
        guard state.failure == nil, state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
    }
}

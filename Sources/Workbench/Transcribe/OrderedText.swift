internal import Synchronization

/// Writes the texts of numbered parts in their order, while the parts are made in any order. The
/// text of a part is written as it comes once all parts before it are complete.
final class OrderedText: Sendable {
    private struct State {
        /// The part whose text is written at once.
        var turn = 0
        /// The texts of later parts.
        var waiting: [Int: [String]] = [:]
        var complete: Set<Int> = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let write: @Sendable (String) throws -> Void

    /// - Parameter write: takes a text; called by one thread at a time.
    init(_ write: @escaping @Sendable (String) throws -> Void) { self.write = write }

    /// Adds a text to a part.
    func add(_ text: String, to part: Int) {
        state.withLock { state in
            if part == state.turn {
                put(text, &state)
            } else {
                state.waiting[part, default: []].append(text)
            }
        }
    }

    /// Writes a text at once, whatever its part.
    func addNow(_ text: String) { state.withLock { put(text, &$0) } }

    /// Says that nothing more is added to a part.
    func complete(_ part: Int) {
        state.withLock { state in
            state.complete.insert(part)
            while state.complete.remove(state.turn) != nil {
                state.turn += 1
                for text in state.waiting.removeValue(forKey: state.turn) ?? [] {
                    put(text, &state)
                }
            }
        }
    }

    /// Writes the texts of parts behind one that was not completed, as after a request to stop.
    func finish() {
        state.withLock { state in
            for part in state.waiting.keys.sorted() {
                for text in state.waiting[part] ?? [] { put(text, &state) }
            }
            state.waiting = [:]
        }
    }

    /// The first error of writing; nothing is written after it.
    var failure: (any Error)? { state.withLock { $0.failure } }

    private func put(_ text: String, _ state: inout State) {
        guard state.failure == nil else { return }
        do { try write(text) } catch { state.failure = error }
    }
}

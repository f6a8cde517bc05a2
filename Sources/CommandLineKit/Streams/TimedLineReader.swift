internal import Foundation
internal import Synchronization

/// Lines of an input for one reader after the other, each with a time limit: a line that comes too
/// late for one reader is kept for the next.
///
/// `@unchecked Sendable`: only the caller or thread that set `isAsked` touches `reader`; the rest
/// is guarded or constant. One request at a time.
public final class TimedLineReader: @unchecked Sendable {
    /// The state of the next line.
    public enum Next: Sendable, Equatable {
        case line(String)
        /// Nothing for now.
        case waiting
        /// There are no more.
        case ended
    }

    private var reader: LineReader
    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    private struct State {
        var isAsked = false
        var found: Result<Next, InputError>?
    }

    /// - Parameter input: read on a thread of its own, and only when a line is asked for.
    public init(_ input: any ByteInput) { reader = LineReader(input) }

    /// The next line.
    ///
    /// - Parameter patience: how long to wait for it, seconds.
    /// - Throws: as `LineReader.next`.
    public func next(within patience: Double) throws(InputError) -> Next {
        let isFree = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        if isFree {
            if reader.isReady {
                defer { state.withLock { $0.isAsked = false } }
                return try read()
            }
            let thread = Thread { [self] in
                let found = Result { () throws(InputError) in try read() }
                state.withLock { $0.found = found }
                news.signal()
            }
            thread.name = "aloud lines"
            thread.start()
        }
        guard news.wait(timeout: .now() + patience) == .success else { return .waiting }
        let found = state.withLock { state in
            defer { state = State() }
            return state.found
        }
        return try found?.get() ?? .waiting
    }

    private func read() throws(InputError) -> Next {
        try reader.next().map(Next.line) ?? .ended
    }
}

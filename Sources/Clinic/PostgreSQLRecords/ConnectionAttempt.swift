internal import CPostgreSQL
internal import Foundation
internal import Synchronization

/// A connection that is being made on its own thread: the library looks up the server's name
/// without a deadline.
///
/// One thread waits for the connection. If it gives up, another one may wait for the same attempt
/// later.
final class ConnectionAttempt: Sendable {
    private enum State {
        case connecting
        /// The handle as a number, since a pointer is not Sendable; 0 if the library had no memory.
        case made(UInt)
        /// The attempt was given up, or the handle was taken.
        case left
    }

    private let state = Mutex(State.connecting)
    private let ended = DispatchSemaphore(value: 0)

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - keywords: the names of parameters of libpq.
    ///   - values: their values.
    init(_ keywords: [String], _ values: [String]) {
        Thread.detachNewThread { [self] in
            let made = CTexts.with((keywords + values).map { Array($0.utf8CString) }) { texts in
                PQconnectdbParams(
                    Array(texts.prefix(keywords.count)) + [nil],
                    Array(texts.suffix(values.count)) + [nil], 1)
            }
            let isWanted = state.withLock { state in
                guard case .connecting = state else { return false }
                state = .made(UInt(bitPattern: made))
                return true
            }
            if !isWanted { PQfinish(made) }
            ended.signal()
        }
    }

    /// Waits for the handle, which then belongs to the caller.
    ///
    /// - Returns: nil if the time is up first; nil within if the library made no handle.
    func handle(within time: Duration) -> OpaquePointer?? {
        let milliseconds = Int(max(0, time.milliseconds))
        guard ended.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return nil
        }
        return state.withLock { state in
            guard case .made(let number) = state else { return .some(nil) }
            state = .left
            return .some(OpaquePointer(bitPattern: number))
        }
    }

    /// Gives the connection up.
    func leave() {
        let made = state.withLock { state -> UInt in
            defer { state = .left }
            if case .made(let number) = state { return number }
            return 0
        }
        PQfinish(OpaquePointer(bitPattern: made))
    }
}

/// Passes texts to C functions.
enum CTexts {
    /// Calls a function with pointers to texts; nil stays nil. The pointers are valid during the
    /// call.
    static func with<Result>(
        _ texts: [[CChar]?], _ act: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        func next(_ rest: ArraySlice<[CChar]?>, _ made: [UnsafePointer<CChar>?]) -> Result {
            guard let first = rest.first else { return act(made) }
            guard let text = first else { return next(rest.dropFirst(), made + [nil]) }
            return text.withUnsafeBufferPointer { next(rest.dropFirst(), made + [$0.baseAddress]) }
        }
        return next(texts[...], [])
    }
}

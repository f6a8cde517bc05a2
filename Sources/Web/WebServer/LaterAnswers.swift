internal import CMicrohttpd
internal import Foundation
internal import HTTP
internal import Synchronization

/// The answers that are made on other threads than the server's.
///
/// Their connections are suspended, so that the library continues with others. Any thread.
final class LaterAnswers: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: LaterAnswer] = [:]
        var isClosing = false
    }

    private let state = Mutex(State())
    private let queue: OperationQueue

    /// Maximum number of answers that wait; a further request is refused.
    private static let most = 128
    /// Maximum number of answers that are made at the same time.
    private static let atOnce = 4

    init() {
        queue = OperationQueue()
        queue.name = "aloud web answers"
        queue.maxConcurrentOperationCount = Self.atOnce
    }

    /// Begins to work on an answer, on the server's thread.
    ///
    /// - Returns: nil if too many answers wait, or the server ends.
    func begin(
        for connection: OpaquePointer, _ work: @escaping @Sendable () -> Reply.Content
    ) -> LaterAnswer? {
        let answer = LaterAnswer(connection)
        let isTaken = state.withLock { state in
            guard !state.isClosing, state.waiting.count < Self.most else { return false }
            state.waiting[ObjectIdentifier(answer)] = answer
            // The connection is suspended before the work can end.
            answer.suspend()
            return true
        }
        guard isTaken else { return nil }
        queue.addOperation { [self] in
            let content = work()
            state.withLock { state in
                if state.waiting.removeValue(forKey: ObjectIdentifier(answer)) != nil {
                    answer.end(with: content)
                }
            }
        }
        return answer
    }

    /// Refuses the answers that are not ready.
    func close() {
        state.withLock { state in
            state.isClosing = true
            for answer in state.waiting.values {
                answer.end(with: Refusal.ending.content)
            }
            state.waiting = [:]
        }
    }
}

/// An answer in preparation.
final class LaterAnswer: Sendable {
    /// The library's connection as a number, because a pointer is not Sendable. It lives at least
    /// while it is suspended.
    private let connection: UInt
    private let made = Mutex<Reply.Content?>(nil)

    init(_ connection: OpaquePointer) { self.connection = UInt(bitPattern: connection) }

    /// The answer; nil until it is ready.
    var content: Reply.Content? { made.withLock { $0 } }

    fileprivate func suspend() { MHD_suspend_connection(OpaquePointer(bitPattern: connection)) }

    fileprivate func end(with content: Reply.Content) {
        made.withLock { $0 = content }
        MHD_resume_connection(OpaquePointer(bitPattern: connection))
    }
}

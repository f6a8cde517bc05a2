internal import CMicrohttpd
internal import Dispatch
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
    private let most: Int

    /// - Parameters:
    ///   - name: the name of the threads.
    ///   - atOnce: the maximum number of answers that are made at the same time.
    ///   - most: the maximum number of answers that are made or wait; a further request is refused.
    init(_ name: String, atOnce: Int, most: Int) {
        self.most = most
        queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = atOnce
    }

    /// Begins to work on an answer, on the server's thread.
    ///
    /// - Returns: nil if too many answers wait, or the server ends.
    func begin(
        for connection: OpaquePointer,
        _ work: @escaping @Sendable (@escaping Reply.Departure) -> Reply.Content
    ) -> LaterAnswer? {
        let answer = LaterAnswer(connection)
        let isTaken = state.withLock { state in
            guard !state.isClosing, state.waiting.count < most else { return false }
            state.waiting[ObjectIdentifier(answer)] = answer
            // The connection is suspended before the work can end.
            answer.suspend()
            return true
        }
        guard isTaken else { return nil }
        queue.addOperation { [self] in
            // The server or the page ended while the answer waited.
            guard answer.content == nil else { return }
            let content = work { answer.content != nil }
            state.withLock { state in
                if state.waiting.removeValue(forKey: ObjectIdentifier(answer)) != nil {
                    answer.end(with: content)
                }
            }
        }
        return answer
    }

    /// Ends the answers whose page has closed its connection: the library does not look at suspended
    /// connections. Nobody reads the refusal.
    func endLeft(_ connections: OpenConnections) {
        state.withLock { state in
            for (key, answer) in state.waiting where answer.isLeft(connections) {
                answer.end(with: Refusal.ending.content)
                state.waiting[key] = nil
            }
        }
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

    /// Waits at most 10 s for work under way after `close`: an export removes its temporary files,
    /// which are about patients.
    func waitForWork() {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [queue] in
            queue.waitUntilAllOperationsAreFinished()
            ended.signal()
        }
        _ = ended.wait(timeout: .now() + Self.patience)
    }

    /// The longest wait for work under way, seconds. Chosen.
    private static let patience = 10.0
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

    fileprivate func isLeft(_ connections: OpenConnections) -> Bool {
        OpaquePointer(bitPattern: connection).map { connections.isLeft($0) } ?? false
    }

    fileprivate func suspend() { MHD_suspend_connection(OpaquePointer(bitPattern: connection)) }

    fileprivate func end(with content: Reply.Content) {
        made.withLock { $0 = content }
        MHD_resume_connection(OpaquePointer(bitPattern: connection))
    }
}

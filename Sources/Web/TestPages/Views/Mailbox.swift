internal import Foundation
internal import Synchronization

/// Requests of pages, in the order of their arrival, until the test takes them. Any thread.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// Maximum number of waiting messages; further ones are dropped. Nobody clicks that often
    /// before the test looks.
    private static var most: Int { 64 }

    func put(_ message: Message) {
        messages.withLock { messages in
            if messages.count < Self.most { messages.append(message) }
        }
        arrived.signal()
    }

    /// The next message; nil if none arrives in time.
    func take(within seconds: Double) -> Message? {
        let deadline = DispatchTime.now() + seconds
        repeat {
            let message = messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let message { return message }
        } while arrived.wait(timeout: deadline) == .success
        return nil
    }

    func clear() { messages.withLock { $0.removeAll() } }
}

internal import Foundation
internal import Synchronization

/// What pages ask for, in the order in which they asked, until the test looks.
final class Mailbox<Wish: Sendable>: Sendable {
    private let wishes = Mutex<[Wish]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// More are not kept: no person clicks so often before the test looks.
    private static var most: Int { 64 }

    func put(_ wish: Wish) {
        wishes.withLock { wishes in
            if wishes.count < Self.most { wishes.append(wish) }
        }
        arrived.signal()
    }

    /// The next wish, if one comes within the time.
    func take(within seconds: Double) -> Wish? {
        let deadline = DispatchTime.now() + seconds
        repeat {
            let wish = wishes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let wish { return wish }
        } while arrived.wait(timeout: deadline) == .success
        return nil
    }

    func clear() { wishes.withLock { $0.removeAll() } }
}

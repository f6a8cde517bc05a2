internal import Foundation
internal import RecordStore
internal import Synchronization

/// Sends the tests of the outbox while the lane is idle, so that they do not wait for the next test.
final class OutboxSender: Sendable {
    private let over = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Mutex(false)

    /// The time between two tries, seconds.
    private static let pause = 30.0

    /// Begins to send.
    ///
    /// - Parameter pause: the time between two tries, seconds.
    init(_ records: OutboxRecords, pause: Double = pause) {
        let thread = Thread { [over, ended] in
            while over.wait(timeout: .now() + pause) == .timedOut {
                // Tests that cannot be sent wait for the next try.
                _ = try? records.sendWhenIdle()
            }
            ended.signal()
        }
        thread.name = "aloud outbox"
        thread.start()
    }

    /// Ends it, after the test that is being sent.
    func stop() {
        let isFirst = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard isFirst else { return }
        over.signal()
        ended.wait()
    }
}

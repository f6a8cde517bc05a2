internal import CommandLineKit
internal import Foundation
internal import Platform
internal import PostgreSQLRecords
internal import RecordStore
internal import Sealing
internal import Synchronization

/// The records that several lanes share, with the outbox of this one.
struct LaneRecords {
    /// The store.
    let records: OutboxRecords

    /// Connects, sends the tests that wait in the outbox, and reports if the server cannot keep
    /// tests.
    ///
    /// - Parameters:
    ///   - address: the address of a PostgreSQL.
    ///   - keys: seal the audit trail.
    ///   - outbox: the file of waiting tests.
    ///   - author: the name in the audit trail for tests that are sent.
    init(
        _ address: String, _ keys: AuditKeys?, outbox: any RecordKeeping, by author: Author,
        in console: Console
    ) {
        let now: @Sendable () -> Moment = { Moment(console.date()) }
        let quick = PostgreSQLRecords(
            address, patience: .short, digest: BLAKE2b.digest, keys: keys, now: now)
        records = OutboxRecords(
            outbox: outbox,
            shared: PostgreSQLRecords(
                address, patience: .long, digest: BLAKE2b.digest, keys: keys, now: now),
            quick: quick, sender: author, report: { console.say("\($0)") }, now: now)
        do throws(RecordError) { try quick.check() } catch {
            records.later(error)
            // Sending now would only wait for the same server again.
            if case .unreachable = error { return }
        }
        do throws(RecordError) {
            let count = try records.send(within: OutboxRecords.shortSending, isAwaited: true)
            if count > 0 {
                console.say("Note: Sent \(count.counting("test")) from the outbox.")
            }
        } catch { records.later(error) }
    }
}

/// Sends the tests of the outbox from time to time, so that they do not wait for the next test.
final class OutboxSender: Sendable {
    private let over = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Mutex(false)

    /// The time between two tries, seconds.
    private static let pause = 30.0
    /// The longest wait at the end for a test that is being sent, seconds.
    private static let farewell = 3.0

    /// Begins to send.
    ///
    /// - Parameter pause: the time between two tries, seconds.
    init(_ records: OutboxRecords, pause: Double = pause) {
        let thread = Thread { [over, ended] in
            while over.wait(timeout: .now() + pause) == .timedOut {
                // Tests that cannot be sent wait for the next try.
                _ = try? records.send()
            }
            ended.signal()
        }
        thread.name = "aloud outbox"
        thread.start()
    }

    /// Ends the sending, after the test that is being sent unless the server hangs. A test that is
    /// cut off is sent again.
    func stop() {
        let isFirst = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard isFirst else { return }
        over.signal()
        _ = ended.wait(timeout: .now() + Self.farewell)
    }
}

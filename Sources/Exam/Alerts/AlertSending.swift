internal import Foundation
internal import Platform
package import RecordStore
internal import Synchronization

/// Sends the alerts of confirmed changes until the clinic's address has taken each.
///
/// The audit trail has an entry for each alert that was taken, so nothing is lost by a restart: the
/// changes of the last 30 days without that entry are sent.
package final class AlertSending: Sendable {
    private let webhook: AlertWebhook
    private let store: any RecordKeeping
    private let author: Author
    private let now: @Sendable () -> Moment
    private let say: @Sendable (String) -> Void
    private let pauses: Pauses
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    private struct State {
        var isStopped = false
        /// Whether the present trouble was reported.
        var isReported = false
        /// The first day that is looked at again; nil for the usual one.
        var from: CalendarDay?
    }

    /// The pauses between tries, seconds.
    package struct Pauses: Sendable {
        /// The first one after a failure; each further one is twice as long.
        package var first = 30.0
        /// The longest one.
        package var longest = 3_600.0
        /// The pause while nothing waits: tests also come from other programs.
        package var idle = 600.0

        /// The usual ones.
        package init() {}
        /// The parameters as the properties of their names.
        package init(first: Double, longest: Double, idle: Double) {
            (self.first, self.longest, self.idle) = (first, longest, idle)
        }
    }

    /// - Parameters:
    ///   - author: the author of the entries in the audit trail.
    ///   - say: reports trouble, once until it ends, on any thread.
    package init(
        to webhook: AlertWebhook, from store: any RecordKeeping, by author: Author,
        pauses: Pauses = Pauses(), now: @escaping @Sendable () -> Moment,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.webhook = webhook
        self.store = store
        self.author = author
        self.pauses = pauses
        self.now = now
        self.say = say
    }

    /// Sends each alert that waits, once.
    ///
    /// - Returns: the number of alerts that still wait; nil while the records cannot be read.
    @discardableResult package func send() -> Int? {
        let today = now().day
        let usual = ChangeAlert.firstDay(before: today)
        let from = max(state.withLock { $0.from } ?? usual, usual)
        var waiting = 0
        do throws(RecordError) {
            for alert in try store.changeAlerts(from: from) where alert.taken == nil {
                if state.withLock({ $0.isStopped }) { return waiting }
                if let trouble = webhook.send(alert, at: now()) {
                    waiting += 1
                    report(trouble)
                } else {
                    try store.note(.alert, of: alert.test.id, by: author)
                }
            }
        } catch {
            // The test that is kept reports trouble with the records.
            return nil
        }
        guard waiting == 0 else { return waiting }
        state.withLock { state in
            // A test of another time zone may begin the day before.
            state.from = CalendarDay(daysSince1970: today.daysSince1970 - 1)
            state.isReported = false
        }
        return 0
    }

    private func report(_ trouble: String) {
        let isNew = state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
        if isNew {
            say("Warning: An alert of a confirmed change waits, and is sent again. \(trouble)")
        }
    }

    /// Sends alerts on a thread of its own until `stop`.
    package func start() {
        let thread = Thread { [self] in
            defer { ended.signal() }
            var pause = pauses.first
            while !state.withLock({ $0.isStopped }) {
                let isIdle = send() == 0
                if isIdle { pause = pauses.first }
                let seconds = isIdle ? pauses.idle : pause
                if !isIdle { pause = min(2 * pause, pauses.longest) }
                _ = wake.wait(timeout: .now() + seconds)
            }
        }
        thread.name = "aloud alerts"
        thread.start()
    }

    /// Looks for new alerts now: a test was kept.
    package func look() { wake.signal() }

    /// The longest wait for the end of a request, seconds.
    private static let patience = 3.0

    /// Ends the thread after `start`. A request that takes longer may be sent again after a restart.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
        _ = ended.wait(timeout: .now() + Self.patience)
    }
}

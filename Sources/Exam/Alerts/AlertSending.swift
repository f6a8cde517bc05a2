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
    private let work = RepeatedWork("aloud alerts")
    /// Whether the present trouble was reported.
    private let isReported = Mutex(false)

    /// The tests that a pass looks at.
    package enum Reach: Sendable {
        /// The tests of the last 30 days: an import, a moved test or a changed condition can
        /// confirm changes of the past.
        case month
        /// The tests of today and yesterday, after a test was kept. A test of another time zone may
        /// begin the day before.
        case latest

        fileprivate func firstDay(on today: CalendarDay) -> CalendarDay {
            switch self {
            case .month: ChangeAlert.firstDay(before: today)
            case .latest: CalendarDay(daysSince1970: today.daysSince1970 - 1)
            }
        }
    }

    /// The pauses between tries, seconds.
    package struct Pauses: Sendable {
        /// The first one after a failure; each further one is twice as long.
        package var first = 30.0
        /// The longest pause between tries.
        package var longest = 3_600.0
        /// The pause between passes over the last 30 days while nothing waits: tests also come from
        /// other programs.
        package var idle = 600.0

        /// The default pauses.
        package init() {}
        /// Sets each property from the parameter of its name.
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
    /// Each alert is read again right before it is sent, because the person may have been erased
    /// meanwhile, and the test moved or voided.
    ///
    /// - Parameter seconds: the longest time of all requests together. After that time, or after
    ///   the first trouble, the rest of the alerts waits. Nil to try each alert.
    /// - Returns: the number of alerts that still wait; nil while the records cannot be read.
    @discardableResult package func send(
        _ reach: Reach = .month, within seconds: Double? = nil
    ) -> Int? {
        let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
        var waiting = 0
        do throws(RecordError) {
            let listed = try store.changeAlerts(from: reach.firstDay(on: now().day))
                .filter { $0.taken == nil }
            waiting = listed.count
            for test in listed.map(\.test.id) {
                if work.isStopped { break }
                let left = deadline.map { ($0 - .now) / .seconds(1) }
                if let left, left < Self.shortest { break }
                if let trouble = try send(alertOf: test, within: left) {
                    report(trouble)
                    if deadline != nil { break }
                } else {
                    waiting -= 1
                }
            }
        } catch {
            // The keeping of the test reports trouble with the records.
            return nil
        }
        if waiting == 0 { isReported.withLock { $0 = false } }
        return waiting
    }

    /// Minimum time left for trying a request, seconds.
    private static let shortest = 1.0

    /// Sends the alert of a test if it still waits.
    ///
    /// - Returns: the reason that the address did not take it.
    private func send(
        alertOf test: RecordID, within seconds: Double?
    ) throws(RecordError) -> String? {
        guard let alert = try store.changeAlert(of: test), alert.taken == nil else { return nil }
        if let trouble = webhook.send(alert, at: now(), within: seconds) { return trouble }
        // If the test moved during the request, an entry on the test would count for its new
        // person.
        let owner = try store.test(test).map(\.person) ?? alert.person.key
        try store.note(
            .alert, of: owner == alert.person.key ? test : alert.person.key, by: author)
        return nil
    }

    private func report(_ trouble: String) {
        let isNew = isReported.withLock { isReported in
            defer { isReported = true }
            return !isReported
        }
        if isNew {
            say(
                "Warning: An alert of a confirmed change was not sent, and is tried again."
                    + " \(trouble)")
        }
    }

    /// The state of the loop of passes.
    private struct Course {
        var pause: Double
        /// Whether nothing waited after the last pass.
        var isIdle = false
        /// The time of the next pass over the last 30 days.
        var next = ContinuousClock.now
    }

    /// Sends alerts on its own thread until `stop`.
    package func start() {
        work.start(Course(pause: pauses.first)) { [self] course, isAwoken in
            let reach: Reach =
                isAwoken && course.isIdle && .now < course.next ? .latest : .month
            course.isIdle = send(reach) == 0
            if !course.isIdle {
                course.next = .now + .seconds(course.pause)
                course.pause = min(2 * course.pause, pauses.longest)
            } else {
                course.pause = pauses.first
                if reach == .month { course.next = .now + .seconds(pauses.idle) }
            }
            return course.next
        }
    }

    /// Looks for new alerts now. Call it after a test was kept.
    package func look() { work.look() }

    /// Ends the thread after `start`. A request that takes longer may be sent again after a restart.
    package func stop() { work.stop() }
}

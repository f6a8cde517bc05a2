internal import Foundation
internal import RecordREST
internal import RecordStore
internal import Records

/// Lists this lane as open in the records, and takes the tests that pages of other lanes send to
/// it.
final class LaneWatch: Sendable {
    private let over = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The time between two checks, seconds: a person appears on the lane about as soon as on a
    /// list.
    private static let pause = 3.0
    /// The longest wait at the end for records that do not respond, seconds.
    private static let farewell = 2.0

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - records: the records with the choice for the next test.
    ///   - now: the clock.
    init(_ records: ExamRecords, now: @escaping @Sendable () -> Moment) {
        let thread = Thread { [over, ended] in
            var name: String?
            var inbox = LaneInbox()
            repeat {
                let current = records.laneName?.current ?? records.circumstances.lane
                if let former = name, former != current {
                    try? records.store.closeLane(former, by: records.author)
                    inbox = LaneInbox()
                }
                name = current
                // The tests report records that cannot be reached; the next look tries again.
                if let current { try? Self.look(at: current, records, &inbox, now()) }
            } while over.wait(timeout: .now() + Self.pause) == .timedOut
            if let name { try? records.store.closeLane(name, by: records.author) }
            ended.signal()
        }
        thread.name = "aloud lane"
        thread.start()
    }

    /// Lists the lane with the person who is chosen there. Takes a test that was sent to it, unless
    /// somebody is already chosen.
    private static func look(
        at lane: String, _ records: ExamRecords, _ inbox: inout LaneInbox, _ now: Moment
    ) throws(RecordError) {
        try records.store.openLane(lane, by: records.author, at: now)
        let chosen = records.next.current
        try records.store.enter(
            next: chosen?.choice.person, at: lane, by: records.author, at: now)
        guard
            let sent = try inbox.look(
                at: lane, in: records.store, isFree: chosen == nil, by: records.author, at: now)
        else { return }
        // A person who was erased meanwhile is not tested. If the records cannot be read now, the
        // test is not dropped, because no other lane gets it.
        do throws(RecordError) {
            guard try records.store.person(sent.person) != nil else { return }
        } catch {
            guard error.isOutage else { throw error }
        }
        records.next.choose(
            NextTest.Choice(person: sent.person, correction: sent.correction, eyes: sent.eyes),
            by: sent.author)
    }

    /// Ends the watch, and removes the lane from the open ones.
    func stop() {
        over.signal()
        _ = ended.wait(timeout: .now() + Self.farewell)
    }
}

package import Acuity
internal import Foundation
internal import Platform
internal import Records

/// The next test of a lane, sent there from the page of another one.
package struct SentTest: Sendable, Equatable, Codable {
    /// The key of the person.
    package let person: RecordID
    /// The correction to be worn; nil to ask at the lane.
    package let correction: Correction?
    /// The eyes in order, as an order asks for them; nil to ask at the lane.
    package let eyes: [Eye]?
    /// The login of the person who sent it.
    package let author: String
    /// The time of sending.
    package let at: Moment

    /// Sets each property from the parameter of its name.
    package init(
        person: RecordID, correction: Correction?, eyes: [Eye]? = nil, author: String, at: Moment
    ) {
        self.person = person
        self.correction = correction
        self.eyes = eyes
        self.author = author
        self.at = at
    }
}

/// The person of the next test of a lane, who was chosen there or sent to it.
package struct AwaitedPerson: Sendable, Equatable, Codable {
    /// The key of the person.
    package let person: RecordID
    /// The time since which the lane has them.
    package let since: Moment

    /// Sets each property from the parameter of its name.
    package init(person: RecordID, since: Moment) {
        self.person = person
        self.since = since
    }
}

/// An open lane of the records.
package struct OpenLane: Sendable, Equatable {
    /// Its name.
    package let name: String
    /// The test that is sent to it, and that it has not taken yet.
    package let sent: SentTest?
    /// The person of its next test, which has not begun.
    package let awaited: AwaitedPerson?
}

/// The open lanes that share a store, and the next test of each, as a setting of the
/// store. It names people by their keys.
private struct LaneBoard: Codable {
    /// An open lane.
    struct Lane: Codable {
        var opened: Moment
        var sent: SentTest?
        var awaited: AwaitedPerson?
    }

    var lanes: [String: Lane] = [:]

    static let setting = "lanes"
    /// Maximum number of attempts at a change. Each failed attempt is due to a change by another
    /// lane.
    static let mostTries = 50

    init() {}

    init(_ text: String?) {
        self =
            text.flatMap { try? JSONDecoder().decode(LaneBoard.self, from: Data($0.utf8)) }
            ?? LaneBoard()
    }
}

/// The times of the lanes. Chosen, not measured.
package enum LaneTimes {
    /// The time after which an open lane renews its entry, milliseconds.
    static let renewal: Int64 = 12 * 3_600_000
    /// The time after which a lane that has not renewed its entry counts as closed, milliseconds:
    /// its program was killed. A lane whose clock is ahead by a day does not close the others.
    static let life: Int64 = 48 * 3_600_000
    /// The longest life of a test that is sent to a lane, milliseconds: the same as for a choice at
    /// the lane.
    static let ofSent: Int64 = 15 * 60_000
    /// The longest time between two looks for a test after which the second one knows when it
    /// arrived, milliseconds. A lane looks every few seconds.
    static let betweenLooks: Int64 = 2 * 60_000
}

extension AuditAction {
    /// A lane opened or closed, or a test was sent to it or taken by it.
    package static let lane = AuditAction(rawValue: "lane")
}

extension RecordKeeping {
    /// The lanes that are open, in order of their names.
    package func openLanes(at now: Moment) throws(RecordError) -> [OpenLane] {
        LaneBoard(try setting(LaneBoard.setting)).lanes
            .filter { now.milliseconds - $0.value.opened.milliseconds < LaneTimes.life }
            .sorted { $0.key < $1.key }
            .map {
                OpenLane(
                    name: $0.key, sent: $0.value.current(at: now),
                    awaited: $0.value.awaited(at: now))
            }
    }

    /// Enters a lane as open. A recent entry is not written again.
    package func openLane(
        _ name: String, by author: Author, at now: Moment
    ) throws(RecordError) {
        try changeLanes(by: author) { lanes in
            let age = lanes[name].map { now.milliseconds - $0.opened.milliseconds }
            if let age, (0..<LaneTimes.renewal).contains(age) { return false }
            // The lane itself drops a test that waits too long (`LaneInbox`).
            lanes[name] = LaneBoard.Lane(
                opened: now, sent: lanes[name]?.sent, awaited: lanes[name]?.awaited(at: now))
            lanes = lanes.filter {
                now.milliseconds - $0.value.opened.milliseconds < LaneTimes.life
            }
            return true
        }
    }

    /// Removes a lane that closes.
    package func closeLane(_ name: String, by author: Author) throws(RecordError) {
        try changeLanes(by: author) { lanes in lanes.removeValue(forKey: name) != nil }
    }

    /// Sends a test to an open lane, and drops the test that waits there; nil only drops that test.
    ///
    /// - Throws: `RecordError.notFound` if no lane of this name is open.
    package func send(
        _ test: SentTest?, to lane: String, by author: Author
    ) throws(RecordError) {
        var isOpen = false
        try changeLanes(by: author) { lanes in
            isOpen = lanes[lane] != nil
            guard isOpen, lanes[lane]?.sent != test else { return false }
            lanes[lane]?.sent = test
            return true
        }
        guard isOpen else { throw .notFound }
    }

    /// The test that waits for a lane, however long; nil if there is none.
    fileprivate func waitingTest(of lane: String) throws(RecordError) -> SentTest? {
        LaneBoard(try setting(LaneBoard.setting)).lanes[lane]?.sent
    }

    /// Takes the test that was sent to a lane, so that nobody else gets it; nil if there is none.
    ///
    /// - Parameter since: the time since which the test waits, by the clock of the lane; nil for the
    ///   time of sending, by the clock of the sender.
    package func takeSent(
        to lane: String, by author: Author, at now: Moment, since: Moment? = nil
    ) throws(RecordError) -> SentTest? {
        // Most calls find no test, and write nothing.
        guard try waitingTest(of: lane) != nil else { return nil }
        var taken: SentTest?
        try changeLanes(by: author) { lanes in
            taken = lanes[lane]?.current(at: now, since: since)
            let isThere = lanes[lane]?.sent != nil
            lanes[lane]?.sent = nil
            if let taken {
                lanes[lane]?.awaited = AwaitedPerson(person: taken.person, since: now)
            }
            return isThere
        }
        return taken
    }

    /// Enters the person of a lane's next test, for the lists of other lanes; nil removes the
    /// entry. If the person is entered already, nothing is written.
    package func enter(
        next person: RecordID?, at lane: String, by author: Author, at now: Moment
    ) throws(RecordError) {
        guard LaneBoard(try setting(LaneBoard.setting)).lanes[lane]?.awaited?.person != person
        else { return }
        try changeLanes(by: author) { lanes in
            guard lanes[lane] != nil, lanes[lane]?.awaited?.person != person else { return false }
            lanes[lane]?.awaited = person.map { AwaitedPerson(person: $0, since: now) }
            return true
        }
    }

    /// Changes the lanes, and tries again if another lane changed them at the same time.
    ///
    /// - Parameter change: changes them; returns false if there is nothing to write.
    private func changeLanes(
        by author: Author, _ change: (inout [String: LaneBoard.Lane]) -> Bool
    ) throws(RecordError) {
        for _ in 0..<LaneBoard.mostTries {
            let former = try setting(LaneBoard.setting)
            var board = LaneBoard(former)
            guard change(&board.lanes) else { return }
            do throws(RecordError) {
                return try set(
                    LaneBoard.setting, from: .value(former), to: board.jsonText, as: .lane,
                    by: author)
            } catch {
                guard case .stale = error else { throw error }
            }
        }
        throw .busy("other lanes change their list all the time.")
    }
}

extension LaneBoard.Lane {
    /// The test that was sent; nil if it was sent too long ago, or as far in the future: a clock was
    /// ahead.
    fileprivate func current(at now: Moment, since: Moment? = nil) -> SentTest? {
        sent.flatMap { sent in
            let age = now.milliseconds - (since ?? sent.at).milliseconds
            return abs(age) < LaneTimes.ofSent ? sent : nil
        }
    }

    /// The person of the next test; nil if the choice was too long ago.
    fileprivate func awaited(at now: Moment) -> AwaitedPerson? {
        awaited.flatMap { now.milliseconds - $0.since.milliseconds < LaneTimes.ofSent ? $0 : nil }
    }
}

/// The tests that are sent to a lane, as its program sees them arrive.
///
/// A test that arrives while the program looks has waited since then by the clock of the lane: that
/// of the sender may differ. A test from before the first look, or from a time without looks, as
/// when the machine slept, has waited since it was sent.
package struct LaneInbox: Sendable {
    /// The last look.
    private var looked: Moment?
    private var sent: SentTest?
    private var since: Moment?

    /// Nothing has arrived yet.
    package init() {}

    /// Looks for a test, and takes it if the lane is free; nil if there is none.
    package mutating func look(
        at lane: String, in store: any RecordKeeping, isFree: Bool, by author: Author,
        at now: Moment
    ) throws(RecordError) -> SentTest? {
        let waiting = try store.waitingTest(of: lane)
        let isWatched = looked.map {
            abs(now.milliseconds - $0.milliseconds) < LaneTimes.betweenLooks
        }
        if waiting != sent { since = isWatched == true ? now : waiting?.at }
        (sent, looked) = (waiting, now)
        guard isFree, waiting != nil else { return nil }
        return try store.takeSent(to: lane, by: author, at: now, since: since)
    }
}

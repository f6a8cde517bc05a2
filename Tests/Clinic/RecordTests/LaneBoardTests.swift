import Accounts
import Foundation
import RecordStore
import Records
import Synchronization
import TestTraits
import Testing

@Suite("Lanes that share records", .listening)
struct LaneBoardTests {
    private static let author = Author("tester")
    private static let start = SampleClock.start

    private static func sent(_ key: RecordID, at time: Moment = start) -> SentTest {
        SentTest(person: key, correction: .glasses, author: "otto", at: time)
    }

    @Test("a test that is sent to a lane begins once", arguments: StoreKind.allCases)
    func once(kind: StoreKind) throws {
        try kind.with { store, _ in
            let key = RecordID(at: Self.start)
            try store.openLane("Lane 1", by: Self.author, at: Self.start)
            try store.openLane("Lane 2", by: Self.author, at: Self.start)
            try store.send(Self.sent(key), to: "Lane 2", by: Self.author)
            #expect(
                try store.openLanes(at: Self.start).map(\.sent) == [nil, Self.sent(key)])
            #expect(try store.takeSent(to: "Lane 1", by: Self.author, at: Self.start) == nil)
            let taken = Mutex<[SentTest?]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let one = try? store.takeSent(to: "Lane 2", by: Self.author, at: Self.start)
                taken.withLock { $0.append(one) }
            }
            #expect(taken.withLock { $0.compactMap(\.self) } == [Self.sent(key)])
        }
    }

    @Test("a closed or killed lane gets no test")
    func closed() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        let key = RecordID(at: Self.start)
        #expect(throws: RecordError.self) {
            try store.send(Self.sent(key), to: "Lane 1", by: Self.author)
        }
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        let later = Moment(milliseconds: Self.start.milliseconds + 49 * 3_600_000)
        #expect(try store.openLanes(at: later).isEmpty)
        try store.closeLane("Lane 1", by: Self.author)
        #expect(try store.openLanes(at: Self.start).isEmpty)
        #expect(try store.verify() == [])
    }

    @Test("a test that waits longer than 15 minutes is dropped")
    func late() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        try store.send(Self.sent(RecordID(at: Self.start)), to: "Lane 1", by: Self.author)
        let later = Moment(milliseconds: Self.start.milliseconds + 15 * 60_000)
        #expect(try store.openLanes(at: later).map(\.sent) == [nil])
        #expect(try store.takeSent(to: "Lane 1", by: Self.author, at: later) == nil)
        #expect(try store.takeSent(to: "Lane 1", by: Self.author, at: Self.start) == nil)
    }

    @Test("a lane whose clock is a day ahead leaves the other lanes open")
    func dayAhead() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        let ahead = Self.start.adding(minutes: 24 * 60)
        let sent = Self.sent(RecordID(at: Self.start))
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        try store.send(sent, to: "Lane 1", by: Self.author)
        try store.openLane("Lane 2", by: Self.author, at: ahead)
        #expect(try store.openLanes(at: ahead).map(\.name) == ["Lane 1", "Lane 2"])
        let lanes = try store.openLanes(at: Self.start)
        #expect(lanes.map(\.name) == ["Lane 1", "Lane 2"] && lanes[0].sent == sent)
    }

    @Test("a test reaches a lane whose clock is wrong, and waits there at most 15 minutes")
    func otherClock() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        for hours in [-24, -1, 1, 24] {
            let there = Self.start.adding(minutes: hours * 60)
            var inbox = LaneInbox()
            func look(after minutes: Int, isFree: Bool) throws -> SentTest? {
                try inbox.look(
                    at: "Lane 1", in: store, isFree: isFree, by: Self.author,
                    at: there.adding(minutes: minutes))
            }
            try store.openLane("Lane 1", by: Self.author, at: there)
            #expect(try look(after: 0, isFree: true) == nil)
            let (one, two) = (RecordID(at: Self.start), RecordID(at: Self.start))
            try store.send(Self.sent(one), to: "Lane 1", by: Self.author)
            #expect(try look(after: 1, isFree: false) == nil)
            #expect(try look(after: 15, isFree: true)?.person == one, "\(hours) h")
            #expect(try look(after: 19, isFree: true) == nil)
            try store.send(Self.sent(two), to: "Lane 1", by: Self.author)
            #expect(try look(after: 20, isFree: false) == nil)
            #expect(try look(after: 35, isFree: true) == nil)
            #expect(try look(after: 36, isFree: true) == nil)
        }
    }

    @Test("a lane that slept takes no test that was sent long before", arguments: [14, 15])
    func slept(minutes: Int) throws {
        let kept = try TemporaryStore()
        let store = kept.records
        var inbox = LaneInbox()
        func look(after minutes: Int) throws -> SentTest? {
            try inbox.look(
                at: "Lane 1", in: store, isFree: true, by: Self.author,
                at: Self.start.adding(minutes: minutes))
        }
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        #expect(try look(after: 0) == nil)
        let at = Self.start.adding(minutes: 1)
        try store.send(Self.sent(RecordID(at: at), at: at), to: "Lane 1", by: Self.author)
        #expect(try (look(after: 1 + minutes) != nil) == (minutes == 14))
        #expect(try store.openLanes(at: at).map(\.sent) == [nil])
    }

    @Test("a lane that starts takes no test that was sent long before, or long after")
    func started() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        for minutes in [-24 * 60, -15, 15, 24 * 60, 14] {
            let at = Self.start.adding(minutes: minutes)
            try store.send(
                Self.sent(RecordID(at: at), at: at), to: "Lane 1", by: Self.author)
            var inbox = LaneInbox()
            let taken = try inbox.look(
                at: "Lane 1", in: store, isFree: true, by: Self.author, at: Self.start)
            #expect((taken != nil) == (minutes == 14), "\(minutes) min")
        }
    }

    @Test("the board shows a lane's chosen person until the choice ends")
    func awaited() throws {
        let kept = try TemporaryStore()
        let store = kept.records
        let (anna, bela) = (RecordID(at: Self.start), RecordID(at: Self.start))
        func atLane(_ now: Moment = Self.start) throws -> AwaitedPerson? {
            try store.openLanes(at: now).first?.awaited
        }
        try store.openLane("Lane 1", by: Self.author, at: Self.start)
        try store.send(Self.sent(anna), to: "Lane 1", by: Self.author)
        #expect(try atLane() == nil)
        _ = try store.takeSent(to: "Lane 1", by: Self.author, at: Self.start)
        #expect(try atLane() == AwaitedPerson(person: anna, since: Self.start))
        let minute = Moment(milliseconds: Self.start.milliseconds + 60_000)
        try store.enter(next: anna, at: "Lane 1", by: Self.author, at: minute)
        #expect(try atLane(minute)?.since == Self.start)
        try store.enter(next: bela, at: "Lane 1", by: Self.author, at: minute)
        #expect(try atLane(minute) == AwaitedPerson(person: bela, since: minute))
        let later = Moment(milliseconds: minute.milliseconds + 15 * 60_000)
        #expect(try atLane(later) == nil)
        try store.enter(next: nil, at: "Lane 1", by: Self.author, at: minute)
        #expect(try atLane(minute) == nil)
    }
}

import RecordREST
import RecordStore
import Synchronization
import Testing

@Suite("The choice for the next test") struct NextTestTests {
    private let uptime = Clock()

    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private func next() -> NextTest { NextTest { [uptime] in uptime.now } }
    private let anna = NextTest.Choice(person: RecordID(at: SampleClock.start))

    @Test("a choice ends with the test that begins with it") func taken() throws {
        let next = next()
        next.choose(anna, by: "otto")
        let number = try #require(next.current?.number)
        #expect(next.take(number) == anna)
        #expect(next.take(number) == nil)
        #expect(next.current == nil && next.end == .begun)
    }

    @Test("a test uses only the choice that its page showed") func another() throws {
        let next = next()
        next.choose(anna, by: "otto")
        let first = try #require(next.current?.number)
        next.choose(NextTest.Choice(person: nil, goesOn: anna.person), by: "otto")
        #expect(next.take(first) == nil)
        #expect(next.current?.choice.goesOn == anna.person)
    }

    @Test("a choice ends after 15 minutes") func expired() throws {
        let next = next()
        next.choose(anna, by: "otto")
        uptime.pass(.seconds(15 * 60 - 1))
        let number = try #require(next.current?.number)
        uptime.pass(.seconds(1))
        #expect(next.take(number) == nil)
        #expect(next.end == .expired)
    }

    @Test("a choice ends when its author signs out, and no other") func signedOut() {
        let next = next()
        next.choose(anna, by: "otto")
        next.forget(by: "vera")
        #expect(next.current?.choice == anna)
        next.forget(by: "otto")
        #expect(next.current == nil && next.end == .signedOut)
    }

    @Test("each change is reported, including the end") func told() {
        let next = next()
        let told = Mutex<[Int?]>([])
        next.onChange { current in told.withLock { $0.append(current?.number) } }
        next.choose(anna, by: "otto")
        next.choose(nil, by: "otto")
        next.choose(anna, by: "otto")
        uptime.pass(NextTest.life)
        _ = next.current
        #expect(told.withLock { $0 } == [nil, 1, nil, 3, nil])
    }
}

import CommandLineKit
import Foundation
import RecordStore
import Synchronization
import TestTraits
import Testing

@testable import Exam

@Suite("Times of a running test", .listening)
struct TestTimesTests {
    private struct Silence: TextOutput, ByteInput {
        func write(_ text: String) {}
        func givingUp(after patience: Duration) -> any TextOutput { self }
        func read(upTo count: Int) -> [UInt8] { [] }
    }

    private final class Clocks: Sendable {
        let wall = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let steady = Mutex(Duration.seconds(7))
    }

    @Test("setting the clock changes no time of a running test", arguments: [-3_600.0, 1e8])
    func clockIsSet(seconds: Double) {
        let clocks = Clocks()
        let console = Console(
            output: Silence(), messages: Silence(), input: Silence(),
            date: { clocks.wall.withLock { $0 } }, uptime: { clocks.steady.withLock { $0 } })
        let times = TestTimes(console)
        clocks.wall.withLock { $0 += seconds }
        clocks.steady.withLock { $0 += .milliseconds(2_500) }
        #expect(times.began.milliseconds == 1_800_000_000_000)
        #expect(times.now.milliseconds == 1_800_000_002_500)
    }
}

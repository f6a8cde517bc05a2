import CommandLineKit
import Foundation
import Listening
import Platform
import Synchronization
import Testing

/// Events on their way to readers that are slow or gone.
@Suite("Events of listening", .timeLimit(.minutes(1)))
struct EventOutletTests {
    private static func answer(_ number: Int) -> ListenEvent { .refused("\(number)") }

    @Test("for ten seconds a slow reader loses nothing")
    func patience() {
        var queue = EventQueue()
        for second in 0...10 { queue.add(Self.answer(second), at: .seconds(second)) }
        #expect(queue.count == 11)
        var taken: [String] = []
        while let event = queue.take() { taken.append(event.jsonText) }
        #expect(taken.count == 11 && !taken.contains { $0.contains("lost") })
    }

    @Test("after ten seconds the oldest events are dropped, and counted in their place")
    func loss() {
        var queue = EventQueue()
        for second in 0...15 { queue.add(Self.answer(second), at: .seconds(second)) }
        #expect(queue.take()?.jsonText == #"{"answers":0,"event":"lost","others":5}"#)
        #expect(queue.take()?.jsonText.contains(#""5""#) == true)
        #expect(queue.count == 10)
    }

    @Test("a queue with a waiting writer keeps all events")
    func keepsAll() {
        var queue = EventQueue(keepsAll: true)
        for second in 0...100 { queue.add(Self.answer(second), at: .seconds(second)) }
        #expect(queue.count == 101)
    }

    /// A clock that a test sets.
    private final class ManualClock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    /// A pipe of one page, and the output into it.
    private static func smallPipe(
        until stop: StopRequest? = nil
    ) -> (pipe: Pipe, output: DescriptorOutput) {
        let pipe = Pipe()
        // F_SETPIPE_SZ of fcntl(2), which Swift does not import.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4_096)
        let output = DescriptorOutput(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "a pipe", stop: stop)
        return (pipe, output)
    }

    @Test("a stalled pipe delays nobody, and its reader gets the number of lost events")
    func stalledPipe() throws {
        let (pipe, output) = Self.smallPipe()
        let clock = ManualClock()
        let outlet = EventOutlet(
            to: output, isLive: true, now: { clock.now }, onFailure: {})
        let many = 400
        for number in 0..<many { outlet.put(Self.answer(number)) }
        clock.now = .seconds(11)
        outlet.put(.resume)
        let text = Mutex("")
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let bytes = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
            text.withLock { $0 = String(decoding: bytes ?? Data(), as: UTF8.self) }
            done.signal()
        }
        try outlet.finish()
        try pipe.fileHandleForWriting.close()
        done.wait()
        let lines = text.withLock { $0 }.split(separator: "\n")
        let refused = lines.count { $0.contains("refused") }
        let lost = try #require(lines.first { $0.contains("lost") })
        #expect(lost == #"{"answers":0,"event":"lost","others":\#(many - refused)}"#)
        #expect(refused < many)
        #expect(lines.last == #"{"event":"resume"}"#)
    }

    @Test("a control line that stops the program ends the wait of a recording for its reader")
    func stopped() {
        let stop = StopRequest()
        let (pipe, output) = Self.smallPipe(until: stop)
        defer { withExtendedLifetime(pipe) {} }
        let outlet = EventOutlet(to: output, isLive: false, now: { .zero }, onFailure: {})
        let control = ControlQueue(onStop: { stop.request() })
        control.put(#"{"listen":true}"#)
        #expect(!stop.isRequested)
        control.put(#"{"stop":true}"#)
        // More than the pipe and the queue hold.
        for number in 0..<1_000 { outlet.put(Self.answer(number)) }
        #expect(throws: OutputError.self) { try outlet.finish() }
    }

    @Test("a closed pipe is reported once, and ends the output")
    func closedPipe() throws {
        signal(SIGPIPE, SIG_IGN)
        let (pipe, output) = Self.smallPipe()
        try pipe.fileHandleForReading.close()
        let failures = Atomic(0)
        let outlet = EventOutlet(
            to: output, isLive: false, now: { .zero },
            onFailure: { failures.add(1, ordering: .relaxed) })
        for number in 0..<1_000 { outlet.put(Self.answer(number)) }
        #expect(throws: OutputError.readerGone) { try outlet.finish() }
        #expect(failures.load(ordering: .relaxed) == 1)
    }

    @Test(
        "an invalid control line is refused with a reason",
        arguments: [
            "listen", "[1]", "{\"listen\":1}", "{\"expect\":2}", "{\"listen\":true,\"expect\":0}",
            "{\"listen\":true,\"expect\":true}", "{\"speak\":true}",
            "{\"listen\":false,\"expect\":1}",
        ])
    func unknownControl(_ line: String) {
        #expect(throws: UnknownControl.self) { try ControlLine(line) }
    }

    @Test("a control line is parsed into its requests")
    func control() throws {
        let line = try ControlLine(#"{"listen":true,"expect":3,"forget":true}"#)
        #expect(line.listen == true && line.expect == 3 && line.forget && !line.stop)
    }
}

import Audio
import Synchronization
import Testing

/// A microphone that gives what a test says, and then has ended.
private final class EventMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>
    init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }
    func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    func hasNews(within seconds: Double) -> Bool { true }
    func stop() { events.withLock { $0 = [] } }
    var tally: CaptureTally { CaptureTally() }
}

@Suite("A microphone that is muted while Aloud speaks", .timeLimit(.minutes(1)))
struct GatedMicrophoneTests {
    private func sound(_ value: Float) -> CaptureEvent {
        .sound(AudioChunk(samples: [value], sampleRate: speechRate))
    }

    private func value(_ event: CaptureEvent?) -> Float? {
        if case .sound(let chunk)? = event { chunk.samples.first } else { nil }
    }

    @Test("The gate is closed during speech and its echo, also between two sentences")
    func gate() {
        let clock = HandClock()
        let gate = MicrophoneGate(clock: clock)
        #expect(!gate.isClosed)
        gate.close()
        gate.close()
        gate.open()
        clock.wait(until: .seconds(10))
        #expect(gate.isClosed)
        gate.open()
        #expect(gate.isClosed)
        clock.wait(until: .seconds(10 + MicrophoneGate.assumedEcho - 0.01))
        #expect(gate.isClosed)
        clock.wait(until: .seconds(10 + MicrophoneGate.assumedEcho + 0.01))
        #expect(!gate.isClosed)
    }

    @Test("A closed gate leaves out sound, but reports a lost device")
    func leftOut() {
        let clock = HandClock()
        let gate = MicrophoneGate(clock: clock)
        let microphone = GatedMicrophone(
            EventMicrophone([
                sound(1), sound(2), .dropped(seconds: 1), .lost(reason: "gone"), sound(3),
                .returned,
                sound(4),
            ]), gate: gate)
        #expect(value(microphone.next()) == 1)
        gate.close()
        #expect(microphone.hasNews(within: 1))
        #expect(microphone.next() == .lost(reason: "gone"))
        #expect(microphone.next() == .returned)
        gate.open()
        clock.wait(until: .seconds(60))
        #expect(microphone.next() == .unheard)
        #expect(value(microphone.next()) == 4)
        #expect(microphone.next() == nil)
    }

    @Test("Omitted sound is reported once, before the next sound")
    func unheard() {
        let clock = HandClock()
        let gate = MicrophoneGate(clock: clock)
        let microphone = GatedMicrophone(
            EventMicrophone([sound(1), .lost(reason: "gone"), .returned, sound(2), sound(3)]),
            gate: gate)
        gate.close()
        // `hasNews` waits until the loss is reported.
        #expect(microphone.hasNews(within: 1))
        gate.open()
        clock.wait(until: .seconds(60))
        #expect(microphone.next() == .lost(reason: "gone"))
        #expect(microphone.next() == .returned)
        #expect(microphone.next() == .unheard)
        #expect(value(microphone.next()) == 2)
        #expect(value(microphone.next()) == 3)
        #expect(microphone.next() == nil)
    }

    @Test("The end is reported while the gate is closed")
    func ended() {
        let gate = MicrophoneGate()
        gate.close()
        let microphone = GatedMicrophone(EventMicrophone([sound(1)]), gate: gate)
        #expect(microphone.hasNews(within: 1))
        #expect(microphone.next() == nil)
    }
}

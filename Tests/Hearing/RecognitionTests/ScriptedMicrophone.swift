import Audio
import Synchronization

/// A live source that tells what a test says: no real device is lost on demand.
final class ScriptedMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>

    init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }

    func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    func hasNews(within seconds: Double) -> Bool { true }
    func stop() { events.withLock { $0 = [] } }
    var tally: CaptureTally { CaptureTally() }
}

/// A live source that has nothing more to tell after its script until it is stopped, as one whose
/// device is gone.
final class SilentMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>
    private let isStopped = Mutex(false)

    init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }

    func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    func hasNews(within seconds: Double) -> Bool {
        isStopped.withLock(\.self) || events.withLock { !$0.isEmpty }
    }
    func stop() { isStopped.withLock { $0 = true } }
    var tally: CaptureTally { CaptureTally() }
}

extension [CaptureEvent] {
    /// Sound in pieces of 20 ms.
    static func sound(_ samples: some Collection<Float>) -> [CaptureEvent] {
        let all = [Float](samples)
        return stride(from: 0, to: all.count, by: 320).map { start in
            .sound(
                AudioChunk(
                    samples: [Float](all[start..<Swift.min(start + 320, all.count)]),
                    sampleRate: speechRate))
        }
    }
}

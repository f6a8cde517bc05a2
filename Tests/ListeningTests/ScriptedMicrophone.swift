import Audio
import Synchronization

/// A live source that tells what a test says: no real device is lost on demand.
final class ScriptedMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>

    init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }

    func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    func stop() { events.withLock { $0 = [] } }
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

package import Audio
internal import Synchronization

/// A live source that gives the events of a script: no real device is lost on demand.
package final class ScriptedMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>

    package init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }

    package func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    package func hasNews(within seconds: Double) -> Bool { true }
    package func stop() { events.withLock { $0 = [] } }
    package var tally: CaptureTally { CaptureTally() }
}

/// A live source that gives nothing more after its script until it is stopped, as one whose device is
/// gone.
package final class SilentMicrophone: LiveAudioSource {
    private let events: Mutex<[CaptureEvent]>
    private let isStopped = Mutex(false)

    package init(_ events: [CaptureEvent]) { self.events = Mutex(events.reversed()) }

    package func next() -> CaptureEvent? { events.withLock { $0.popLast() } }
    package func hasNews(within seconds: Double) -> Bool {
        isStopped.withLock(\.self) || events.withLock { !$0.isEmpty }
    }
    package func stop() { isStopped.withLock { $0 = true } }
    package var tally: CaptureTally { CaptureTally() }
}

extension [CaptureEvent] {
    /// Sound in pieces of 20 ms.
    package static func sound(_ samples: some Collection<Float>) -> [CaptureEvent] {
        let all = [Float](samples)
        return stride(from: 0, to: all.count, by: 320).map { start in
            .sound(
                AudioChunk(
                    samples: [Float](all[start..<Swift.min(start + 320, all.count)]),
                    sampleRate: speechRate))
        }
    }
}

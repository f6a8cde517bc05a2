import Audio
import Synchronization

/// A microphone that knows how late its sound was taken.
final class TimedMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let state = Mutex((samples: 0, start: ContinuousClock.Instant?.none, latest: 0.0))

    init(_ source: any LiveAudioSource) { self.source = source }

    /// How much later than the first sound the latest one was taken, beyond the time of the sound
    /// between them, seconds.
    var latest: Double { state.withLock { $0.latest } }

    func next() -> CaptureEvent? {
        let event = source.next()
        guard case .sound(let chunk)? = event else { return event }
        state.withLock { state in
            let now = ContinuousClock.now
            let start = state.start ?? now
            let late = start.duration(to: now) / .seconds(1)
            state.latest = max(state.latest, late - Double(state.samples) / Double(speechRate))
            state.samples += chunk.samples.count
            state.start = start
        }
        return event
    }

    func hasNews(within seconds: Double) -> Bool { source.hasNews(within: seconds) }
    func stop() { source.stop() }
    var tally: CaptureTally { source.tally }
}

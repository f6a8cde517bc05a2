import Audio
import Synchronization

/// A microphone near a program that speaks at given times of the sound that is taken from it, so
/// that no test depends on the speed of the machine. Ends with the sound.
final class ScheduledMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let gate: MicrophoneGate
    private let clock: HandClock
    private let speeches: [ClosedRange<Double>]
    private let seconds: Double
    private let taken = Mutex(0)

    /// - Parameters:
    ///   - source: the microphone.
    ///   - gate: closed while the program speaks.
    ///   - clock: the gate's; it advances with the sound.
    ///   - speeches: when the program speaks, seconds of the sound.
    ///   - seconds: the length of the sound.
    init(
        _ source: any LiveAudioSource, gate: MicrophoneGate, clock: HandClock,
        speeches: [ClosedRange<Double>], seconds: Double
    ) {
        self.source = source
        self.gate = gate
        self.clock = clock
        self.speeches = speeches
        self.seconds = seconds
    }

    func next() -> CaptureEvent? {
        let event = source.next()
        guard case .sound(let chunk)? = event else { return event }
        let (start, end) = taken.withLock { samples in
            defer { samples += chunk.samples.count }
            return (
                Double(samples) / Double(speechRate),
                Double(samples + chunk.samples.count) / Double(speechRate)
            )
        }
        for speech in speeches {
            if (start..<end).contains(speech.lowerBound) { gate.close() }
            if (start..<end).contains(speech.upperBound) { gate.open() }
        }
        clock.pass(.seconds(chunk.duration))
        if end >= seconds { source.stop() }
        return event
    }

    func hasNews(within seconds: Double) -> Bool { source.hasNews(within: seconds) }
    func stop() { source.stop() }
    var tally: CaptureTally { source.tally }
}

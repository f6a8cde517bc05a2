internal import Synchronization

/// A microphone whose sound is left out while a gate is closed. For whoever listens that time does
/// not pass: the clock of the sound stands still. How long the room's echo keeps the gate closed is
/// measured here, after each time that the program has spoken.
public final class GatedMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let gate: HearingGate
    /// What `hasNews` came upon while it waited for the gate.
    private let found = Mutex<[CaptureEvent?]>([])
    private let meter = Mutex(EchoMeter())

    /// The longest that the gate is not looked at, seconds.
    private static let patience = 0.02

    public init(_ source: any LiveAudioSource, gate: HearingGate) {
        self.source = source
        self.gate = gate
    }

    public func next() -> CaptureEvent? {
        if let first = found.withLock({ $0.isEmpty ? nil : .some($0.removeFirst()) }) {
            return first
        }
        while let event = take() {
            if !isLeftOut(event) { return event }
        }
        return nil
    }

    /// The next event of the microphone.
    private func take() -> CaptureEvent? {
        let event = source.next()
        guard case .sound(let chunk)? = event else { return event }
        let isSpeaking = gate.isSpeaking
        let echo = meter.withLock { $0.take(chunk.samples, isSpeaking: isSpeaking) }
        if let echo { gate.measured(echo: echo) }
        return event
    }

    /// What was lost while nobody listened is not missing in what is heard.
    private func isLeftOut(_ event: CaptureEvent) -> Bool {
        guard gate.isClosed else { return false }
        return switch event {
        case .sound, .overrun, .dropped: true
        case .lost, .returned: false
        }
    }

    public func hasNews(within seconds: Double) -> Bool {
        if found.withLock({ !$0.isEmpty }) { return true }
        let clock = SteadyClock()
        let end = Duration.seconds(seconds)
        while gate.isClosed {
            let left = (end - clock.now()) / .seconds(1)
            guard left > 0 else { return false }
            guard source.hasNews(within: min(left, Self.patience)) else { continue }
            let event = take()
            if let event, isLeftOut(event) { continue }
            found.withLock { $0.append(event) }
            return true
        }
        return source.hasNews(within: max(0, (end - clock.now()) / .seconds(1)))
    }

    public func stop() { source.stop() }

    public var tally: CaptureTally { source.tally }

    public var deviceFormat: String? { source.deviceFormat }
}

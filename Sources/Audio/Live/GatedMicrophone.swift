internal import Foundation
internal import Synchronization

/// A microphone whose sound is left out while a gate is closed. For whoever listens that time does
/// not pass: the clock of the sound stands still; before the next sound they are told (`unheard`).
/// How long the room's echo keeps the gate closed is measured here, after each time that the
/// program has spoken.
public final class GatedMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let gate: HearingGate
    /// What `hasNews` came upon while it waited for the gate.
    private let found = Mutex<[CaptureEvent?]>([])
    private let meter = Mutex(EchoMeter())
    /// Whether sound was left out since that was last told.
    private let isUntold = Mutex(false)

    /// The longest that the gate is not looked at, seconds.
    private static let patience = 0.02

    /// A microphone behind a gate.
    ///
    /// - Parameters:
    ///   - source: the microphone; nobody else may read it.
    ///   - gate: closed by whoever speaks; it is told how long the echo lasts.
    public init(_ source: any LiveAudioSource, gate: HearingGate) {
        self.source = source
        self.gate = gate
    }

    public func next() -> CaptureEvent? {
        if let first = found.withLock({ $0.isEmpty ? nil : .some($0.removeFirst()) }) {
            return first.map(tellFirst)
        }
        while let event = take() {
            if !isLeftOut(event) { return tellFirst(event) }
        }
        return nil
    }

    /// What is told now: that sound was left out, before the first sound that is not; the event
    /// itself comes next then.
    private func tellFirst(_ event: CaptureEvent) -> CaptureEvent {
        guard case .sound = event,
            isUntold.withLock({ isUntold in
                defer { isUntold = false }
                return isUntold
            })
        else { return event }
        found.withLock { $0.insert(event, at: 0) }
        return .unheard
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
        switch event {
        case .sound, .overrun, .dropped, .unheard:
            isUntold.withLock { $0 = true }
            return true
        case .lost, .returned: return false
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

/// The computer's own clock, which goes on through a change of the date.
public struct SteadyClock: WaitingClock {
    private let start = ContinuousClock.now

    /// A clock that starts at zero now.
    public init() {}

    public func now() -> Duration { ContinuousClock.now - start }

    public func wait(until time: Duration) {
        let left = time - now()
        if left > .zero { Thread.sleep(forTimeInterval: left / .seconds(1)) }
    }
}

/// A clock that blocking code waits by.
public protocol WaitingClock: Sendable {
    /// Time since some moment that stays the same; never runs backwards.
    func now() -> Duration

    /// Blocks the calling thread until then; returns at once where that is past.
    func wait(until time: Duration)
}

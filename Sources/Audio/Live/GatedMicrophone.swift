internal import Foundation
internal import Synchronization

/// A microphone whose sound is left out while a gate is closed.
///
/// The clock of the sound does not advance in that time; an `unheard` event comes before the next
/// sound. After each time that the program has spoken, the echo of the room is measured here, and the
/// gate stays closed as long.
public final class GatedMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let gate: MicrophoneGate
    /// Events that `hasNews` found while it waited for the gate.
    private let found = Mutex<[CaptureEvent?]>([])
    private let meter = Mutex(EchoMeter())
    /// Whether sound was left out since the last `unheard` event.
    private let isUntold = Mutex(false)

    /// Longest time between two looks at the gate, seconds.
    private static let patience = 0.02

    /// A microphone behind a gate.
    ///
    /// - Parameters:
    ///   - source: the microphone; nobody else may read it.
    ///   - gate: closed while the program speaks; gets the length of the echo.
    public init(_ source: any LiveAudioSource, gate: MicrophoneGate) {
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

    /// The event to give now: `unheard` before the first sound after a gap, else the event itself.
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

    /// Whether an event falls into a gap. Sound lost in a gap is not missing from the output.
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

/// Closes a microphone while the program itself speaks, and for its echo after. Any thread.
public final class MicrophoneGate: Sendable {
    /// Echo of a room until it is measured, seconds. Living rooms and offices lose 60 dB in 0.3 to
    /// 0.6 s; after half of that the echo is well below speech.
    public static let assumedEcho = 0.35

    private struct State {
        var speeches = 0
        var opensAt: Duration?
        var echo = MicrophoneGate.assumedEcho
    }

    private let state = Mutex(State())
    private let clock: any WaitingClock

    /// An open gate.
    public init(clock: any WaitingClock = SteadyClock()) { self.clock = clock }

    /// The program begins to speak.
    public func close() { state.withLock { $0.speeches += 1 } }

    /// The program has spoken: the gate opens after the echo, unless there is more to say.
    public func open() {
        let now = clock.now()
        state.withLock { state in
            state.speeches -= 1
            state.opensAt = now + .seconds(state.echo)
        }
    }

    /// Length of the room's echo, seconds: assumed, or measured.
    public var echo: Double { state.withLock(\.echo) }

    /// Whether the program is speaking, without its echo.
    var isSpeaking: Bool { state.withLock { $0.speeches > 0 } }

    /// Sets the measured echo of the room, seconds.
    func measured(echo: Double) { state.withLock { $0.echo = echo } }

    /// Whether the microphone is closed.
    public var isClosed: Bool {
        let now = clock.now()
        return state.withLock { state in
            state.speeches > 0 || state.opensAt.map { now < $0 } ?? false
        }
    }
}

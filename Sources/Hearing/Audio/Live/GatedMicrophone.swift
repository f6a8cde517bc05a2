internal import Foundation
internal import Synchronization

/// A microphone whose sound is left out while a gate is closed.
///
/// The clock of the sound does not advance meanwhile, and an `unheard` event precedes the next
/// sound. After each speech of the program, the microphone measures the echo of the room. The gate
/// then stays closed for the length of the echo after later speech.
package final class GatedMicrophone: LiveAudioSource {
    private let source: any LiveAudioSource
    private let gate: MicrophoneGate
    /// Events that `hasNews` found while it waited for the gate.
    private let found = Mutex<[CaptureEvent?]>([])
    private let meter = Mutex(EchoMeter())
    /// Whether sound was left out since the last `unheard` event.
    private let isUntold = Mutex(false)

    /// Longest time between two checks of the gate, seconds.
    private static let patience = 0.02

    /// A microphone with a gate.
    ///
    /// - Parameters:
    ///   - source: the microphone; nobody else may read it.
    ///   - gate: closed while the program speaks; gets the length of the echo.
    package init(_ source: any LiveAudioSource, gate: MicrophoneGate) {
        self.source = source
        self.gate = gate
    }

    package func next() -> CaptureEvent? {
        if let first = found.withLock({ $0.isEmpty ? nil : .some($0.removeFirst()) }) {
            return first.map(tellFirst)
        }
        while let event = take() {
            if !isLeftOut(event) { return tellFirst(event) }
        }
        return nil
    }

    /// The event to send now: `unheard` before the first sound after a gap, otherwise the event
    /// itself.
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

    /// Whether an event is left out because the gate is closed. Sound that the microphone loses
    /// meanwhile is not missing from the output.
    private func isLeftOut(_ event: CaptureEvent) -> Bool {
        guard gate.isClosed else { return false }
        switch event {
        case .sound, .overrun, .dropped, .unheard:
            isUntold.withLock { $0 = true }
            return true
        case .lost, .returned: return false
        }
    }

    package func hasNews(within seconds: Double) -> Bool {
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

    package func stop() { source.stop() }

    package var tally: CaptureTally { source.tally }

    package var deviceFormat: String? { source.deviceFormat }
}

/// Closes a microphone while the program itself speaks and during the echo afterwards. Any thread
/// may use it.
package final class MicrophoneGate: Sendable {
    /// Echo of a room until it is measured, seconds. Living rooms and offices lose 60 dB in 0.3 to
    /// 0.6 s; after half of that the echo is well below speech.
    package static let assumedEcho = 0.35

    private struct State {
        var speeches = 0
        var opensAt: Duration?
        var echo = MicrophoneGate.assumedEcho
    }

    private let state = Mutex(State())
    private let clock: any WaitingClock

    /// An open gate.
    package init(clock: any WaitingClock = SteadyClock()) { self.clock = clock }

    /// The program begins to speak.
    package func close() { state.withLock { $0.speeches += 1 } }

    /// The program has finished a sentence: the gate opens after the echo, unless another sentence
    /// follows.
    package func open() {
        let now = clock.now()
        state.withLock { state in
            state.speeches -= 1
            state.opensAt = now + .seconds(state.echo)
        }
    }

    /// Length of the room's echo, seconds: assumed, or measured.
    package var echo: Double { state.withLock(\.echo) }

    /// Whether the program is speaking; its echo does not count.
    var isSpeaking: Bool { state.withLock { $0.speeches > 0 } }

    /// Sets the measured echo of the room, seconds.
    func measured(echo: Double) { state.withLock { $0.echo = echo } }

    /// Whether the microphone is closed.
    package var isClosed: Bool {
        let now = clock.now()
        return state.withLock { state in
            state.speeches > 0 || state.opensAt.map { now < $0 } ?? false
        }
    }
}

/// Measures the echo of a room after the program's own speech, as the microphone hears it.
///
/// The echo is the time from the end of the speech until the sound is at most 10 dB above the
/// room's noise. It includes the delays of loudspeaker and microphone. An answer that follows at
/// once makes the measurement longer, never shorter, so the shortest of the last few measurements
/// counts.
struct EchoMeter: Sendable {
    /// Bounds of an echo, seconds. Below the lower one, the end of the speech itself is uncertain;
    /// above the upper one, the room does not suit a spoken test.
    static let bounds = 0.1...1.5
    /// Safety margin added to a measurement, seconds.
    static let margin = 0.05
    /// Level above the noise that counts as echo, dB; Aloud's own choice.
    private static let audible: Float = 10
    /// Longest gap within one echo, seconds: between a sound and its reflection from a far wall.
    private static let longestGap = 0.15
    /// Number of measurements that count.
    static let kept = 5
    /// Length of sound over which the room's noise is measured, seconds.
    private static let noiseMemory = 5.0

    private var energy = SpeechEnergy()
    private var recent: [Float] = []
    /// Levels since the speech ended; nil while nothing is measured.
    private var after: [Float]?
    private var wasSpeaking = false
    private var measured: [Double] = []

    /// Takes the next sound of the microphone.
    ///
    /// - Parameter isSpeaking: whether the program speaks during it.
    /// - Returns: the echo in seconds, if it has just been measured.
    mutating func take(_ samples: [Float], isSpeaking: Bool) -> Double? {
        let levels = energy.take(samples)
        recent += levels
        recent.removeFirst(max(0, recent.count - SpeechEnergy.frames(in: Self.noiseMemory)))
        defer { wasSpeaking = isSpeaking }
        if isSpeaking {
            // The next sentence came before the echo was over: the measurement is void.
            after = nil
            return nil
        }
        if wasSpeaking { after = [] }
        guard after != nil else { return nil }
        after? += levels
        guard let levels = after,
            SpeechEnergy.seconds(ofFrames: levels.count) >= Self.bounds.upperBound
        else {
            return nil
        }
        after = nil
        measured.append(Self.echo(in: levels, noise: noise))
        measured.removeFirst(max(0, measured.count - Self.kept))
        return measured.min()
    }

    /// The noise of the room, dB: the level below which the quietest tenth of the recent sound
    /// lies.
    private var noise: Float { recent.sorted()[recent.count / 10] }

    /// Length of the echo, seconds: the first sound in the levels, plus the margin, within the
    /// bounds.
    private static func echo(in levels: [Float], noise: Float) -> Double {
        var end = 0
        for (index, level) in levels.enumerated() where level > noise + audible {
            guard SpeechEnergy.seconds(ofFrames: index - end) <= longestGap else { break }
            end = index + 1
        }
        return min(
            max(SpeechEnergy.seconds(ofFrames: end) + margin, bounds.lowerBound), bounds.upperBound)
    }
}

internal import Audio
internal import Dispatch
internal import Synchronization

/// What the capture thread has to tell the reader, in order, bounded: when nobody reads, the
/// oldest sound goes, and how much went is told in its place.
final class CaptureQueue: Sendable {
    private struct State {
        var events: [CaptureEvent] = []
        var first = 0
        var queuedSeconds = 0.0
        var unsaidSeconds = 0.0
        var tally = CaptureTally()
        var stopped = false
        var readerWaits = false
    }

    private let state = Mutex(State())
    /// Signalled for a reader that waits, by the first push after it began to, or by the stop.
    private let news = DispatchSemaphore(value: 0)
    private let stopping = DispatchSemaphore(value: 0)
    private let capacitySeconds: Double

    /// More events than ever belong to the sound that is kept; a device that flickers while nobody
    /// reads does not fill the memory.
    static let mostEvents = 8_192

    /// - Parameter capacitySeconds: how much sound is kept for a reader that is late.
    init(capacitySeconds: Double) { self.capacitySeconds = capacitySeconds }

    var tally: CaptureTally { state.withLock { $0.tally } }

    var isStopped: Bool { state.withLock { $0.stopped } }

    /// Adds an event; never blocks.
    func push(_ event: CaptureEvent) {
        let readerWaits = state.withLock { state in
            switch event {
            case .sound(let chunk):
                state.queuedSeconds += chunk.duration
                state.events.append(event)
                Self.dropOldest(&state, downTo: capacitySeconds)
            case .overrun(let count):
                state.tally.overruns = count
                // Told once where nothing came between, so that the queue stays bounded.
                if case .overrun? = state.events[state.first...].last { state.events.removeLast() }
                state.events.append(event)
            case .lost:
                state.tally.losses += 1
                state.events.append(event)
            case .dropped, .returned:
                state.events.append(event)
            }
            if state.events.count - state.first > Self.mostEvents { _ = Self.takeFirst(&state) }
            return Self.noticeReader(&state)
        }
        if readerWaits { news.signal() }
    }

    /// The next event; nil after `stop`. Blocks until there is one.
    func pop() -> CaptureEvent? {
        while true {
            let (event, stopped) = state.withLock { state -> (CaptureEvent?, Bool) in
                if state.stopped { return (nil, true) }
                let event = Self.takeFirst(&state)
                state.readerWaits = event == nil
                return (event, false)
            }
            if stopped || event != nil { return event }
            news.wait()
        }
    }

    /// Ends every `pop`, now and later, and `sleep`.
    func stop() {
        let readerWaits = state.withLock { state in
            state.stopped = true
            return Self.noticeReader(&state)
        }
        if readerWaits { news.signal() }
        stopping.signal()
    }

    /// Whether a reader waits that is to be woken now.
    private static func noticeReader(_ state: inout State) -> Bool {
        defer { state.readerWaits = false }
        return state.readerWaits
    }

    /// Blocks the capture thread until then or until `stop`.
    func sleep(seconds: Double) {
        if stopping.wait(timeout: .now() + seconds) == .success { stopping.signal() }
    }

    private static func takeFirst(_ state: inout State) -> CaptureEvent? {
        if state.unsaidSeconds > 0 {
            defer { state.unsaidSeconds = 0 }
            return .dropped(seconds: state.unsaidSeconds)
        }
        guard state.first < state.events.count else { return nil }
        let event = state.events[state.first]
        state.first += 1
        if case .sound(let chunk) = event { state.queuedSeconds -= chunk.duration }
        compact(&state)
        return event
    }

    private static func dropOldest(_ state: inout State, downTo capacitySeconds: Double) {
        while state.queuedSeconds > capacitySeconds,
            let index = state.events[state.first...].firstIndex(where: \.isSound),
            case .sound(let chunk) = state.events[index]
        {
            state.events.remove(at: index)
            state.queuedSeconds -= chunk.duration
            state.unsaidSeconds += chunk.duration
            state.tally.droppedSeconds += chunk.duration
        }
    }

    /// Gives back the room of what was taken, now and then rather than at every event.
    private static func compact(_ state: inout State) {
        if state.first == state.events.count || state.first > 512 {
            state.events.removeFirst(state.first)
            state.first = 0
        }
    }
}

extension CaptureEvent {
    fileprivate var isSound: Bool {
        if case .sound = self { true } else { false }
    }
}

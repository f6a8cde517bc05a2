internal import Audio
internal import Foundation

/// The bounded queue of events from the capture thread to the reader. If no one reads, the oldest
/// sound is dropped, and its length is reported in its place.
///
/// `@unchecked Sendable`: `state` is touched only while `lock` is held. It is a condition rather than
/// a `Mutex`, because readers wait here, and because the thread sanitizer does not see a contended
/// `Mutex`.
final class CaptureQueue: @unchecked Sendable {
    private let lock = NSCondition()
    private var state = CaptureQueueState()
    private let capacitySeconds: Double

    /// - Parameter capacitySeconds: of sound kept for a late reader.
    init(capacitySeconds: Double) { self.capacitySeconds = capacitySeconds }

    var tally: CaptureTally { withState { $0.tally } }

    var isStopped: Bool { withState { $0.stopped } }

    /// Adds an event; never waits for the reader.
    func push(_ event: CaptureEvent) {
        withState {
            $0.add(event, capacitySeconds: capacitySeconds)
            lock.broadcast()
        }
    }

    /// The next event; nil after `stop`. Blocks until there is one.
    func pop() -> CaptureEvent? {
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped {
            if let event = state.takeFirst() { return event }
            lock.wait()
        }
        return nil
    }

    /// Whether `pop` would return at once, after waiting for that at most so long.
    func hasNews(within seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped, state.isEmpty {
            guard lock.wait(until: end) else { return state.stopped || !state.isEmpty }
        }
        return true
    }

    /// Ends every `pop`, `hasNews` and `sleep`, now and later.
    func stop() {
        withState {
            $0.stopped = true
            lock.broadcast()
        }
    }

    /// Blocks the capture thread for some seconds or until `stop`.
    func sleep(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        lock.lock()
        defer { lock.unlock() }
        while !state.stopped, lock.wait(until: end) {}
    }

    /// Runs code that does not wait: a wait would release the lock while the state is borrowed.
    private func withState<Result>(_ body: (inout CaptureQueueState) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}

/// The events of a queue, and the counts of dropped ones.
struct CaptureQueueState {
    private(set) var tally = CaptureTally()
    var stopped = false

    /// Largest number of events, more than the sound that is kept ever has. A device that flickers while
    /// no one reads does not fill the memory.
    static let mostEvents = 8_192

    private var events: [CaptureEvent] = []
    /// Index of the first event that was not taken.
    private var first = 0
    private var queuedSeconds = 0.0
    /// Sound dropped and not yet reported, seconds.
    private var unsaidSeconds = 0.0

    /// Whether there is nothing to take.
    var isEmpty: Bool { first == events.count && unsaidSeconds <= 0 }

    /// Adds an event, and drops the oldest sound beyond what is kept.
    mutating func add(_ event: CaptureEvent, capacitySeconds: Double) {
        switch event {
        case .sound(let chunk):
            queuedSeconds += chunk.duration
        case .overrun(let count):
            tally.overruns = count
            // Consecutive overruns are reported once.
            if case .overrun? = events[first...].last { events.removeLast() }
        case .lost:
            tally.losses += 1
        case .dropped, .returned, .unheard:
            break
        }
        events.append(event)
        while queuedSeconds > capacitySeconds,
            let index = events[first...].firstIndex(where: \.isSound)
        {
            drop(index)
        }
        if events.count - first > Self.mostEvents { makeRoom() }
    }

    /// Drops a loss with the return that follows it, else the oldest sound: the reader must still learn
    /// the last state of the device.
    private mutating func makeRoom() {
        for index in first...first + 1 {
            guard case .lost = events[index], case .returned = events[index + 1] else { continue }
            events.removeSubrange(index...index + 1)
            return
        }
        drop(events[first...].firstIndex(where: \.isSound) ?? first)
    }

    /// Takes the oldest event; nil where there is none.
    mutating func takeFirst() -> CaptureEvent? {
        if unsaidSeconds > 0 {
            defer { unsaidSeconds = 0 }
            return .dropped(seconds: unsaidSeconds)
        }
        guard first < events.count else { return nil }
        let event = events[first]
        first += 1
        if case .sound(let chunk) = event { queuedSeconds -= chunk.duration }
        compact()
        return event
    }

    /// Drops an event and counts its sound.
    private mutating func drop(_ index: Int) {
        guard case .sound(let chunk) = events.remove(at: index) else { return }
        queuedSeconds -= chunk.duration
        unsaidSeconds += chunk.duration
        tally.droppedSeconds += chunk.duration
    }

    /// Frees the memory of taken events, now and then rather than at every event.
    private mutating func compact() {
        if first == events.count || first > 512 {
            events.removeFirst(first)
            first = 0
        }
    }
}

extension CaptureEvent {
    fileprivate var isSound: Bool {
        if case .sound = self { true } else { false }
    }
}

/// The events of a queue, and the counts of dropped ones.
package struct CaptureQueueState {
    /// Counts of trouble so far.
    package private(set) var tally = CaptureTally()
    /// Whether the capture has ended.
    package var stopped = false

    /// Maximum number of events, more than the kept sound ever needs. It keeps a device that is
    /// lost and found again and again from filling the memory while no one reads.
    package static let mostEvents = 8_192

    private var events: [CaptureEvent] = []
    /// Index of the first event that was not taken.
    private var first = 0
    private var queuedSeconds = 0.0
    /// Sound dropped and not yet reported, seconds.
    private var unsaidSeconds = 0.0

    /// An empty queue.
    package init() {}

    /// Whether there is nothing to take.
    package var isEmpty: Bool { first == events.count && unsaidSeconds <= 0 }

    /// Adds an event, and drops the oldest sound beyond what is kept.
    package mutating func add(_ event: CaptureEvent, capacitySeconds: Double) {
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
    /// the last state of the device. A loss just before sound stays: without it, the sound would
    /// continue an answer from before the loss.
    private mutating func makeRoom() {
        for index in first...first + 1 {
            guard case .lost = events[index], case .returned = events[index + 1],
                !events[index + 2].isSound
            else { continue }
            events.removeSubrange(index...index + 1)
            return
        }
        drop(events[first...].firstIndex(where: \.isSound) ?? first)
    }

    /// Takes the oldest event; nil where there is none.
    package mutating func takeFirst() -> CaptureEvent? {
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

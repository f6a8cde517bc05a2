internal import Audio

/// The events of a queue, and what is known of those that are gone.
struct CaptureQueueState {
    private(set) var tally = CaptureTally()
    var stopped = false

    /// More events than ever belong to the sound that is kept; a device that flickers while nobody
    /// reads does not fill the memory.
    static let mostEvents = 8_192

    private var events: [CaptureEvent] = []
    /// Where the events begin that are not taken yet.
    private var first = 0
    private var queuedSeconds = 0.0
    /// What was dropped since that was last told, seconds.
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
            // Told once where nothing came between.
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

    /// Drops what changes nothing for the reader, who has to know at last whether the device is
    /// there: a loss with the return that follows it, else the oldest sound.
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

    /// Drops an event; of sound it is kept how much.
    private mutating func drop(_ index: Int) {
        guard case .sound(let chunk) = events.remove(at: index) else { return }
        queuedSeconds -= chunk.duration
        unsaidSeconds += chunk.duration
        tally.droppedSeconds += chunk.duration
    }

    /// Gives back the room of what was taken, now and then rather than at every event.
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

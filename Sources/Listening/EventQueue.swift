/// The events that a reader has not taken yet.
///
/// A slow reader loses no event younger than ten seconds, unless more than 10,000 wait. Older
/// events are dropped, and the next event that the reader takes is their count. Of several levels
/// of the meter only the last is kept.
///
/// ```swift
/// var queue = EventQueue()
/// queue.add(.resume, at: .zero)
/// queue.take()  // .resume
/// ```
package struct EventQueue: Sendable {
    /// The time that an event is kept.
    package static let patience = Duration.seconds(10)
    /// Maximum number of events that are kept. People do not answer that often, but requests of
    /// pages may cause that many events.
    static let most = 10_000

    private struct Entry: Sendable {
        var event: ListenEvent
        var time: Duration
    }

    /// Whether no event is ever dropped, because the thread that adds events waits for the reader.
    private let keepsAll: Bool
    private var entries: [Entry] = []
    private var lostAnswers = 0
    private var lostOthers = 0

    /// An empty queue.
    ///
    /// - Parameter keepsAll: whether no event is ever dropped, because the thread that adds events
    ///   waits for the reader.
    package init(keepsAll: Bool = false) { self.keepsAll = keepsAll }

    /// The number of events that `take` can return.
    package var count: Int { entries.count + (lostAnswers + lostOthers > 0 ? 1 : 0) }

    /// Adds an event.
    ///
    /// - Parameter time: the time now, by a clock that never runs backwards.
    package mutating func add(_ event: ListenEvent, at time: Duration) {
        if event.isMeter, !keepsAll { entries.removeAll { $0.event.isMeter } }
        entries.append(Entry(event: event, time: time))
        while !keepsAll, let first = entries.first,
            time - first.time > Self.patience || entries.count > Self.most
        {
            entries.removeFirst()
            if first.event.isAnswer {
                lostAnswers += 1
            } else {
                lostOthers += 1
            }
        }
    }

    /// Takes the oldest event, or the count of those that were dropped before it; nil if there is
    /// none.
    package mutating func take() -> ListenEvent? {
        if lostAnswers + lostOthers > 0 {
            defer { (lostAnswers, lostOthers) = (0, 0) }
            return .lost(answers: lostAnswers, others: lostOthers)
        }
        return entries.isEmpty ? nil : entries.removeFirst().event
    }
}

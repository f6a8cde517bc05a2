internal import Records

/// A version of a test on its way to a peer.
///
/// The row is written in the transaction that ends or amends the test, so no result can be without
/// its deliveries.
package struct Delivery: Sendable, Equatable, Codable {
    /// The states of a delivery.
    package enum State: String, CaseIterable, Sendable, Codable {
        /// The delivery is to be sent at its due time.
        case waiting
        /// The peer has the test.
        case acknowledged
        /// The peer refuses it, or it cannot be sent as it is: a person must act.
        case refused
        /// A later version of the test waits instead.
        case replaced
    }

    /// The place in the order of all deliveries, from 1.
    package let number: Int
    /// The name of the peer.
    package let peer: String
    /// The test.
    package let test: RecordID
    /// The version of the test.
    package let version: Int
    /// The person, whose deliveries keep their order; nil for a test of nobody.
    package let person: RecordID?
    /// The state.
    package var state: State
    /// The number of tries.
    package var tries: Int
    /// The time from which it may be sent, milliseconds since 1970: odd at the end of a claim, even
    /// after a pause.
    package fileprivate(set) var due: Int64
    /// The last answer or fault in words, without patient data; nil before the first try.
    package var answer: String?
    /// The time of the last change.
    package var at: Moment

    /// Sets each property from the parameter of its name.
    package init(
        number: Int, peer: String, test: RecordID, version: Int, person: RecordID?, state: State,
        tries: Int, due: Int64, answer: String?, at: Moment
    ) {
        self.number = number
        self.peer = peer
        self.test = test
        self.version = version
        self.person = person
        self.state = state
        self.tries = tries
        self.due = due
        self.answer = answer
        self.at = at
    }

    /// The line of the delivery. Deliveries of one line are sent in order: those of one person, or
    /// of one test without a person.
    package var line: RecordID { person ?? test }

    /// Whether a lane has claimed it and not yet noted the outcome: it sends it, or has ended.
    package var isClaimed: Bool { state == .waiting && due & 1 == 1 }

    /// The delivery with one more try, which a lane may make until a time.
    package func claimed(until end: Int64) -> Delivery {
        var claimed = self
        claimed.tries += 1
        claimed.due = end | 1
        return claimed
    }

    /// Sets the time of the next try.
    package mutating func pause(until end: Int64) { due = end & ~1 }

    /// Whether it was sent at least once. The peer may have it even if no answer arrived.
    package var wasTried: Bool { tries > 0 || answer != nil }

    /// The beginning of the answer while a peer has the table of a test, but not its report.
    package static let tableWritten = "The table is written, the report is not."

    /// Whether the peer has the table, so that the next try sends only the report.
    package var hasTable: Bool {
        state == .waiting && answer?.hasPrefix(Self.tableWritten) == true
    }

    /// The answer for a reason to wait. It still says that the peer has the table.
    package func answer(waitingFor reason: String) -> String {
        hasTable && !reason.hasPrefix(Self.tableWritten) ? "\(Self.tableWritten) \(reason)" : reason
    }

    /// The answer of a moved test that the peer may still have under its former person. A release of
    /// all results must not settle it: nobody may have corrected the former study.
    package static let movedAside =
        moved + ": have that study corrected there, then give 'aloud peers send-again' with"
        + " '--test'."

    /// The answer of a test that was declared a mistake, for a peer without a message for that. A
    /// release of all results must not settle it either.
    package static let voidedAside =
        voided + ": have the study corrected at the archive, then give 'aloud peers send-again'"
        + " with '--test'."

    /// The beginnings of both. Earlier versions wrote other words after them.
    private static let moved = "The archive may also have the test under its former person"
    private static let voided = "DICOM has no message for a test that was declared a mistake"

    /// Whether it is set aside until somebody has corrected the archive, and releases it by its test.
    package var needsCorrection: Bool {
        [Self.moved, Self.voided].contains { answer?.contains($0) == true }
    }
}

/// A query for deliveries, in their order.
package struct DeliveryQuery: Sendable, Equatable, Codable {
    /// The name of the peer; nil for all.
    package var peer: String?
    /// The test; nil for all.
    package var test: RecordID?
    /// The states; nil for all.
    package var states: [Delivery.State]?
    /// Only deliveries after this number.
    package var after: Int
    /// Maximum number of deliveries.
    package var limit: Int

    /// A query.
    package init(
        peer: String? = nil, test: RecordID? = nil, states: [Delivery.State]? = nil,
        after: Int = 0, limit: Int = 1_000
    ) {
        self.peer = peer
        self.test = test
        self.states = states
        self.after = after
        self.limit = limit
    }
}

/// The deliveries of a peer in figures.
package struct DeliveryCount: Sendable, Equatable {
    /// The name of the peer.
    package var peer: String
    /// Number of waiting deliveries.
    package var waiting = 0
    /// Number of deliveries set aside.
    package var refused = 0
    /// Number of those among them that need a correction at the peer.
    package var uncorrected = 0
    /// The time of the oldest change of a waiting delivery; nil if none waits.
    package var oldest: Moment?
    /// The last fault of a delivery that waits or was set aside.
    package var answer: String?

    /// The waiting time after which an alarm is raised, milliseconds: 15 minutes, chosen.
    private static let patience: Int64 = 15 * 60_000
    /// The time ahead of the clock after which a change counts as an old one, milliseconds: an hour,
    /// chosen. The clocks of lanes may differ by less.
    private static let longestLead: Int64 = 60 * 60_000

    /// The alarm in words; nil if all is well. A change far in the future raises it, too: the clock
    /// of a lane was ahead.
    package func alarm(at now: Moment) -> String? {
        var parts: [String] = []
        if refused > 0 {
            parts.append("\(refused) set aside")
        }
        let age = oldest.map { now.milliseconds - $0.milliseconds } ?? 0
        if let oldest, age >= Self.patience || age <= -Self.longestLead {
            parts.append("\(waiting) waiting since \(oldest.dayAndMinute)")
        }
        guard !parts.isEmpty else { return nil }
        return "\(peer): " + parts.joined(separator: ", ") + (answer.map { " (\($0))" } ?? "")
    }
}

extension RecordKeeping {
    /// Calls a function with each delivery of a query, in order, page by page.
    package func eachDelivery(
        _ query: DeliveryQuery, _ act: (Delivery) throws(RecordError) -> Void
    ) throws(RecordError) {
        var query = query
        while case let page = try deliveries(query), let last = page.last {
            for delivery in page { try act(delivery) }
            query.after = last.number
        }
    }

    /// The deliveries of each peer that is enabled, or has deliveries that wait or were set aside.
    package func deliveryCounts() throws(RecordError) -> [DeliveryCount] {
        var counts = try peers().filter { $0.isOn && $0.kind.takesResults }.map {
            DeliveryCount(peer: $0.name)
        }
        try eachDelivery(DeliveryQuery(states: [.waiting, .refused])) { delivery in
            let index =
                counts.firstIndex { $0.peer == delivery.peer }
                ?? {
                    counts.append(DeliveryCount(peer: delivery.peer))
                    return counts.count - 1
                }()
            if delivery.state == .refused {
                counts[index].refused += 1
                counts[index].uncorrected += delivery.needsCorrection ? 1 : 0
            } else {
                counts[index].waiting += 1
                counts[index].oldest = min(counts[index].oldest ?? delivery.at, delivery.at)
            }
            counts[index].answer = delivery.answer ?? counts[index].answer
        }
        return counts
    }

    /// Releases a delivery to be sent at once.
    ///
    /// - Returns: false if it changed meanwhile.
    package func sendAgain(
        _ delivery: Delivery, by author: Author, at now: Moment
    ) throws(RecordError) -> Bool {
        var again = delivery
        again.state = .waiting
        again.tries = 0
        again.due = 0
        again.at = now
        return try change(delivery, to: again, noting: "released", by: author)
    }
}

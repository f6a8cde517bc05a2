package import Acuity

/// The orders of a person for a day, as they were when a sitting began.
package struct PersonOrders: Sendable {
    /// The orders on the list of the day, in the order in which they came.
    fileprivate let orders: [Order]
    /// The tests of the day that may fulfil them.
    fileprivate let tests: [StoredTest]

    /// The order for a test of an eye; nil without one.
    ///
    /// Of several orders it is one that no test of this eye fulfils yet, that names the eye or leaves
    /// the eyes open, and that came last.
    package func order(for eye: Eye) -> Order? {
        let fulfilled = tests.filter { $0.eye == eye }.compactMap(\.circumstances.order)
        let open = orders.filter { order in !fulfilled.contains { $0.isSame(as: order) } }
        let offered = open.isEmpty ? orders : open
        return offered.last { $0.eyes?.contains(eye) == true } ?? offered.last { $0.eyes == nil }
            ?? offered.last
    }
}

extension RecordKeeping {
    /// The orders of a person on the list of a day.
    package func orders(
        of person: RecordID, on day: CalendarDay
    ) throws(RecordError) -> PersonOrders {
        let orders = try expectedPeople(on: day).first { $0.person == person }?.orders ?? []
        // A single order needs no choice.
        guard orders.count > 1 else { return PersonOrders(orders: orders, tests: []) }
        let tests = try tests(
            TestQuery(person: person, states: [.finished, .interrupted], from: day, through: day))
        return PersonOrders(orders: orders, tests: tests)
    }
}

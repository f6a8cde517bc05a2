internal import Foundation
package import RecordStore
internal import Records

/// An order with its person, as a peer gives it.
package struct ReceivedOrder: Sendable, Equatable {
    /// The person, with the clinic's number.
    package var person: PersonEntry
    /// The day; nil for today.
    package var day: CalendarDay?
    /// The time of day, "09:30"; nil if none was agreed.
    package var time: String?
    /// The order.
    package var order: Order

    /// Sets each property from the parameter of its name.
    package init(
        person: PersonEntry, day: CalendarDay? = nil, time: String? = nil, order: Order
    ) {
        self.person = person
        self.day = day
        self.time = time
        self.order = order
    }

    /// The day at the start of a text of DICOM or HL7, such as "20261128"; nil for any other text.
    static func day(_ text: some StringProtocol) -> CalendarDay? {
        let digits = text.prefix(8)
        guard digits.count == 8, digits.allSatisfy(\.isNumber) else { return nil }
        let (year, month) = (digits.prefix(4), digits.dropFirst(4).prefix(2))
        return CalendarDay("\(year)-\(month)-\(digits.suffix(2))")
    }

    /// The time of day at the start of a text such as "0930"; nil for any other text.
    static func time(_ text: some StringProtocol) -> String? {
        let digits = text.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isNumber) else { return nil }
        return ExpectedPerson.time("\(digits.prefix(2)):\(digits.suffix(2))")
    }

    /// A name in the form of the records, "Müller, Anna", from the components of HL7 or DICOM.
    static func name(_ components: [String]) -> String? {
        let parts = components.map { $0.trimmingCharacters(in: .whitespaces) }
        let given = parts.dropFirst().prefix(2).filter { !$0.isEmpty }.joined(separator: " ")
        let family = parts.first ?? ""
        if family.isEmpty { return given.isEmpty ? nil : given }
        return given.isEmpty ? family : "\(family), \(given)"
    }
}

/// Orders and patients outside today's list, as a setting of the store.
private struct OrderBook: Codable {
    /// An order of a later day.
    struct Planned: Codable, Equatable {
        var day: String
        var expected: ExpectedPerson
    }

    var planned: [Planned] = []
    /// Cancelled orders, which an old message must not revive.
    var cancelled: [Order] = []
    /// The present numbers of people by their former ones.
    var merged: [String: String] = [:]

    static let setting = "orderBook"
    /// Maximum number of planned orders, and of cancelled ones that are remembered: chosen.
    static let most = 5_000

    init() {}

    /// - Throws: `RecordError.failed`.
    init(_ text: String?) throws(RecordError) {
        guard let text else { return }
        guard let book = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
            throw .failed("the planned orders cannot be read; restore a backup of the records.")
        }
        self = book
    }

    /// Removes an order from the plan.
    mutating func forget(_ order: Order) {
        planned.removeAll { $0.expected.order?.isSame(as: order) == true }
    }

    /// The present number of a person.
    func present(_ number: String) -> String {
        var number = number
        for _ in 0..<merged.count {
            guard let next = merged[number] else { break }
            number = next
        }
        return number
    }
}

/// Puts orders and patients into the records.
package struct OrderIntake: Sendable {
    private let store: any RecordKeeping
    private let peer: String
    private let author: Author

    /// - Parameter author: the author of the entries in the audit trail; the reason names the peer.
    package init(_ store: any RecordKeeping, from peer: String, by author: Author) {
        self.store = store
        self.peer = peer
        self.author = Author(author.name, reason: peer)
    }

    private func changeBook(
        _ change: (inout OrderBook) throws(RecordError) -> Void
    ) throws(RecordError) {
        for _ in 0..<50 {
            let text = try store.setting(OrderBook.setting)
            var book = try OrderBook(text)
            try change(&book)
            if book.jsonText == (text ?? OrderBook().jsonText) { return }
            do throws(RecordError) {
                return try store.set(
                    OrderBook.setting, from: .value(text), to: book.jsonText, as: .receive,
                    by: author)
            } catch {
                guard case .stale = error else { throw error }
            }
        }
        throw .busy("another lane takes orders all the time.")
    }

    /// Takes orders: orders for today go to today's list, later orders wait for their day. An order
    /// that was moved to another day leaves its former one.
    ///
    /// - Returns: the number of orders taken, and the reasons for refusing others.
    package func take(
        _ orders: [ReceivedOrder], at now: Moment
    ) throws(RecordError) -> (taken: Int, refused: [String]) {
        let book = try OrderBook(try store.setting(OrderBook.setting))
        var today: [ExpectedPerson] = []
        var later: [OrderBook.Planned] = []
        var refused: [String] = []
        let known = try store.expectedPeople(on: now.day)
        for received in orders
        where !book.cancelled.contains(where: { $0.isSame(as: received.order) }) {
            let day = received.day ?? now.day
            guard day >= now.day else { continue }
            do throws(RecordError) {
                var entry = received.person
                entry.id = entry.id.map { book.present(PersonText.identifier($0)) }
                guard entry.id != nil else {
                    throw .invalid("The order has no number of a person.")
                }
                if let birth = entry.birthDate, birth > now.day { entry.birthDate = nil }
                guard let person = try entry.person(in: store, by: author, at: now) else {
                    continue
                }
                let former =
                    today.last { $0.person == person.key }
                    ?? known.first { $0.person == person.key }
                let expected = ExpectedPerson(
                    person: person.key, time: received.time ?? former?.time,
                    correction: former?.correction, order: received.order)
                if day == now.day {
                    today.append(expected)
                } else {
                    later.append(OrderBook.Planned(day: day.description, expected: expected))
                }
            } catch {
                guard !error.isOutage else { throw error }
                refused.append(error.description)
            }
        }
        if !today.isEmpty { try store.expect(today, on: now.day, by: author) }
        let listed = known.flatMap(\.orders)
        for order in later.flatMap(\.expected.orders)
        where listed.contains(where: { $0.isSame(as: order) }) {
            try store.cancel(order, on: now.day, by: author)
        }
        if !later.isEmpty || !book.planned.isEmpty {
            try changeBook { book throws(RecordError) in
                for order in today.flatMap(\.orders) { book.forget(order) }
                for planned in later {
                    for order in planned.expected.orders { book.forget(order) }
                    book.planned.append(planned)
                }
                if book.planned.count > OrderBook.most {
                    book.planned.removeAll { $0.day < now.day.description }
                }
                guard book.planned.count <= OrderBook.most else {
                    throw .invalid("There are more than \(OrderBook.most) planned orders.")
                }
            }
        }
        return (today.count + later.count, refused)
    }

    /// Cancels an order permanently.
    package func cancel(_ order: Order, at now: Moment) throws(RecordError) {
        try changeBook { book throws(RecordError) in
            book.forget(order)
            if !book.cancelled.contains(where: { $0.isSame(as: order) }) {
                book.cancelled.append(order)
                book.cancelled = Array(book.cancelled.suffix(OrderBook.most))
            }
        }
        try store.cancel(order, on: now.day, by: author)
    }

    /// Moves the orders for today from the plan to today's list. Forgets the planned orders of people
    /// who were erased. Those of past days stay until the plan is full, because the clock of this lane
    /// may be ahead.
    package func openDay(at now: Moment) throws(RecordError) {
        let today = now.day.description
        let book = try OrderBook(try store.setting(OrderBook.setting))
        var erased: Set<RecordID> = []
        for key in Set(book.planned.map(\.expected.person)) where try store.person(key) == nil {
            erased.insert(key)
        }
        var gone: Set<String> = []
        for number in Set(book.merged.values) where try store.person(withID: number) == nil {
            gone.insert(number)
        }
        let due = book.planned.filter {
            $0.day == today && !erased.contains($0.expected.person)
        }
        if !due.isEmpty { try store.expect(due.map(\.expected), on: now.day, by: author) }
        try changeBook { book throws(RecordError) in
            book.planned.removeAll { $0.day == today || erased.contains($0.expected.person) }
            // A merge stays if its number was merged again: the chain then ends at a person.
            book.merged = book.merged.filter { former, number in
                !gone.contains(number) || book.merged[number] != nil
            }
        }
    }

    /// Adds a person, or updates the name and the day of birth of the person with that number.
    ///
    /// - Throws: `RecordError.invalid`.
    package func register(_ entry: PersonEntry, at now: Moment) throws(RecordError) {
        guard let id = entry.id.map({ PersonText.identifier($0) }) else {
            throw .invalid("The patient has no number of the clinic: send one with the order.")
        }
        let book = try OrderBook(try store.setting(OrderBook.setting))
        // A late message about a former number must not add its person again.
        guard book.present(id) == id else { return }
        let known = try store.person(withID: id)
        var person = known ?? Person(key: RecordID(at: now), id: id)
        person.name = entry.name ?? person.name
        if let birth = entry.birthDate, birth <= now.day { person.birthDate = birth }
        if person != known { _ = try store.save(person, by: author) }
    }

    /// The reason of a merge, after the name of the peer.
    private static let mergeWords = "merged the person with another number"

    /// Whether the author of a change moved a test because the numbers of one person were merged.
    static func isMerge(_ author: Author) -> Bool {
        author.reason?.hasSuffix(mergeWords) == true
    }

    /// Moves all tests from the person with a former number to the person with the present one.
    /// Each test keeps its former version, so the merge can be undone. The conditions of the eyes,
    /// the baselines and the plan move, too.
    ///
    /// - Returns: the number of tests that were moved.
    package func merge(
        _ former: String, into present: PersonEntry, at now: Moment
    ) throws(RecordError) -> Int {
        let former = PersonText.identifier(former)
        guard let number = present.id.map({ PersonText.identifier($0) }), number != former else {
            throw .invalid("The merge names one number twice.")
        }
        try register(present, at: now)
        guard var person = try store.person(withID: number) else { return 0 }
        var count = 0
        if var old = try store.person(withID: former) {
            let author = Author(author.name, reason: "\(peer) \(Self.mergeWords)")
            // Each moved test leaves the list of the old person.
            while case let tests = try store.tests(
                TestQuery(
                    person: old.key, states: [.finished, .interrupted, .voided], limit: 100)),
                !tests.isEmpty
            {
                for var test in tests {
                    test.person = person.key
                    _ = try store.amend(test, by: author)
                    count += 1
                }
            }
            if let followUp = old.followUp {
                person.followUp = (person.followUp ?? FollowUp()).merged(with: followUp)
                person = try store.save(person, by: author)
                old.followUp = nil
                _ = try store.save(old, by: author)
            }
            let expected = try store.expectedPeople(on: now.day).first { $0.person == old.key }
            if let expected {
                var moved = ExpectedPerson(
                    person: person.key, time: expected.time, correction: expected.correction)
                moved.orders = expected.orders
                try store.expectNoMore(old.key, on: now.day, by: self.author)
                try store.expect([moved], on: now.day, by: self.author)
            }
        }
        try changeBook { book throws(RecordError) in
            book.merged[former] = number
            book.merged[number] = nil
            book.planned = try book.planned.map { planned throws(RecordError) in
                guard let kept = try store.person(planned.expected.person), kept.id == former
                else { return planned }
                return OrderBook.Planned(
                    day: planned.day,
                    expected: ExpectedPerson(
                        person: person.key, time: planned.expected.time,
                        correction: planned.expected.correction, order: planned.expected.order))
            }
        }
        return count
    }
}

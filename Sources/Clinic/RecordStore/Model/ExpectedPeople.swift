package import Acuity
internal import Foundation
internal import Platform
internal import Records

/// A person who is expected for a test today.
package struct ExpectedPerson: Sendable, Equatable, Codable {
    /// The key of the person.
    package let person: RecordID
    /// The time of day, "09:30"; nil if none was agreed.
    package var time: String?
    /// The correction to be worn; nil to ask at the lane.
    package var correction: Correction?
    /// The first order for the day; nil if none was given.
    package private(set) var order: Order?
    /// The other orders for the day, such as one for each eye; nil without any.
    private var further: [Order]?

    /// Sets each property from the parameter of its name.
    package init(
        person: RecordID, time: String? = nil, correction: Correction? = nil,
        order: Order? = nil
    ) {
        self.person = person
        self.time = time
        self.correction = correction
        self.order = order
    }

    /// The orders for the day, in the order in which they came.
    package var orders: [Order] {
        get { (order.map { [$0] } ?? []) + (further ?? []) }
        set {
            order = newValue.first
            further = newValue.count > 1 ? Array(newValue.dropFirst()) : nil
        }
    }

    /// The eyes of all orders, each once; nil without an order, and if one leaves the eyes open.
    package var eyes: [Eye]? {
        var eyes: [Eye] = []
        for order in orders {
            guard let own = order.eyes else { return nil }
            for eye in own where !eyes.contains(eye) { eyes.append(eye) }
        }
        return eyes.isEmpty ? nil : eyes
    }

    /// The time of day as it is kept; nil for any other text.
    package static func time(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: #/([01]?[0-9]|2[0-3])[:.]([0-5][0-9])/#) else {
            return nil
        }
        return (match.1.count == 1 ? "0" : "") + "\(match.1):\(match.2)"
    }
}

/// The people who are expected on a day. A setting of the store has the list that was changed last, with
/// those of other days inside. A former version, which knows one list, reads and replaces the outer
/// one. It names people by their keys.
private struct ExpectedDay: Codable {
    var day: String
    var people: [ExpectedPerson]
    /// The lists of other days, the last changed one last; nil without any.
    var others: [ExpectedDay]?

    static let setting = "expectedPeople"
    /// Maximum number of attempts at a change. An attempt fails if another lane changes the list at
    /// the same time.
    static let mostTries = 50
    /// Maximum number of people on a day's list.
    static let most = 500
    /// Maximum number of lists; the one that was not changed for longest goes first. Chosen: a few
    /// lanes with wrong dates do not replace today's list.
    static let mostDays = 7

    /// The lists in the text of the setting, the last changed one last.
    static func all(in text: String?) -> [ExpectedDay] {
        guard let text,
            var last = try? JSONDecoder().decode(ExpectedDay.self, from: Data(text.utf8))
        else { return [] }
        let others = last.others ?? []
        last.others = nil
        return others + [last]
    }

    /// The people of a day.
    static func people(in days: [ExpectedDay], on day: CalendarDay) -> [ExpectedPerson] {
        days.first { $0.day == day.description }?.people ?? []
    }
}

/// The setting of the store that has the lists of expected people of all days.
package enum ExpectedLists {
    /// The name of the setting.
    package static let setting = ExpectedDay.setting

    /// The text of the setting without a person and their orders; nil if they are on no list.
    package static func text(_ text: String?, without person: RecordID) -> String? {
        var days = ExpectedDay.all(in: text)
        guard days.contains(where: { $0.people.contains { $0.person == person } }) else {
            return nil
        }
        for index in days.indices { days[index].people.removeAll { $0.person == person } }
        var last = days.removeLast()
        last.others = days
        return last.jsonText
    }
}

extension AuditAction {
    /// The list of expected people was changed.
    package static let expect = AuditAction(rawValue: "expect")
}

extension RecordKeeping {
    /// The people who are expected on a day, by time, then in the order in which they were added; those
    /// without a time come last.
    package func expectedPeople(on day: CalendarDay) throws(RecordError) -> [ExpectedPerson] {
        ExpectedDay.people(in: ExpectedDay.all(in: try setting(ExpectedDay.setting)), on: day)
    }

    /// Adds people to the list of a day, or changes their entries. The orders on the list stay, and a
    /// newer version of an order replaces it.
    package func expect(
        _ people: [ExpectedPerson], on day: CalendarDay, by author: Author
    ) throws(RecordError) {
        try changeExpected(on: day, by: author) { list in
            for person in people {
                var entry = person
                var orders = list.first { $0.person == person.person }?.orders ?? []
                for order in person.orders {
                    if let index = orders.firstIndex(where: { $0.isSame(as: order) }) {
                        orders[index] = order
                    } else {
                        orders.append(order)
                    }
                }
                entry.orders = orders
                list.removeAll { $0.person == person.person }
                list.append(entry)
            }
        }
    }

    /// Removes an order from the list of a day, and its person if they have no other order.
    package func cancel(
        _ order: Order, on day: CalendarDay, by author: Author
    ) throws(RecordError) {
        try changeExpected(on: day, by: author) { list in
            list = list.compactMap { entry -> ExpectedPerson? in
                var entry = entry
                let left = entry.orders.filter { !$0.isSame(as: order) }
                guard left != entry.orders else { return entry }
                entry.orders = left
                return left.isEmpty ? nil : entry
            }
        }
    }

    /// Removes a person from the list of a day.
    package func expectNoMore(
        _ person: RecordID, on day: CalendarDay, by author: Author
    ) throws(RecordError) {
        try changeExpected(on: day, by: author) { list in
            list.removeAll { $0.person == person }
        }
    }

    /// Removes a person from the lists of all days.
    func expectNever(_ person: RecordID, by author: Author) throws(RecordError) {
        try changeLists(by: author) { ExpectedLists.text($0, without: person) }
    }

    /// Changes the list of a day.
    private func changeExpected(
        on day: CalendarDay, by author: Author, _ change: (inout [ExpectedPerson]) -> Void
    ) throws(RecordError) {
        try changeLists(by: author) { former throws(RecordError) in
            var days = ExpectedDay.all(in: former)
            let kept = ExpectedDay.people(in: days, on: day)
            var list = kept
            change(&list)
            list = list.enumerated().sorted { one, other in
                (one.element.time ?? "~", one.offset) < (other.element.time ?? "~", other.offset)
            }.map(\.element)
            guard list.count <= ExpectedDay.most else {
                throw .invalid("The list of a day has at most \(ExpectedDay.most) people.")
            }
            let isIn =
                list.count == kept.count && list.allSatisfy { kept.contains($0) }
            if isIn { return nil }
            days.removeAll { $0.day == day.description }
            return ExpectedDay(
                day: day.description, people: list,
                others: Array(days.suffix(ExpectedDay.mostDays - 1))
            ).jsonText
        }
    }

    /// Changes the text of the setting, and tries again if another lane changed it at the same time.
    ///
    /// - Parameter change: the new text; nil to leave it as it is.
    private func changeLists(
        by author: Author, _ change: (String?) throws(RecordError) -> String?
    ) throws(RecordError) {
        for _ in 0..<ExpectedDay.mostTries {
            let former = try setting(ExpectedDay.setting)
            guard let changed = try change(former) else { return }
            do throws(RecordError) {
                return try set(
                    ExpectedDay.setting, from: .value(former), to: changed, as: .expect, by: author)
            } catch {
                guard case .stale = error else { throw error }
            }
        }
        throw .busy("another lane changes today's list all the time.")
    }
}

/// The rows of a table of expected people, as CSV or as a spreadsheet writes it.
package struct ExpectedTable: Sendable {
    /// A row with a person.
    package struct Row: Sendable, Equatable {
        /// The number of its first line, from 1.
        package let line: Int
        /// The person.
        package let entry: PersonEntry
        /// The time of day; nil if none was agreed.
        package let time: String?
        /// The correction; nil to ask at the lane.
        package let correction: Correction?
    }

    /// A row that cannot be read.
    package struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The number of its first line, from 1.
        package let line: Int
        /// The reason, in a sentence without the contents of the row.
        package let reason: String

        /// The line and the reason.
        package var description: String { "Line \(line): \(reason)" }
    }

    /// The rows that can be read.
    package private(set) var rows: [Row] = []
    /// The rows that cannot be read.
    package private(set) var faults: [Fault] = []

    /// The names of the columns.
    private static let columns = ["name", "id", "birth_date", "time", "correction"]

    /// Reads a table with the columns `name`, `id`, `birth_date`, `time` and `correction`, in any order;
    /// one of the first two is needed. Columns without a name are left out.
    ///
    /// - Throws: `Fault` for a table without such a heading, or with another column.
    package init(_ text: String) throws(Fault) {
        let table: SeparatedValues
        do throws(SeparatedValues.Fault) { table = try SeparatedValues(text) } catch {
            switch error {
            case .empty: throw Fault(line: 1, reason: "The table is empty.")
            case .openQuote(let line): throw Fault(line: line, reason: "A quotation has no end.")
            }
        }
        let heading = table.heading.map { $0.lowercased() }
        guard heading.contains("name") || heading.contains("id") else {
            throw Fault(
                line: 1,
                reason: "The heading needs a column 'name' or 'id'; 'birth_date', 'time' and"
                    + " 'correction' may follow.")
        }
        // The line is a heading, so an error may repeat its words.
        if let wrong = table.heading.first(where: {
            !$0.isEmpty && !Self.columns.contains($0.lowercased())
        }) {
            let name = String(wrong.prefix(40)).escapingControls(keepingLines: false)
            throw Fault(
                line: 1,
                reason: "The column '\(name)' is unknown. The possible columns are name, id,"
                    + " birth_date, time and correction.")
        }
        for row in table.rows {
            func cell(_ name: String) -> String? {
                guard let index = heading.firstIndex(of: name), index < row.cells.count else {
                    return nil
                }
                return row.cells[index].isEmpty ? nil : row.cells[index]
            }
            do throws(Fault) {
                rows.append(try Self.row(row.line, cell))
            } catch {
                faults.append(error)
            }
        }
    }

    private static func row(_ line: Int, _ cell: (String) -> String?) throws(Fault) -> Row {
        let (birth, time) = (cell("birth_date"), cell("time"))
        let correction = cell("correction")
        let born = birth.flatMap { CalendarDay($0) }
        guard birth == nil || born != nil else {
            throw Fault(line: line, reason: "The day of birth is not written as 1957-08-23.")
        }
        let at = time.flatMap { ExpectedPerson.time($0) }
        guard time == nil || at != nil else {
            throw Fault(line: line, reason: "The time is not written as 09:30.")
        }
        let worn = correction.flatMap { Correction(rawValue: $0.lowercased()) }
        guard correction == nil || worn != nil else {
            let names = Correction.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(line: line, reason: "The correction is not one of \(names).")
        }
        guard cell("id") != nil || cell("name") != nil else {
            throw Fault(line: line, reason: "There is neither a name nor an identifier.")
        }
        return Row(
            line: line,
            entry: PersonEntry(id: cell("id"), name: cell("name"), birthDate: born), time: at,
            correction: worn)
    }

    /// Adds the people to today's list, and new people to the store.
    ///
    /// - Returns: the number of people on the list from this table, and all rows that were refused.
    package func expect(
        in store: any RecordKeeping, by author: Author, at now: Moment
    ) throws(RecordError) -> (added: Int, refused: [Fault]) {
        var expected: [ExpectedPerson] = []
        var refused = faults
        for row in rows {
            do throws(RecordError) {
                try Person.check(birthDate: row.entry.birthDate, on: now.day)
                guard let person = try row.entry.person(in: store, by: author, at: now) else {
                    continue
                }
                expected.append(
                    ExpectedPerson(
                        person: person.key, time: row.time, correction: row.correction))
            } catch {
                guard !error.isOutage else { throw error }
                refused.append(Fault(line: row.line, reason: error.description))
            }
        }
        try store.expect(expected, on: now.day, by: author)
        return (expected.count, refused.sorted { $0.line < $1.line })
    }
}

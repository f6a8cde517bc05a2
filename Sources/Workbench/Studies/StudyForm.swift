internal import Platform
internal import RecordStore

/// The form of a study: the plan, and the results of the other method, which people fill in.
package struct StudyForm: Sendable, Equatable {
    /// The rows, in the order of the form.
    package var visits: [StudyVisit]

    /// A form.
    package init(_ visits: [StudyVisit]) { self.visits = visits }

    private static let columns = [
        "person", "group", "eye", "visit", "due", "first", "second", "logmar", "seconds",
        "unusable", "misheard",
    ]

    /// The name of the other method.
    package var other: String {
        visits.lazy.flatMap(\.order).first { $0 != StudyVisit.aloud } ?? "other"
    }

    /// The form as CSV; it keeps what was filled in.
    package var text: String {
        let rows = visits.map { visit in
            [
                visit.person, visit.group, visit.eye, "\(visit.visit)", visit.due.description,
            ] + visit.order + [
                visit.logMAR.map { fixed($0, 3) } ?? "", visit.seconds.map { fixed($0, 1) } ?? "",
                visit.isUnusable ? "1" : "", visit.misheard.map { "\($0)" } ?? "",
            ]
        }
        return ([Self.columns] + rows).map { SeparatedValues.commaSeparated($0) }.joined()
    }

    /// Reads a form.
    ///
    /// - Parameter name: its name in messages.
    /// - Throws: `StudyTableErrors` with all errors at once.
    package init(_ bytes: [UInt8], named name: String) throws(StudyTableErrors) {
        var table = try StudyTable(
            bytes, named: name, requiring: ["person", "eye", "visit", "due", "first", "second"])
        var seen: Set<[String]> = []
        visits = table.rows { cells in
            let person = cells["person"]
            let eye = cells["eye"]
            if person.isEmpty { cells.add("'person' is empty") }
            if eye != "right", eye != "left" { cells.add("'eye' is '\(eye)', not right or left") }
            guard let visit = Int(cells["visit"]), visit > 0 else {
                cells.add("'visit' is '\(cells["visit"])', not a number from 1")
                return nil
            }
            guard let due = CalendarDay(cells["due"]) else {
                cells.add("'due' is '\(cells["due"])', not a day such as 2026-01-31")
                return nil
            }
            if !seen.insert([person, eye, "\(visit)"]).inserted {
                cells.add("this eye of '\(person)' has visit \(visit) twice")
            }
            let order = [cells["first"], cells["second"]]
            if order.count(where: { $0 == StudyVisit.aloud }) != 1 {
                cells.add("one of 'first' and 'second' must be '\(StudyVisit.aloud)'")
            }
            let logMAR = cells.number("logmar", in: -1...4)
            let isUnusable = !["", "0"].contains(cells["unusable"])
            if isUnusable, logMAR != nil {
                cells.add("there is a result, and 'unusable' says that there is none")
            }
            return StudyVisit(
                person: person, group: cells["group"], eye: eye, visit: visit, due: due,
                order: order, logMAR: logMAR, seconds: cells.number("seconds", in: 0...100_000),
                isUnusable: isUnusable,
                misheard: cells.number("misheard", in: 0...10_000).map { Int($0) })
        }
        guard table.errors.isEmpty else { throw StudyTableErrors(lines: table.errors) }
        guard !visits.isEmpty else {
            throw StudyTableErrors(lines: ["\(name): it has a heading and no rows."])
        }
    }

    /// Reads a list of people: the column person and, optionally, group.
    ///
    /// - Throws: `StudyTableErrors` with all errors at once.
    package static func people(
        _ bytes: [UInt8], named name: String
    ) throws(StudyTableErrors) -> [(id: String, group: String)] {
        var table = try StudyTable(bytes, named: name, requiring: ["person"])
        var seen: Set<String> = []
        let people: [(id: String, group: String)] = table.rows { cells in
            let person = cells["person"]
            if person.isEmpty || !seen.insert(person).inserted {
                cells.add("'person' is empty or named twice")
            }
            return (person, cells["group"])
        }
        guard table.errors.isEmpty else { throw StudyTableErrors(lines: table.errors) }
        return people
    }
}

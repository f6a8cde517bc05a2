internal import Acuity
internal import Records

/// A confirmed change that a clinic is to know of.
package struct ChangeAlert: Sendable, Equatable, Encodable {
    /// The test that confirmed it, which is the alert's identifier.
    package let test: StoredTest
    /// The person.
    package let person: Person
    /// The change.
    package let change: AcuityChange
    /// The time at which the clinic's address took the alert; nil while it waits, and without an
    /// address.
    package let taken: Moment?

    /// The first day of the tests whose alerts are listed and sent, on a day: chosen.
    package static func firstDay(before today: CalendarDay) -> CalendarDay {
        CalendarDay(daysSince1970: today.daysSince1970 - 30)
    }

    /// Writes the alert for a list of the records.
    package func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "test": test.id, "person": person, "eye": test.eye.rawValue, "began": test.began,
            "change": change.json, "taken": orNull(taken),
        ])
    }

    /// The body that is sent to the clinic's address: JSON on one line.
    ///
    /// - Parameter isNamed: whether it has the person's name and the clinic's identifier.
    package func body(isNamed: Bool) -> String {
        var body: JSONObject = [
            "event": "confirmedChange", "id": test.id, "person": person.key,
            "eye": test.eye.rawValue, "began": test.began, "change": change.json,
        ]
        if isNamed {
            body.add(["personID": orNull(person.id), "personName": orNull(person.name)])
        }
        return body.jsonText
    }
}

extension RecordKeeping {
    /// The changes that tests from a day on have confirmed, the latest first: each once, by the test
    /// that confirmed it.
    package func changeAlerts(from day: CalendarDay) throws(RecordError) -> [ChangeAlert] {
        var changes = ChangeReader(self)
        var found: [ChangeAlert] = []
        var query = TestQuery(states: [.finished], from: day, limit: 200)
        while case let page = try tests(query), let end = page.last {
            for test in page {
                guard let key = test.person, let change = try changes.change(of: test),
                    change.isNews, let person = try person(key)
                else { continue }
                found.append(
                    ChangeAlert(
                        test: test, person: person, change: change,
                        taken: try time(of: .alert, on: test.id)))
            }
            query.after = TestQuery.Cursor(end)
        }
        return found
    }
}

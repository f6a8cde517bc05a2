internal import Acuity
internal import Records

/// A confirmed change to report to a clinic.
package struct ChangeAlert: Sendable, Equatable, Encodable {
    /// The test that confirmed it, which is the alert's identifier.
    package let test: StoredTest
    /// The person.
    package let person: Person
    /// The change.
    package let change: AcuityChange
    /// The time at which the clinic's webhook accepted the alert; nil while it waits, and without a
    /// webhook.
    package let taken: Moment?

    /// The first day of the tests whose alerts are listed and sent today: chosen.
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

    /// The body that is sent to the clinic's address: JSON on one line. `person` and `changeID` are the
    /// same for each alert of the same change.
    ///
    /// - Parameter isNamed: whether it has the person's name and the clinic's identifier.
    package func body(isNamed: Bool) -> String {
        var body: JSONObject = [
            "event": "confirmedChange", "id": test.id, "person": person.key,
            "changeID": change.onset, "eye": test.eye.rawValue, "began": test.began,
            "change": change.json,
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
                if let alert = try changeAlert(of: test, &changes) { found.append(alert) }
            }
            query.after = TestQuery.Cursor(end)
        }
        return found
    }

    /// The change that the test of a key confirms, as the records are now; nil if it confirms none, or
    /// was erased.
    package func changeAlert(of key: RecordID) throws(RecordError) -> ChangeAlert? {
        guard let test = try test(key) else { return nil }
        var changes = ChangeReader(self)
        return try changeAlert(of: test, &changes)
    }

    private func changeAlert(
        of test: StoredTest, _ changes: inout ChangeReader
    ) throws(RecordError) -> ChangeAlert? {
        guard let key = test.person, let change = try changes.change(of: test), change.isNews,
            let person = try person(key)
        else { return nil }
        return ChangeAlert(
            test: test, person: person, change: change, taken: try alertTaken(of: test))
    }

    /// The time at which the webhook accepted the alert of a test for the person who has the test
    /// now.
    private func alertTaken(of test: StoredTest) throws(RecordError) -> Moment? {
        guard let taken = try time(of: .alert, on: test.id) else { return nil }
        guard test.isAmended else { return taken }
        let moved = try formerVersions(of: test.id).last { $0.test.person != test.person }?.changed
        guard let moved else { return taken }
        return taken > moved ? taken : nil
    }
}

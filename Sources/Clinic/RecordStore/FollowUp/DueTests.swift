internal import Records

/// A test that is due by the plan of a person.
package struct DueTest: Sendable, Equatable, Encodable {
    /// The person.
    package let person: Person
    /// The plan.
    package let plan: FollowUpPlan
    /// The day on which the test is due.
    package let due: CalendarDay
    /// The day of the latest finished test with an acuity, of any eye; nil without one.
    package let last: CalendarDay?
    /// The days since the test is due.
    package let days: Int

    /// Whether the test is late: due for longer than the plan grants.
    package var isLate: Bool { days > plan.rhythm.grace }

    /// The test that is due on a day; nil if none is.
    package init?(_ person: Person, last: CalendarDay?, on today: CalendarDay) {
        guard let plan = person.followUp?.plan, let due = plan.due(after: last), due <= today
        else { return nil }
        self.person = person
        self.plan = plan
        self.due = due
        self.last = last
        days = today.daysSince1970 - due.daysSince1970
    }

    /// Writes the person, the day, and whether the test is late.
    package func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "person": person, "rhythm": plan.rhythm, "due": due, "last": orNull(last),
            "days": days, "isLate": isLate,
        ])
    }
}

extension RecordKeeping {
    /// The tests that are due on a day by the plans of all people, the earliest due first.
    package func dueTests(on today: CalendarDay) throws(RecordError) -> [DueTest] {
        var found: [DueTest] = []
        var query = PersonQuery(isFollowed: true, limit: 500)
        while case let page = try people(query), let end = page.last {
            for person in page {
                if let test = DueTest(person, last: try lastTest(of: person.key), on: today) {
                    found.append(test)
                }
            }
            query.after = end.key
        }
        return found.sorted { ($0.due, $0.person.key) < ($1.due, $1.person.key) }
    }

    /// The day of a person's latest test that a plan counts; nil without one.
    private func lastTest(of person: RecordID) throws(RecordError) -> CalendarDay? {
        var query = TestQuery(person: person, states: [.finished], limit: 20)
        while case let page = try tests(query), let end = page.last {
            if let test = page.first(where: \.countsForPlan) { return test.began.day }
            query.after = TestQuery.Cursor(end)
        }
        return nil
    }
}

extension StoredTest {
    /// Whether a plan counts the test: it is finished and has an acuity, or came to its own end with
    /// a bound of it, such as "worse than 1.05". A test of one eye is enough, whichever it is.
    package var countsForPlan: Bool {
        state == .finished
            && (record.figure != nil || record.isComplete && record.estimate?.ifReliable != nil)
    }
}

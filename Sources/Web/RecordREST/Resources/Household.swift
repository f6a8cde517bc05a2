internal import Acuity
internal import HTTP
internal import RecordExports
internal import RecordStore
internal import Records

extension RecordInterface {
    /// The routes of the home page and of the plans of tests.
    static let householdRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/household", name: "readHousehold",
            summary: "People with the latest test of each eye, the latest tested first",
            permission: .readTests, answer: "Household", act: household),
        DescribedRoute(
            method: "GET", path: "/due", name: "listDue",
            summary: "Tests that are due by plan, and the confirmed changes of the last 30 days",
            permission: .readTests, answer: "Due"
        ) { call in
            guard call.seesNames else { throw Refusal.refused(.readPeople) }
            let today = call.desk.now().day
            let due = try call.store.dueTests(on: today)
            let alerts = try call.store.changeAlerts(from: ChangeAlert.firstDay(before: today))
            try call.store.note(.search, of: nil, by: call.author)
            return call.answer(["tests": due, "alerts": alerts] as JSONObject)
        },
    ]

    /// Maximum number of people of a household, and of tests of each that are read.
    private static let (mostPeople, mostTests) = (50, 40)

    private static func household(_ call: RESTCall) throws -> Reply.Content {
        guard call.seesNames else { throw Refusal.refused(.readPeople) }
        let people = try call.store.people(PersonQuery(limit: mostPeople))
        try call.store.note(.search, of: nil, by: call.author)
        let today = call.desk.now().day
        var changes = ChangeReader(call.store)
        let members = try people.map { person in
            let tests = try call.store.tests(
                TestQuery(person: person.key, states: [.finished, .interrupted], limit: mostTests))
            return try Member(person, tests, on: today) { try changes.change(of: $0) }
        }
        let latest = members.sorted { ($0.last?.milliseconds ?? 0) > ($1.last?.milliseconds ?? 0) }
        return call.answer(["items": latest] as JSONObject)
    }

    /// A person with the latest test of each eye, and the choices of the latest sitting.
    private struct Member: Encodable {
        let person: Person
        private let latest: [StoredTest]
        private let summaries: [TestSummary]
        /// The day on which the next test is due by plan; nil without a plan.
        private let due: CalendarDay?
        private let daysUntilDue: Int?
        private let sitting: [StoredTest]

        /// The beginning of the latest test; nil without one.
        var last: Moment? { latest.map(\.began).max() }

        /// A person.
        ///
        /// - Parameters:
        ///   - tests: the latest first.
        ///   - change: reads how a test compares with earlier ones.
        init(
            _ person: Person, _ tests: [StoredTest], on today: CalendarDay,
            change: (StoredTest) throws -> AcuityChange?
        ) throws {
            self.person = person
            let finished = tests.filter { $0.state == .finished }
            latest = [Eye.right, .left, .both].compactMap { eye in
                finished.first { $0.eye == eye }
            }
            due = person.followUp?.plan?.due(
                after: tests.first(where: \.countsForPlan)?.began.day)
            daysUntilDue = due.map { $0.daysSince1970 - today.daysSince1970 }
            summaries = try latest.map {
                TestSummary($0, change: try change($0), seesNames: true)
            }
            sitting = tests.filter { $0.sitting == tests.first?.sitting }.reversed()
        }

        func encode(to encoder: any Encoder) throws {
            let first = sitting.first
            try encoder.write([
                "person": person, "latest": summaries,
                "due": orNull(due), "daysUntilDue": orNull(daysUntilDue),
                "usual": orNull(
                    first.map { test -> JSONObject in
                        [
                            "eyes": sitting.map(\.eye.rawValue),
                            "correction": orNull(test.circumstances.correction),
                            "distanceMetres": rounded(test.record.setup.distance.metres),
                        ]
                    }),
            ])
        }
    }
}

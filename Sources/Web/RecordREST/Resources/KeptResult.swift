package import Acuity
internal import HTTP
package import RecordStore
internal import Records
package import TestPages

/// The result of a kept test with the other eye of its sitting, as the patient's page showed it.
struct KeptResult {
    /// The tests of the sitting, the earliest first.
    let tests: [StoredTest]
    /// The person; nil for nobody, and for a caller who may not read names.
    let person: Person?
    /// Whether the caller may read the name that was typed at the lane.
    let seesNames: Bool
    /// The comparison with the person's tests before the sitting, by eye.
    let earlier: [Eye: EarlierResult]
    /// A sentence about the next step by eye and language.
    let nextSteps: [Eye: [String: String]]

    /// The result as the page receives it.
    var json: JSONObject {
        let first = tests.first
        let sitting = first?.record.setup.sitting.map { ", sitting \($0)" } ?? ""
        let date = tests.compactMap(\.end).max() ?? first?.began
        var json = PatientView.result(
            tests.map(\.record), notes: first.map(Self.notes) ?? [],
            date: (date?.dayAndMinute ?? "") + sitting, chooses: false,
            trouble: first?.state == .voided ? "This test was declared a mistake." : nil,
            earlier: earlier, nextSteps: nextSteps
        ).json(number: 0)
        let typed = seesNames ? tests.compactMap(\.circumstances.enteredName).first : nil
        json.add([
            "person": orNull(person?.title ?? typed),
            "correction": orNull(first?.circumstances.correction.map(Self.pageName)),
            "program": orNull(first?.circumstances.software.map(Self.program)),
            "tests": tests.map { ["id": $0.id, "eye": $0.eye.rawValue] as JSONObject },
        ])
        return json
    }

    /// The notes on the screen; none for a test without one.
    private static func notes(_ test: StoredTest) -> [String] {
        let setup = test.record.setup
        guard let isMeasured = setup.isCalibrated else { return [] }
        let screen = test.circumstances.screen?.pixelsPerMillimetre
        // A record of another program may lack the screen that was measured.
        if isMeasured, screen == nil { return [] }
        return ScreenNotes.words(
            pixelsPerMillimetre: isMeasured ? screen : nil,
            followsDistance: setup.viewing != nil, distance: setup.distance, range: setup.range)
    }

    /// The correction as the pages name it.
    private static func pageName(_ correction: Correction) -> String {
        correction == .contactLenses
            ? BeginRequest.Correction.contacts.rawValue : correction.rawValue
    }

    /// The program as the patient's page names it: "Aloud 0.2.0".
    private static func program(_ software: String) -> String {
        software.hasPrefix("aloud ") ? "A" + software.dropFirst() : software
    }
}

extension RecordInterface {
    /// The route of the result cards.
    static let cardRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/tests/{test}/card", name: "readCard",
            summary: "The result of a test and of its sitting, as the patient's page shows it",
            permission: .readTests, answer: "Card"
        ) { call in
            let asked = try call.test()
            let store = call.store
            let ended = try store.tests(
                TestQuery(
                    sitting: asked.sitting, states: [.finished, .interrupted], limit: mostOfSitting)
            )
            // A test that is declared a mistake is shown alone.
            let tests =
                switch asked.state {
                case .running: [StoredTest]()
                case .voided: [asked]
                case .finished, .interrupted: Array(ended.reversed())
                }
            for test in tests { try store.note(.view, of: test.id, by: call.author) }
            var earlier: [Eye: EarlierResult] = [:]
            var changes: [RecordID: AcuityChange] = [:]
            if let person = try asked.person.flatMap(store.person), asked.state != .voided {
                let history = try store.tests(
                    TestQuery(person: person.key, limit: AcuityHistory.mostTests))
                let last = tests.map(\.began.milliseconds).max() ?? 0
                let past = AcuityHistory(
                    history.filter { $0.began.milliseconds <= last }, followUp: person.followUp)
                earlier = past.earlierResults(in: asked.sitting)
                for point in past.eyes.flatMap(\.points) { changes[point.test.id] = point.change }
            }
            var nextSteps: [Eye: [String: String]] = [:]
            // As on the live page, a test of contrast has no next step.
            for test in tests
            where asked.state != .voided && test.record.setup.quantity == .acuity {
                nextSteps[test.eye] = call.desk.nextSteps?.sentences(
                    for: NextStepSituation(after: test.record, change: changes[test.id]))
            }
            let result = KeptResult(
                tests: tests, person: try call.seesNames ? asked.person.flatMap(store.person) : nil,
                seesNames: call.seesNames, earlier: earlier, nextSteps: nextSteps)
            return call.answer(result.json)
        }
    ]

    /// Maximum number of tests of a sitting that a card has.
    private static let mostOfSitting = 20
}

extension AcuityHistory {
    /// The comparison of the tests of a sitting with the person's earlier tests, by eye. An eye
    /// without an earlier test in the same series has none.
    package func earlierResults(in sitting: RecordID) -> [Eye: EarlierResult] {
        comparisons(in: sitting).compactMapValues { test, before in
            before.map {
                EarlierResult(
                    day: $0.test.began.day.description, acuity: $0.figure,
                    state: test.change?.finding.state,
                    since: test.change?.since.description,
                    isWorse: test.change?.finding.isWorse ?? false)
            }
        }
    }
}

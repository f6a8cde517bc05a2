internal import RecordStore
internal import Records
internal import TestPages

/// The next test as a page sends it.
private struct NextFields: Decodable {
    var person: RecordID?
    var correction: Correction?
    var goesOn: RecordID?
}

extension RecordInterface {
    /// The routes of the lane, and of the audit trail.
    static let laneRoutes: [Route] = [
        Route(
            method: "GET", path: "/next", name: "readNext",
            summary: "The person of the lane's next test", permission: .readPeople,
            answer: "NextTest", act: next),
        Route(
            method: "PUT", path: "/next", name: "chooseNext",
            summary:
                "Choose the person of the lane's next test, or an interrupted test that goes on",
            permission: .writeTests, body: "Next", answer: "NextTest"
        ) { call in
            let wanted: NextFields = try call.read()
            var choice = NextTest.Choice(
                person: wanted.person, correction: wanted.correction, goesOn: wanted.goesOn)
            if let key = wanted.person {
                guard try call.store.person(key) != nil else { throw RecordError.notFound }
            }
            if let id = wanted.goesOn {
                guard let test = try call.store.test(id), test.state == .interrupted else {
                    throw RecordError.notFound
                }
                choice.person = test.person
                choice.correction = test.circumstances.correction
            }
            call.desk.next.choose(
                choice.person == nil && choice.goesOn == nil ? nil : choice)
            return try next(call)
        },
        Route(
            method: "GET", path: "/trail", name: "readTrail",
            summary: "The audit trail, in order", permission: .administer,
            query: [
                .init(
                    name: "after", schema: .whole(0...Int.max >> 11),
                    note: "Only entries after this number."),
                .init(name: "limit", schema: .whole(1...500), note: "The most entries."),
            ], answer: "Trail"
        ) { call in
            let after = call.request.query["after"].flatMap { Int($0) } ?? 0
            let entries = try call.store.trail(after: after, limit: call.limit)
            let next = entries.count == call.limit ? entries.last?.number : nil
            return call.answer(["items": entries, "next": orNull(next)] as JSONObject)
        },
    ]

    /// The choice for the next test, in words for the page.
    private static func next(_ call: RESTCall) throws -> Reply.Content {
        guard let choice = call.desk.next.current else {
            return call.answer(["words": orNull(String?.none)] as JSONObject)
        }
        let person = try choice.person.flatMap { try call.store.person($0) }
        let words = [
            person?.title ?? "the person of the interrupted test", choice.correction?.words,
            choice.goesOn == nil ? nil : "where it was interrupted",
        ].compactMap { $0 }
        return call.answer(
            [
                "words": words.joined(separator: ", "), "person": choice.person,
                "correction": choice.correction, "goesOn": choice.goesOn,
            ] as JSONObject)
    }
}

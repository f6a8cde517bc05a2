internal import RecordStore
internal import Records
internal import TestPages

/// A test as a program sends it.
private struct NewTest: Decodable {
    var test: StoredTest
    var events: [StoredEvent]?
}

/// An event as a program sends it; its number stands in the address.
private struct NewEvent: Decodable {
    var at: Moment
    var text: String
}

extension RecordInterface {
    private static let isNew: [(status: Int, words: String)] = [
        (201, "Added"), (200, "It was there before"),
    ]

    /// The routes of programs that conduct tests. Each request may be sent again: it is carried out
    /// once.
    static let runningTestRoutes: [Route] = [
        Route(
            method: "PUT", path: "/tests/{test}", name: "putTest",
            summary: "Begin a test, or add a whole one that has ended", permission: .writeTests,
            body: "NewTest", statuses: isNew, answer: "TestSummary", act: put),
        Route(
            method: "PUT", path: "/tests/{test}/events/{number}", name: "putEvent",
            summary: "Add the next event of a running test", permission: .writeTests,
            body: "NewEvent", statuses: [(204, "Kept, and on the disk")]
        ) { call in
            let test = try call.key("test")
            guard let number = call.values["number"].flatMap({ Int($0) }),
                (0...1_000_000).contains(number)
            else { throw Problem.notFound }
            let event: NewEvent = try call.read()
            guard !event.text.contains("\n"), !event.text.contains("\0") else {
                throw Problem.malformed("An event is JSON on one line.")
            }
            try call.store.append(
                StoredEvent(number: number, at: event.at, text: event.text), to: test)
            return Reply.Content(status: 204, type: "application/json", body: [])
        },
        Route(
            method: "PUT", path: "/tests/{test}/result", name: "putResult",
            summary: "Give a running test its result", permission: .writeTests, body: "Ending",
            answer: "TestSummary"
        ) { call in
            let ending: RecordCall.Ending = try call.read()
            let test = try call.test()
            // A result that is sent again changes nothing.
            let isThere = test.state == ending.state && test.record == ending.record
            if !isThere {
                try call.store.finish(
                    test.id, as: ending.state, with: ending.record,
                    circumstances: ending.circumstances, at: ending.at, by: call.author)
            }
            return call.answer(TestSummary(try call.test()))
        },
    ]

    private static func put(_ call: RESTCall) throws -> Reply.Content {
        let new: NewTest = try call.read()
        guard new.test.id == (try call.key("test")) else {
            throw Problem.malformed("The test in the body is not the test of the address.")
        }
        var test = new.test
        test.version = 1
        let isNew: Bool
        if let known = try call.store.test(test.id) {
            // The same test, at most further on.
            guard known.began == test.began, known.sitting == test.sitting else {
                throw RecordError.exists
            }
            isNew = false
        } else if test.state == .running {
            guard new.events?.isEmpty ?? true else {
                throw Problem.malformed("Begin the test first, then send each event.")
            }
            try call.store.begin(test, by: call.author)
            isNew = true
        } else {
            isNew = try call.store.add(test, events: new.events ?? [], by: call.author)
        }
        return call.answer(TestSummary(try call.test()), status: isNew ? 201 : 200)
    }
}

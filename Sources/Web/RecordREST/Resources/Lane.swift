internal import Acuity
internal import HTTP
internal import RecordStore
internal import Records
internal import TrialRecords
internal import Trials

/// The next test as a page sends it.
private struct NextFields: Decodable {
    var person: RecordID?
    var correction: Correction?
    var goesOn: RecordID?
    var eyes: [Eye]?
    var distanceMetres: Double?
    var lane: String?
}

extension RecordInterface {
    /// The routes of the lane, and of the audit trail.
    static let laneRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/next", name: "readNext",
            summary: "The person of the lane's next test", permission: .readPeople,
            answer: "NextTest", act: next),
        DescribedRoute(
            method: "PUT", path: "/next", name: "chooseNext",
            summary:
                "Choose the person of the lane's next test, or an interrupted test to resume",
            permission: .writeTests, body: "Next", answer: "NextTest"
        ) { call in
            let wanted: NextFields = try call.read()
            var choice = NextTest.Choice(
                person: wanted.person, correction: wanted.correction, goesOn: wanted.goesOn,
                eyes: wanted.eyes,
                distance: wanted.distanceMetres.flatMap { try? Distance(metres: $0) })
            if let key = wanted.person {
                guard try call.store.person(key) != nil else { throw RecordError.notFound }
                // Today's list knows the eyes and the correction of an order.
                let expected = try call.store.expectedPeople(on: call.desk.now().day)
                    .first { $0.person == key }
                choice.eyes = choice.eyes ?? expected?.eyes
                choice.correction = choice.correction ?? expected?.correction
            }
            if let id = wanted.goesOn {
                guard let test = try call.store.test(id), test.state == .interrupted else {
                    throw RecordError.notFound
                }
                choice.person = test.person
                choice.correction = test.circumstances.correction
            }
            if let lane = wanted.lane, lane != call.desk.lane() {
                return try send(choice, to: lane, in: call)
            }
            call.desk.next.choose(
                choice.person == nil && choice.goesOn == nil ? nil : choice, by: call.caller.name)
            return try next(call)
        },
        DescribedRoute(
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
            try call.store.note(.view, of: nil, by: call.author)
            return call.answer(["items": entries, "next": orNull(next)] as JSONObject)
        },
    ]

    /// Sends the next test to another lane; a choice without a person takes it back.
    private static func send(
        _ choice: NextTest.Choice, to lane: String, in call: RESTCall
    ) throws -> Reply.Content {
        guard choice.goesOn == nil else {
            throw Refusal(
                status: 422, code: "invalid",
                title: "An interrupted test can be resumed only on the lane of this page.")
        }
        let sent = choice.person.map {
            SentTest(
                person: $0, correction: choice.correction, eyes: choice.eyes,
                author: call.caller.name, at: call.desk.now())
        }
        do throws(RecordError) { try call.store.send(sent, to: lane, by: call.author) } catch {
            guard case .notFound = error else { throw error }
            throw Refusal(
                status: 422, code: "invalid", title: "No lane of this name is open.")
        }
        return try next(call)
    }

    /// The choice for the next test, in words for the page.
    private static func next(_ call: RESTCall) throws -> Reply.Content {
        guard let choice = call.desk.next.current?.choice else {
            return call.answer(
                ["words": orNull(String?.none), "end": call.desk.next.end] as JSONObject)
        }
        let person = try choice.person.flatMap { try call.store.person($0) }
        let name: String?
        if call.caller.may(.readPeople) {
            name = person?.title
            if let person { try call.store.note(.view, of: person.key, by: call.author) }
        } else {
            name = person.map { _ in "a person" }
        }
        let words = [
            name ?? "the person of the interrupted test", choice.correction?.words,
            choice.goesOn == nil ? nil : "where it was interrupted",
        ].compactMap { $0 }
        return call.answer(
            [
                "words": words.joined(separator: ", "), "person": choice.person,
                "correction": choice.correction, "goesOn": choice.goesOn,
            ] as JSONObject)
    }
}

/// A test as a program sends it.
private struct NewTest: Decodable {
    var test: StoredTest
    var events: [StoredEvent]?
}

/// An event as a program sends it; its number is in the address.
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
    static let runningTestRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "PUT", path: "/tests/{test}", name: "putTest",
            summary: "Begin a test, or add a whole one that has ended", permission: .writeTests,
            body: "NewTest", statuses: isNew, answer: "TestSummary", act: put),
        DescribedRoute(
            method: "PUT", path: "/tests/{test}/events/{number}", name: "putEvent",
            summary: "Add the next event of a running test", permission: .writeTests,
            body: "NewEvent", statuses: [(204, "Kept, and on the disk")]
        ) { call in
            let test = try call.ownTest().id
            guard let number = call.values["number"].flatMap({ Int($0) }),
                (0...1_000_000).contains(number)
            else { throw Refusal.notFound }
            let event: NewEvent = try call.read()
            let next = StoredEvent(number: number, at: event.at, text: event.text)
            try next.checkText()
            do { try call.store.append(next, to: test) } catch RecordError.gap {
                // Either this number has another text, or an event before it is missing.
                let isThere = try call.store.events(of: test).contains { $0.number == number }
                throw isThere ? Refusal.otherEvent : RecordError.gap
            }
            return Reply.Content(status: 204, type: "application/json", body: [])
        },
        DescribedRoute(
            method: "PUT", path: "/tests/{test}/result", name: "putResult",
            summary: "Give a running test its result", permission: .writeTests, body: "Ending",
            answer: "TestSummary"
        ) { call in
            let ending: TestEnding = try call.read()
            var test = try call.ownTest()
            // A repeated result changes nothing.
            let isThere = test.state == ending.state && test.record == ending.record
            if !isThere {
                (test.record, test.ended) = (ending.record, ending.at)
                try test.checkPossible(at: call.desk.now())
                guard ending.circumstances?.trial == nil else { throw Refusal.ofTrial }
                try call.store.finish(
                    test.id, as: ending.state, with: ending.record,
                    circumstances: ending.circumstances, at: ending.at, by: call.author)
            }
            let ended = try call.test()
            return call.answer(
                TestSummary(
                    ended, change: try call.store.change(of: ended), seesNames: call.seesNames))
        },
    ]

    private static func put(_ call: RESTCall) throws -> Reply.Content {
        let new: NewTest = try call.read()
        guard new.test.id == (try call.key("test")) else {
            throw Refusal.malformed("The test in the body is not the test of the address.")
        }
        var test = new.test
        test.version = 1
        let isNew: Bool
        if let known = try call.store.test(test.id) {
            // The same test of the same program, perhaps with later events.
            guard known.began == test.began, known.sitting == test.sitting,
                try call.isOwn(known.id)
            else { throw RecordError.exists }
            isNew = false
        } else {
            try test.checkPossible(at: call.desk.now())
            // No program can show that it follows a protocol.
            guard test.circumstances.trial == nil, try call.store.studies().chosen == nil else {
                throw Refusal.ofTrial
            }
            if test.state == .running {
                guard new.events?.isEmpty ?? true else {
                    throw Refusal.malformed("Begin the test first, then send each event.")
                }
                try call.store.begin(test, by: call.conductor)
                isNew = true
            } else {
                let events = new.events ?? []
                try StoredEvent.check(events)
                isNew = try call.store.add(test, events: events, by: call.conductor)
            }
        }
        return call.answer(
            TestSummary(try call.test(), seesNames: call.seesNames), status: isNew ? 201 : 200)
    }
}

internal import Acuity
internal import HTTP
internal import RecordExports
internal import RecordStore
internal import Records

/// The changes of a test as a program sends them. A member that is left out stays as it is.
private struct Amendment: Decodable {
    var person: RecordID??
    var correction: Correction??
    var note: String??
    var state: TestState?
    var reason: String

    private enum Name: CodingKey { case person, correction, note, state, reason }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        /// The value: nil if it is left out; a nil within for null.
        func value<Value: Decodable>(_ name: Name, _ type: Value.Type) throws -> Value?? {
            guard container.contains(name) else { return nil }
            return .some(try container.decodeIfPresent(type, forKey: name))
        }
        person = try value(.person, RecordID.self)
        correction = try value(.correction, Correction.self)
        note = try value(.note, String.self)
        state = try container.decodeIfPresent(TestState.self, forKey: .state)
        reason = try container.decode(String.self, forKey: .reason)
    }
}

extension RecordInterface {
    private static let pdf = DescribedRoute.Parameter(
        name: "pdf", schema: .flag,
        note: "Whether FHIR has the PDFs of the reports, whose printing takes 1 to 2 s each.")

    private static let filters: [DescribedRoute.Parameter] =
        [
            .init(name: "from", schema: .text(.day), note: "The first day."),
            .init(name: "through", schema: .text(.day), note: "The last day."),
            .init(
                name: "state", schema: .choice(TestState.allCases.map(\.rawValue)),
                note: "Only tests of this state."),
        ] + paging + [pdf]

    /// The routes of kept tests.
    static let testRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/people/{person}/tests", name: "listTestsOfPerson",
            summary: "The tests of a person, the latest first", permission: .readTests,
            query: filters, answer: "Tests", formats: Format.ofTests
        ) { call in
            let person = try call.person()
            return try tests(call.tests(of: person.key), of: person.key, call)
        },
        DescribedRoute(
            method: "GET", path: "/tests", name: "listTests",
            summary: "Tests, the latest first", permission: .readTests,
            query: [
                .init(name: "sitting", schema: .text(.id), note: "Only tests of this sitting."),
                .init(name: "nobody", schema: .flag, note: "Only tests without a person."),
            ] + filters, answer: "Tests", formats: Format.ofTests
        ) { call in try tests(call.tests(), of: nil, call) },
        DescribedRoute(
            method: "GET", path: "/formats", name: "listFormats",
            summary: "The formats of exports, with their media types", permission: .readTests,
            answer: "Formats"
        ) { call in
            func file(_ type: ExportFormat.FileType) -> JSONObject {
                ["mediaType": type.mediaType, "ending": orNull(type.ending)]
            }
            let items: [JSONObject] = ExportFormat.allCases.map {
                [
                    "name": $0.rawValue, "summary": $0.summary, "readers": $0.readers,
                    "test": orNull($0.file(of: .test).map(file)),
                    "list": orNull($0.file(of: .list).map(file)),
                ]
            }
            return call.answer(["items": items] as JSONObject)
        },
        DescribedRoute(
            method: "GET", path: "/tests/{test}", name: "readTest", summary: "A test",
            permission: .readTests, query: [pdf], answer: "Test", formats: Format.ofTest
        ) { call in
            let test = try call.test()
            let format = try call.format(Format.ofTest)
            guard format == .json else { return try call.export(test, as: format) }
            try call.store.note(.view, of: test.id, by: call.author)
            return call.answer(try content(of: test, call), version: test.version)
        },
        DescribedRoute(
            method: "PATCH", path: "/tests/{test}", name: "amendTest",
            summary:
                "Change the person or the circumstances of an ended test, or declare it a mistake",
            permission: .amend, needsVersion: true, body: "Amendment", answer: "Test", act: amend),
        DescribedRoute(
            method: "POST", path: "/tests/{test}/closing", name: "closeTest",
            summary: "Close a running test that its lane left an hour ago or earlier",
            permission: .amend, body: "Reason", answer: "Test"
        ) { call in
            let test = try call.test()
            let reason: Reason = try call.read()
            try call.store.closeAbandoned(
                test.id, at: call.desk.now(), by: call.caller.author(because: reason.reason),
                hearing: call.desk.hearing)
            let closed = try call.test()
            return call.answer(try content(of: closed, call), version: closed.version)
        },
        DescribedRoute(
            method: "POST", path: "/tests/{test}/erasure", name: "eraseTest",
            summary: "Erase a test", permission: .erase, body: "Reason", answer: "Erased"
        ) { call in
            let test = try call.test()
            let reason: Reason = try call.read()
            let count = try call.store.erase(
                test.id, by: call.caller.author(because: reason.reason))
            return call.answer(["tests": count] as JSONObject)
        },
        DescribedRoute(
            method: "GET", path: "/tests/{test}/events", name: "listEvents",
            summary: "The events of a test, in order", permission: .readTests, answer: "Events"
        ) { call in
            let test = try call.test()
            let events = try call.store.events(of: test.id)
            try call.store.note(.view, of: test.id, by: call.author)
            return call.answer(["items": events] as JSONObject)
        },
        DescribedRoute(
            method: "GET", path: "/tests/{test}/sound", name: "readSound",
            summary: "The sound of a test, if it is kept", permission: .export, formats: [.flac]
        ) { call in
            let test = try call.test()
            guard let sound = try call.store.sound(of: test.id) else { throw Refusal.noSound }
            try call.store.note(.export, of: test.id, by: call.author)
            return Reply.Content(type: Format.flac.type, body: sound)
        },
        DescribedRoute(
            method: "GET", path: "/tests/{test}/versions", name: "listVersions",
            summary: "The former versions of an amended test, in order", permission: .readTests,
            answer: "Versions"
        ) { call in
            let test = try call.test()
            let former = try call.store.formerVersions(of: test.id)
            try call.store.note(.view, of: test.id, by: call.author)
            let items: [JSONObject] = former.map {
                var test = $0.test
                if !call.seesNames { test.circumstances.leaveOutNames() }
                return [
                    "test": test, "changed": $0.changed, "by": $0.author.name,
                    "reason": orNull($0.author.reason),
                ]
            }
            return call.answer(["items": items] as JSONObject)
        },
    ]

    private static func tests(
        _ query: TestQuery, of person: RecordID?, _ call: RESTCall
    ) throws -> Reply.Content {
        let format = try call.format(Format.ofTests)
        guard format == .json else { return try call.export(query, of: person, as: format) }
        var query = query
        query.after = try call.cursor()
        query.limit = call.limit + 1
        let found = try call.store.tests(query)
        let tests = Array(found.prefix(call.limit))
        try call.store.note(person == nil ? .search : .view, of: person, by: call.author)
        return call.page(
            try summaries(of: tests, call),
            next: found.count > call.limit ? tests.last?.id : nil)
    }

    /// Tests with their changes.
    private static func summaries(
        of tests: [StoredTest], _ call: RESTCall
    ) throws -> [TestSummary] {
        var changes = ChangeReader(call.store)
        return try tests.map {
            TestSummary($0, change: try changes.change(of: $0), seesNames: call.seesNames)
        }
    }

    private static func amend(_ call: RESTCall) throws -> Reply.Content {
        let kept = try call.test()
        var test = kept
        let amendment: Amendment = try call.read()
        guard test.version == (try call.version()) else { throw RecordError.stale }
        if let person = amendment.person { try test.move(to: person, in: call.store) }
        if let correction = amendment.correction { test.circumstances.correction = correction }
        if let note = amendment.note { test.circumstances.note = note }
        if let state = amendment.state { test.state = state }
        let author = call.caller.author(because: amendment.reason)
        try test.check(amending: kept, by: author)
        // Without a change there is no new version, and peers get no correction.
        guard test != kept else {
            return call.answer(try content(of: kept, call), version: kept.version)
        }
        let amended = try call.store.amend(test, by: author)
        return call.answer(try content(of: amended, call), version: amended.version)
    }

    private static func content(of test: StoredTest, _ call: RESTCall) throws -> TestContent {
        TestContent(
            test, change: try call.store.change(of: test),
            events: try call.store.events(of: test.id).count,
            hasSound: try call.store.sound(of: test.id) != nil, seesNames: call.seesNames)
    }
}

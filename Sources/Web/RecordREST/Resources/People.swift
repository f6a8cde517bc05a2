internal import HTTP
internal import RecordStore
internal import Records

/// The fields of a person as a program sends them.
private struct PersonFields: Decodable {
    var id: String?
    var name: String?
    var birthDate: CalendarDay?
    /// Nil if it is left out; a nil within for null.
    var followUp: FollowUp??

    private enum Name: CodingKey { case id, name, birthDate, followUp }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        birthDate = try container.decodeIfPresent(CalendarDay.self, forKey: .birthDate)
        guard container.contains(.followUp) else { return }
        followUp = .some(try container.decodeIfPresent(FollowUp.self, forKey: .followUp))
    }
}

/// A search as a program sends it.
private struct Search: Decodable {
    var text: String?
    var from: CalendarDay?
    var through: CalendarDay?
    var after: RecordID?
    var limit: Int?
}

/// The reason of an erasure.
struct Reason: Decodable {
    var reason: String
}

extension RecordInterface {
    private static let after = DescribedRoute.Parameter(
        name: "after", schema: .text(.id), note: "The page after this one: 'next' of the former.")
    private static let limit = DescribedRoute.Parameter(
        name: "limit", schema: .whole(1...500), note: "The maximum number of items (default: 50).")
    static let paging = [after, limit]

    /// The routes of people.
    static let peopleRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/people", name: "listPeople", summary: "People by name",
            permission: .readPeople, query: paging, answer: "People"
        ) { call in
            try people(
                PersonQuery(
                    after: call.request.query["after"].flatMap { RecordID($0) }, limit: call.limit),
                call)
        },
        DescribedRoute(
            method: "POST", path: "/people/search", name: "searchPeople",
            summary: "People of a name, an identifier or the days of their tests",
            permission: .readPeople, body: "Search", answer: "People"
        ) { call in
            let search: Search = try call.read()
            return try people(
                PersonQuery(
                    text: search.text, from: search.from, through: search.through,
                    after: search.after, limit: search.limit ?? 50), call)
        },
        DescribedRoute(
            method: "POST", path: "/people", name: "addPerson", summary: "Add a person",
            permission: .writePeople, takesKey: true, body: "PersonFields",
            statuses: [(201, "Added, or added before with the same Idempotency-Key")],
            answer: "Person", act: add),
        DescribedRoute(
            method: "GET", path: "/people/{person}", name: "readPerson", summary: "A person",
            permission: .readPeople, answer: "Person"
        ) { call in
            let person = try call.person()
            try call.store.note(.view, of: person.key, by: call.author)
            return call.answer(person, version: person.version)
        },
        DescribedRoute(
            method: "PUT", path: "/people/{person}", name: "changePerson",
            summary: "Change a person", permission: .writePeople, needsVersion: true,
            body: "PersonFields", answer: "Person"
        ) { call in
            var person = try call.person()
            let fields: PersonFields = try call.read()
            guard person.version == (try call.version()) else { throw RecordError.stale }
            try Person.check(birthDate: fields.birthDate, on: call.desk.now().day)
            (person.id, person.name, person.birthDate) = (fields.id, fields.name, fields.birthDate)
            if let followUp = fields.followUp { person.followUp = followUp }
            let saved = try call.store.save(person, by: call.author)
            return call.answer(saved, version: saved.version)
        },
        DescribedRoute(
            method: "POST", path: "/people/{person}/erasure", name: "erasePerson",
            summary: "Erase a person with all their tests", permission: .erase, body: "Reason",
            answer: "Erased"
        ) { call in
            let person = try call.person()
            let reason: Reason = try call.read()
            let count = try call.store.erase(
                person.key, by: call.caller.author(because: reason.reason))
            return call.answer(["tests": count] as JSONObject)
        },
        DescribedRoute(
            method: "GET", path: "/people/{person}/history", name: "readHistory",
            summary: "The tests of a person, each eye by itself, with changes beyond chance",
            permission: .readTests, answer: "History"
        ) { call in
            var person = try call.person()
            let history = try AcuityHistory(of: person, in: call.store)
            let contrast = try ContrastHistory(of: person, in: call.store)
            let running = try call.store.tests(TestQuery(person: person.key, states: [.running]))
            if !call.caller.may(.readPeople) {
                person = Person(key: person.key, id: nil, name: nil, birthDate: nil)
                    .saved(as: person.version)
            }
            try call.store.note(.view, of: person.key, by: call.author)
            return call.answer(
                HistoryContent(
                    person, history, contrast, at: call.desk.now(), head: try call.store.head(),
                    running: running.count))
        },
    ]

    private static func people(_ query: PersonQuery, _ call: RESTCall) throws -> Reply.Content {
        if let after = query.after, try call.store.person(after) == nil {
            throw RESTCall.cursorGone
        }
        var query = query
        let limit = query.limit
        query.limit = limit + 1
        let found = try call.store.people(query)
        let people = Array(found.prefix(limit))
        try call.store.note(.search, of: nil, by: call.author)
        return call.page(people, next: found.count > limit ? people.last?.key : nil)
    }

    private static func add(_ call: RESTCall) throws -> Reply.Content {
        let fields: PersonFields = try call.read()
        guard fields.id != nil || fields.name != nil else {
            throw Refusal(
                status: 422, code: "invalid", title: "Give an identifier or a name.")
        }
        try Person.check(birthDate: fields.birthDate, on: call.desk.now().day)
        let new = Person(
            key: try call.newKey(), id: fields.id, name: fields.name, birthDate: fields.birthDate,
            followUp: fields.followUp ?? nil
        ).spelled
        let person: Person
        if let known = try call.store.person(new.key) {
            guard (known.id, known.name, known.birthDate) == (new.id, new.name, new.birthDate)
            else {
                throw Refusal(
                    status: 422, code: "keyUsed",
                    title: "This Idempotency-Key was used for another person. Take a new one.")
            }
            person = known
        } else {
            person = try call.store.save(new, by: call.author)
        }
        return call.answer(
            person, status: 201, version: person.version,
            headers: ["Location": "/api/v1/people/\(person.key)"])
    }
}

internal import Foundation
package import RecordStore
internal import Records
package import TestPages

/// The pages of the records: a search of people, and the history of each.
///
/// Names go in the bodies of requests and answers, never in an address.
package struct RecordPages: PagePart {
    private let store: any RecordKeeping
    private let key: String
    private let next: NextTest
    private let author: Author
    private let now: @Sendable () -> Moment

    /// The pages of a store.
    ///
    /// - Parameters:
    ///   - key: the key that each request must have; it is the fragment of the page's address.
    ///   - next: takes the person of the next test.
    ///   - author: the user of the program, for the audit trail.
    ///   - now: the clock.
    package init(
        _ store: any RecordKeeping, key: String, next: NextTest, author: Author,
        now: @escaping @Sendable () -> Moment
    ) {
        self.store = store
        self.key = key
        self.next = next
        self.author = author
        self.now = now
    }

    package var path: String { "/records" }

    package func knows(_ request: Request) -> Bool {
        let (given, key) = (Array((request.headers["x-aloud-key"] ?? "").utf8), Array(key.utf8))
        guard given.count == key.count else { return false }
        // In constant time.
        return zip(given, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        .content(try content(request))
    }

    private func content(_ request: Request) throws(Refusal) -> Reply.Content {
        if let file = Self.files[request.path] {
            guard request.method == "GET" else { throw .wrongMethod }
            return file
        }
        guard Self.acts.contains(request.path) else { throw .notFound }
        guard request.method == "POST" else { throw .wrongMethod }
        guard knows(request) else { throw .wrongCode }
        do throws(RecordError) {
            switch request.path {
            case "/records/people": return try people(request)
            case "/records/history": return try history(request)
            case "/records/person": return try addPerson(request)
            case "/records/next": return try choose(request)
            default: return try test(request)
            }
        } catch {
            return Self.trouble(error)
        }
    }

    private static let acts = ["people", "history", "test", "person", "next"].map {
        "/records/" + $0
    }

    private static let files: [String: Reply.Content] = [
        "/records": Reply.Content(
            type: "text/html; charset=utf-8", body: PackageResources.records_html),
        "/records/records.css": Reply.Content(
            type: "text/css", body: PackageResources.records_css),
        "/records/records.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.records_js),
        "/records/history.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.history_js),
    ]

    /// A search as the page sends it.
    private struct Search: Decodable {
        var words: String?
        var from: CalendarDay?
        var through: CalendarDay?
    }

    /// A person or a test as the page sends it.
    private struct Wanted: Decodable {
        var key: RecordID
    }

    private func people(_ request: Request) throws(RecordError) -> Reply.Content {
        let search: Search = try read(request)
        let words = search.words?.trimmingCharacters(in: .whitespaces)
        let query = PersonQuery(
            text: words, from: search.from, through: search.through, limit: Self.most)
        let people = try store.people(query)
        let nameless =
            words?.isEmpty == false
            ? []
            : try store.tests(
                TestQuery(
                    isOfNobody: true, from: search.from, through: search.through, limit: 20))
        try store.note(.search, of: nil, by: author)
        return Self.content(
            FoundPeople(
                people: people.map(PersonContent.init), isCut: people.count == Self.most,
                nameless: nameless.map { PointContent($0) }, next: try nextContent().words))
    }

    /// A new person as the page sends them.
    private struct NewPerson: Decodable {
        var id: String?
        var name: String?
        var birthDate: CalendarDay?
    }

    private func addPerson(_ request: Request) throws(RecordError) -> Reply.Content {
        let new: NewPerson = try read(request)
        func text(_ entered: String?) -> String? {
            let text = entered?.trimmingCharacters(in: .whitespaces) ?? ""
            return text.isEmpty ? nil : text
        }
        let entry = PersonEntry(
            id: text(new.id), name: text(new.name), birthDate: new.birthDate)
        guard let person = try entry.person(in: store, by: author, at: now()) else {
            throw .invalid("Enter an identifier or a name.")
        }
        return Self.content(PersonContent(person))
    }

    /// The next test as the page sends it.
    private struct Next: Decodable {
        var person: RecordID?
        var correction: Correction?
        var goesOn: RecordID?
    }

    private func choose(_ request: Request) throws(RecordError) -> Reply.Content {
        let wanted: Next = try read(request)
        var choice = NextTest.Choice(
            person: wanted.person, correction: wanted.correction, goesOn: wanted.goesOn)
        if let key = wanted.person {
            guard try store.person(key) != nil else { throw .notFound }
        }
        if let id = wanted.goesOn {
            guard let test = try store.test(id), test.state == .interrupted else {
                throw .notFound
            }
            choice.person = test.person
            choice.correction = test.circumstances.correction
        }
        next.choose(choice.person == nil && choice.goesOn == nil ? nil : choice)
        return Self.content(try nextContent())
    }

    /// The choice for the next test, in words for the page.
    private func nextContent() throws(RecordError) -> NextContent {
        guard let choice = next.current else { return NextContent(words: nil) }
        let person = try choice.person.map { key throws(RecordError) in try store.person(key) }
        let words = [
            (person ?? nil)?.title ?? "the person of the interrupted test",
            choice.correction?.words, choice.goesOn == nil ? nil : "where it was interrupted",
        ].compactMap { $0 }
        return NextContent(words: words.joined(separator: ", "))
    }

    private func history(_ request: Request) throws(RecordError) -> Reply.Content {
        let wanted: Wanted = try read(request)
        guard let person = try store.person(wanted.key) else { throw .notFound }
        let tests = try store.tests(TestQuery(person: person.key, limit: 1_000))
        try store.note(.view, of: person.key, by: author)
        return Self.content(
            HistoryContent(
                person, AcuityHistory(tests), at: now(), head: try store.head(),
                running: tests.filter { $0.state == .running }.count))
    }

    private func test(_ request: Request) throws(RecordError) -> Reply.Content {
        let wanted: Wanted = try read(request)
        guard let test = try store.test(wanted.key) else { throw .notFound }
        let count = try store.events(of: test.id).count
        try store.note(.view, of: test.id, by: author)
        return Self.content(TestContent(test, events: count))
    }

    /// The most people of a search.
    private static let most = 200

    private func read<Body: Decodable>(_ request: Request) throws(RecordError) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)) else {
            throw .invalid("Aloud cannot read this request. Reload the page.")
        }
        return body
    }

    private static func content(_ value: some Encodable) -> Reply.Content {
        Reply.Content(type: "application/json", body: Array((value.jsonText + "\n").utf8))
    }

    /// The answer where the store cannot do as asked.
    private static func trouble(_ error: RecordError) -> Reply.Content {
        struct Trouble: Encodable {
            var refused: String
            var reason: String
        }
        let status: Int
        switch error {
        case .notFound: status = 404
        case .invalid: status = 400
        default: status = 503
        }
        var content = content(Trouble(refused: "records", reason: error.description))
        content.status = status
        return content
    }
}

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
    private let author: Author
    private let now: @Sendable () -> Moment

    /// The pages of a store.
    ///
    /// - Parameters:
    ///   - key: the key that each request must have; it is the fragment of the page's address.
    ///   - author: the user of the program, for the audit trail.
    ///   - now: the clock.
    package init(
        _ store: any RecordKeeping, key: String, author: Author,
        now: @escaping @Sendable () -> Moment
    ) {
        self.store = store
        self.key = key
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

    package func answer(_ request: Request) throws(Refusal) -> Reply.Content {
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
            default: return try test(request)
            }
        } catch {
            return Self.trouble(error)
        }
    }

    private static let acts = ["/records/people", "/records/history", "/records/test"]

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
                nameless: nameless.map { PointContent($0) }))
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

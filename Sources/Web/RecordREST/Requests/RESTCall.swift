internal import Foundation
internal import HTTP
internal import RecordStore
internal import Records

/// A request of a known caller, with its parts read.
struct RESTCall: Sendable {
    let route: DescribedRoute
    let request: Request
    /// The caller; for a route without a permission the user of the machine may be unknown.
    let caller: Caller
    let desk: RecordInterface
    let values: [String: String]
    /// Whether the page has left, so that nobody needs an export.
    let isLeft: Reply.Departure

    var store: any RecordKeeping { desk.store }
    /// The caller as the author of a change.
    var author: Author { caller.author() }
    /// The caller as the author of a test that is conducted or added over this interface. The audit
    /// trail keeps the words.
    var conductor: Author { caller.author(because: Author.overInterface) }

    /// Whether the caller may read names of people.
    var seesNames: Bool { caller.may(.readPeople) }

    /// The key that the path names.
    func key(_ name: String) throws -> RecordID {
        guard let key = values[name].flatMap({ RecordID($0) }) else { throw Refusal.notFound }
        return key
    }

    /// The test that the path names.
    func test() throws -> StoredTest {
        guard let test = try store.test(try key("test")) else { throw RecordError.notFound }
        return test
    }

    /// Whether the caller began or added a test over this interface. A lane's own test belongs to
    /// no caller, whoever conducts it.
    func isOwn(_ test: RecordID) throws -> Bool { try store.origin(of: test) == conductor }

    /// The test that the path names, which is the caller's own; a refusal is in the audit trail.
    func ownTest() throws -> StoredTest {
        let test = try test()
        guard try isOwn(test.id) else {
            desk.note(refusalOf: .writeTests, to: caller, for: test.id)
            throw Refusal.notOwn
        }
        return test
    }

    /// The person that the path names.
    func person() throws -> Person {
        guard let person = try store.person(try key("person")) else { throw RecordError.notFound }
        return person
    }

    /// The body, which fits the form of the route.
    func read<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(request.body))
        } catch {
            throw Refusal.malformed(
                "The body does not match the schema in '/api/v1/openapi.json'."
            )
        }
    }

    /// Makes sure that the query and the body are as the route declares them.
    func check() throws {
        let known = Set(route.query.map(\.name))
        guard request.query.keys.allSatisfy(known.contains) else {
            throw Refusal.malformed(
                route.query.isEmpty
                    ? "This address takes no query."
                    : "The query may have \(route.query.map(\.name).joined(separator: ", ")).")
        }
        var faults: [Schema.Fault] = []
        for parameter in route.query {
            guard let text = request.query[parameter.name] else { continue }
            let value = Self.value(text, for: parameter.schema)
            faults += parameter.schema.faults(in: value, at: "?" + parameter.name)
        }
        guard faults.isEmpty else { throw Refusal.malformed("The query has a fault.", faults) }
        guard let body = route.body else { return }
        let type = (request.headers["content-type"] ?? "").split(separator: ";").first
        guard type?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
            throw Refusal(
                status: 415, code: "wrongType", title: "Send 'Content-Type: application/json'.")
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))
        else { throw Refusal.malformed("The body is not JSON.") }
        faults = Schema.named(body).faults(in: value)
        guard faults.isEmpty else { throw Refusal.malformed("The body has a fault.", faults) }
    }

    private static func value(_ text: String, for schema: Schema) -> JSONValue {
        switch schema {
        case .whole: Int(text).map { .number(Double($0)) } ?? .text(text)
        case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
        default: .text(text)
        }
    }

    /// The version that a change is for, from If-Match.
    func version() throws -> Int {
        guard let tag = request.headers["if-match"] else {
            throw Refusal(
                status: 428, code: "versionMissing",
                title: "Send 'If-Match' with the ETag of what you read.")
        }
        guard let match = tag.wholeMatch(of: #/"([1-9][0-9]{0,8})"/#), let version = Int(match.1)
        else { throw Refusal.malformed("'If-Match' is not an ETag of Aloud, such as '\"3\"'.") }
        return version
    }

    /// The key of a new person. A request that is sent again with its Idempotency-Key gets the same
    /// one.
    func newKey() throws -> RecordID {
        guard let key = request.headers["idempotency-key"] else { return RecordID(at: desk.now()) }
        guard key.wholeMatch(of: #/[A-Za-z0-9_-]{16,64}/#) != nil else {
            throw Refusal.malformed("'Idempotency-Key' must have 16 to 64 letters and digits.")
        }
        return RecordID(digest: desk.digest(Array("person\0\(caller.name)\0\(key)".utf8)))
    }

    /// Maximum number of items of a list.
    var limit: Int { request.query["limit"].flatMap { Int($0) } ?? 50 }

    /// The query of tests that the request asks for, without its page.
    func tests(of person: RecordID? = nil) -> TestQuery {
        let query = request.query
        return TestQuery(
            person: person, sitting: query["sitting"].flatMap { RecordID($0) },
            isOfNobody: query["nobody"] == "true",
            states: query["state"].flatMap { TestState(rawValue: $0) }.map { [$0] },
            from: query["from"].flatMap { CalendarDay($0) },
            through: query["through"].flatMap { CalendarDay($0) })
    }

    /// The cursor of a page in a list of tests.
    func cursor() throws -> TestQuery.Cursor? {
        guard let after = request.query["after"].flatMap({ RecordID($0) }) else { return nil }
        guard let test = try store.test(after) else { throw Self.cursorGone }
        return TestQuery.Cursor(test)
    }

    static let cursorGone = Refusal(
        status: 404, code: "cursorGone",
        title: "The entry that 'after' names was erased. Read the list from its beginning.")

    // Answers.

    /// An answer in JSON.
    func answer(
        _ value: some Encodable, status: Int = 200, version: Int? = nil,
        headers: [String: String] = [:]
    ) -> Reply.Content {
        var headers = headers
        if let version { headers["ETag"] = "\"\(version)\"" }
        var content = Reply.Content.json(value, status: status)
        content.headers = headers
        return content
    }

    /// A page of a list.
    ///
    /// - Parameter next: the value of 'after' for the next page; nil at the end.
    func page<Item: Encodable>(_ items: [Item], next: RecordID?) -> Reply.Content {
        var headers: [String: String] = [:]
        // A search has its words in its body, so its next page has no address.
        if let next, request.method == "GET" {
            var query = request.query
            query["after"] = next.text
            let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            headers["Link"] = "<\(request.path)?\(text.joined(separator: "&"))>; rel=\"next\""
        }
        return answer(["items": items, "next": orNull(next)] as JSONObject, headers: headers)
    }
}

extension RecordID {
    /// An identifier made from a digest of at least 16 bytes: a UUID of version 8 (RFC 9562).
    init(digest: [UInt8]) {
        var bytes = Array(digest.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        // Five groups of hexadecimal digits are an identifier.
        self = RecordID(parts.joined(separator: "-"))!
    }
}

internal import HTTP
internal import RecordStore
internal import Records

/// A route of the interface with its description for the OpenAPI document.
struct DescribedRoute: Routed {
    /// "GET".
    let method: String
    /// The path with its parameters: "/people/{person}".
    let path: String
    /// The name of the operation: "readPerson".
    let name: String
    /// One sentence.
    let summary: String
    /// The permission that the caller needs; nil for everybody.
    let permission: Permission?
    /// The values of the query.
    var query: [Parameter] = []
    /// Whether a change must name the version that it changes, in If-Match.
    var needsVersion = false
    /// Whether a request may be sent again with the same Idempotency-Key.
    var takesKey = false
    /// The name of the body's schema; nil for no body.
    var body: String?
    /// The statuses of success, and their descriptions.
    var statuses: [(status: Int, words: String)] = [(200, "As asked for")]
    /// The name of the schema of a JSON answer; nil for no such answer.
    var answer: String?
    /// The other formats of the answer.
    var formats: [Format] = []
    /// Answers the request.
    let act: @Sendable (RESTCall) throws -> Reply.Content

    /// A value of the query.
    struct Parameter: Sendable {
        let name: String
        let schema: Schema
        let note: String
    }

    /// The names of the path's values.
    var pathNames: [String] {
        path.matches(of: #/\{(\w+)\}/#).map { String($0.1) }
    }
}

/// What a browser asks for, once it has been read whole.
public struct Request: Sendable, Equatable {
    /// "GET", "POST".
    public var method: String
    /// The path without its query, percent escapes resolved: "/pages/style.css".
    public var path: String
    /// The query's values by their names; of a name given twice the first counts.
    public var query: [String: String]
    /// The headers' values by their names in lower case; of a name given twice the first counts.
    public var headers: [String: String]
    /// What was sent with it.
    public var body: [UInt8]
    /// The device that it comes from, by its network address: a text to compare, not to read.
    public var peer: String

    /// A request.
    public init(
        _ method: String, _ path: String, query: [String: String] = [:],
        headers: [String: String] = [:], body: [UInt8] = [], peer: String = ""
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
    }
}

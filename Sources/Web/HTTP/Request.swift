internal import Foundation

/// A request that has been read whole.
package struct Request: Sendable, Equatable {
    /// "GET", "POST".
    package var method: String
    /// The path without its query, percent escapes resolved: "/pages/style.css".
    package var path: String
    /// Query values by name; the first one counts if a name is repeated.
    package var query: [String: String]
    /// Header values by lower-case name; the first one counts if a name is repeated.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]
    /// The sender's network address as an opaque text, for comparison only.
    package var peer: String
    /// The origin at which the browser reached the named proxy that passes the request on; nil for
    /// a request that came without one.
    package internal(set) var publicOrigin: String?

    /// A request.
    package init(
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

extension Request {
    /// The request with GET instead of HEAD.
    package var read: Request {
        var request = self
        if method == "HEAD" { request.method = "GET" }
        return request
    }

    /// Whether a program of this machine sent it over the loopback, and not through a proxy.
    package var isFromThisMachine: Bool {
        // 127.0.0.0/8, or the first half of ::1.
        publicOrigin == nil
            && (peer.hasPrefix("7f") && peer.utf8.count == 8 || peer == "0000000000000000")
    }

    /// The body as a value of JSON.
    ///
    /// - Throws: `Refusal.malformed`.
    package func json<Body: Decodable>() throws(Refusal) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
            throw .malformed
        }
        return body
    }
}

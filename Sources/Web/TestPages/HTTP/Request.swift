internal import Foundation
package import Platform

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

/// An answer to a request.
package enum Reply: Sendable {
    /// A complete answer.
    case content(Content)
    /// Server-sent events until the slot ends or the page disconnects (HTML Living Standard,
    /// section 9.2).
    case live(LiveText)
    /// An answer that takes its time: the closure runs on a thread of its own, and the server answers
    /// others meanwhile.
    case later(@Sendable () -> Content)

    /// A complete answer.
    package struct Content: Sendable, Equatable {
        /// The status code of RFC 9110.
        package var status: Int
        /// The media type: "application/json".
        package var type: String
        /// The bytes to send.
        package var body: [UInt8]
        /// A cookie to set, with its attributes; nil for none.
        package var cookie: String?
        /// Further headers by name: "ETag".
        package var headers: [String: String]
        /// A body that is too long for memory, sent instead of `body`; nil for none.
        package var file: SpooledFile?

        /// An answer.
        package init(
            status: Int = 200, type: String, body: [UInt8], cookie: String? = nil,
            headers: [String: String] = [:]
        ) {
            self.status = status
            self.type = type
            self.body = body
            self.cookie = cookie
            self.headers = headers
        }

        /// The answer to a request that was carried out.
        package static let done = Content(
            type: "application/json", body: Array("{\"done\":true}\n".utf8))
    }
}

/// Answers requests. It is called on the server's only thread, so it must not wait.
package protocol Responder: Sendable {
    /// Decides on a request whose head alone has arrived.
    func admit(_ head: Request) -> Admission

    /// The limit of a request's body, bytes; nil for that of the server's settings.
    func bodyLimit(of head: Request) -> Int?

    /// Answers a request.
    func respond(to request: Request) -> Reply
}

extension Responder {
    package func bodyLimit(of head: Request) -> Int? { nil }
}

/// The admission of a request, which determines the rate limit that it counts against.
package enum Admission: Sendable, Equatable {
    /// It has the session of the patient's page or the operator's key.
    case known
    /// It counts against the limit of its device.
    case stranger
    /// It is refused, whatever its body.
    case refused(Refusal)
}

/// The address and port of a server, and its limits.
package struct ServerSettings: Sendable, Equatable {
    /// The address of the interface, as digits: "127.0.0.1", "0.0.0.0", "::1".
    package var address: String
    /// The port; 0 lets the system choose a free one.
    package var port: Int
    /// Simultaneous connections; further ones wait.
    package var connections = 256
    /// Simultaneous connections of one device: a browser opens six, and the patient's and the
    /// operator's page may be open in two.
    package var connectionsOfOne = 16
    /// Limit of a request body, bytes.
    package var bodyBytes = 4_096
    /// Limit of a request line with its headers, bytes.
    package var headerBytes = 32_768
    /// The time that a connection may be idle within a request or an answer, seconds.
    package var patienceSeconds = 20
    /// Limit from one answer to the end of the next, seconds, however steadily the other side sends
    /// or reads; event streams are exempt. Checked at each heartbeat.
    package var deadlineSeconds = 30.0
    /// The interval at which an idle event stream is written to, so that a lost page is noticed,
    /// seconds.
    package var heartbeatSeconds = 5.0
    /// Requests per second of one device after its first burst. Pages with a session share a limit
    /// of the same size, whatever their device.
    package var requestsPerSecond = 200.0
    /// Requests of one device in a burst: fifty pages opened at once.
    package var burst = 1_000.0
    /// The bytes of the address of a reverse proxy, whose headers are believed; nil for none.
    package var proxy: [UInt8]?
    /// The certificate of the server; nil to serve without TLS.
    package var certificate: ServerCertificate?
    /// Devices with a rate limit of their own; the one not heard from for longest is forgotten
    /// first.
    package var devices = 256

    /// Settings for an address and port, with the usual limits.
    package init(address: String = "127.0.0.1", port: Int) {
        self.address = address
        self.port = port
    }

    /// Whether it listens at this machine's loopback.
    package var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }

    /// Whether only this machine can reach it: no proxy passes on what others send.
    package var isOfThisMachine: Bool { isLocal && proxy == nil }
}

/// A certificate with its key, as PEM.
package struct ServerCertificate: Sendable, Equatable {
    /// The certificate, with those between it and its authority.
    package let certificate: [UInt8]
    /// The private key.
    package let key: [UInt8]
    /// Whether browsers are to insist on TLS from now on (RFC 6797): not with an authority of our
    /// own, whose page is read without TLS.
    package let isForGood: Bool
    /// The names and addresses that it is for, which may then address the server; the first
    /// label may be "*".
    package let names: [String]

    /// The parameters as the properties of their names.
    package init(certificate: [UInt8], key: [UInt8], isForGood: Bool, names: [String] = []) {
        self.names = names
        self.certificate = certificate
        self.key = key
        self.isForGood = isForGood
    }
}

/// A running server.
package protocol RunningServer: AnyObject, Sendable {
    /// The port at which it listens.
    var port: Int { get }

    /// The address at which it listens, in digits as the system writes them.
    var address: String { get }

    /// Closes all connections and stops listening. Call it once.
    func stop()
}

extension Request {
    /// The same request for a whole answer: GET for HEAD.
    package var read: Request {
        var request = self
        if method == "HEAD" { request.method = "GET" }
        return request
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

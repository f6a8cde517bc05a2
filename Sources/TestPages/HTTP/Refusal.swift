/// Why a request is not answered as its sender wished.
public enum Refusal: Error, Sendable, Equatable {
    /// There is nothing at this path.
    case notFound
    /// The path takes requests of another kind.
    case wrongMethod
    /// The page calls this server by a name that it does not have, or comes from elsewhere.
    case foreign
    /// The request is not what the path takes.
    case malformed
    /// The page was not let in, or was long ago: it starts anew.
    case unknownSession
    /// Another page shows the test.
    case seatTaken
    /// The pairing code or the operator's key is missing or wrong.
    case wrongCode
    /// So many codes were wrong that none is looked at for a while.
    case lockedOut
    /// What was sent is larger than so many bytes.
    case tooLarge(Int)
    /// Too much is asked at a time.
    case tooMany
    /// It cannot be done now.
    case notNow

    /// The status code of RFC 9110, or of RFC 6585.
    public var status: Int {
        switch self {
        case .malformed: 400
        case .unknownSession, .wrongCode: 401
        case .foreign: 403
        case .notFound: 404
        case .wrongMethod: 405
        case .seatTaken, .notNow: 409
        case .tooLarge: 413
        case .tooMany, .lockedOut: 429
        }
    }

    /// A name for the page.
    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .unknownSession: "unknownSession"
        case .wrongCode: "wrongCode"
        case .lockedOut: "lockedOut"
        case .foreign: "foreign"
        case .notFound: "notFound"
        case .wrongMethod: "wrongMethod"
        case .seatTaken: "seatTaken"
        case .notNow: "notNow"
        case .tooLarge: "tooLarge"
        case .tooMany: "tooMany"
        }
    }

    /// The reason and the way out, for a person.
    public var words: String {
        switch self {
        case .malformed: "This is no request that Aloud understands."
        case .unknownSession: "Aloud does not know this page any more. Load it again."
        case .wrongCode: "The code is wrong. It is shown where Aloud was started."
        case .lockedOut:
            "Too many codes were wrong. Leave this page open: the code is tried again in half a"
                + " minute."
        case .foreign: "Aloud is not reached by this name. Use the address that it printed."
        case .notFound: "There is no such page. The test is at '/'."
        case .wrongMethod: "This address takes requests of another kind."
        case .seatTaken: "The test is shown by another page. Close that one first."
        case .notNow: "That cannot be done at this point of the test."
        case .tooLarge(let limit): "More was sent than the \(limit) bytes that are taken."
        case .tooMany: "Too much is asked at a time. Wait a moment."
        }
    }

    /// The refusal as an answer.
    public var content: Reply.Content {
        let text = "{\"refused\":\"\(name)\",\"reason\":\"\(words)\"}\n"
        return Reply.Content(status: status, type: "application/json", body: Array(text.utf8))
    }
}

/// What a browser gets.
public enum Reply: Sendable {
    /// A whole answer.
    case content(Content)
    /// Server-sent events that go on until the slot ends or the page goes away (HTML Living
    /// Standard, section 9.2).
    case live(LiveText)

    /// A whole answer.
    public struct Content: Sendable, Equatable {
        /// The status code of RFC 9110.
        public var status: Int
        /// The media type: "application/json".
        public var type: String
        /// What is sent.
        public var body: [UInt8]

        /// An answer.
        public init(status: Int = 200, type: String, body: [UInt8]) {
            self.status = status
            self.type = type
            self.body = body
        }

        /// What a page gets that asked for something to be done.
        package static let done = Content(
            type: "application/json", body: Array("{\"done\":true}\n".utf8))
    }
}

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

/// What answers requests. It is called on the server's one thread, so it must not wait.
public protocol Responder: Sendable {
    /// Who sends a request, of which only the head is known.
    func admit(_ head: Request) -> Admission

    /// Answers a request.
    func respond(to request: Request) -> Reply
}

/// How a request is let in, which decides whose share of the answers it takes.
public enum Admission: Sendable, Equatable {
    /// It has the session of the patient's page or the operator's key.
    case known
    /// It is answered as one of its device.
    case stranger
    /// It is refused whatever else it says.
    case refused(Refusal)
}

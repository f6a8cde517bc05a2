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

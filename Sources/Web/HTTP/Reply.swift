internal import Foundation
package import Platform

/// An answer to a request.
package enum Reply: Sendable {
    /// A complete answer.
    case content(Content)
    /// Server-sent events until the feed ends or the page disconnects (HTML Living Standard,
    /// section 9.2), with further headers by name.
    case live(any LiveFeed, headers: [String: String] = [:])
    /// A WebSocket until the conversation ends or the page disconnects (RFC 6455).
    case conversation(any Conversation)
    /// An answer that takes its time: the closure runs on its own thread, and the server answers
    /// others meanwhile.
    case later(@Sendable () throws(Refusal) -> Content)
    /// An answer that takes minutes. The server makes few of them at a time, apart from those of
    /// `later`. The closure asks between its parts whether its page has left, and then ends.
    case export(@Sendable (@escaping Departure) throws(Refusal) -> Content)

    /// Whether the page has closed its connection, so that nobody needs the answer. Any thread.
    package typealias Departure = @Sendable () -> Bool

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

        /// A value as JSON on one line, with the keys in alphabetical order.
        package static func json(_ value: some Encodable, status: Int = 200) -> Content {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                let body = try encoder.encode(value)
                return Content(status: status, type: "application/json", body: Array(body) + [10])
            } catch {
                preconditionFailure("an answer cannot be written as JSON: \(error)")
            }
        }

        /// The answer to a request that was carried out.
        package static let done = json(["done": true])
    }
}

/// Answers requests. It is called on the server's only thread, so it must not wait.
package protocol Responder: Sendable {
    /// Decides on a request when only its head has arrived.
    func admit(_ head: Request) -> Admission

    /// The limit of a request's body, bytes; nil for that of the server's settings.
    func bodyLimit(of head: Request) -> Int?

    /// Answers a request.
    func respond(to request: Request) -> Reply

    /// An English sentence in the language that a request prefers.
    func translate(_ sentence: String, for request: Request) -> Translation
}

extension Responder {
    package func translate(_ sentence: String, for request: Request) -> Translation {
        Translation.english(sentence, request)
    }

    /// A refusal as an answer to a request: a page for a person, in their language, and problem details
    /// for a program.
    package func content(_ refusal: Refusal, for request: Request) -> Reply.Content {
        refusal.content(for: request, translate: translate)
    }

    package func bodyLimit(of head: Request) -> Int? { nil }
}

/// The admission of a request, which determines the rate limit that it counts against.
package enum Admission: Sendable, Equatable {
    /// The request has the session of the patient's page or the operator's key.
    case known
    /// The request counts against the limit of its device.
    case stranger
    /// The request is refused before its body is read.
    case refused(Refusal)
}

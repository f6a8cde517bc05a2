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

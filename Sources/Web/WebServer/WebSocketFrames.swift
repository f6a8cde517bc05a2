internal import CGnuTLS
internal import Foundation
internal import HTTP

/// The opening of a WebSocket (RFC 6455, section 4.2).
enum WebSocketHandshake {
    /// The text that section 1.3 appends to the key.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The value of Sec-WebSocket-Accept for a request.
    ///
    /// - Throws: the reason that the request opens no WebSocket.
    static func accept(_ request: Request) throws(Refusal) -> String {
        func has(_ word: String, in name: String) -> Bool {
            (request.headers[name] ?? "").lowercased().split(separator: ",")
                .contains { $0.trimmingCharacters(in: .whitespaces) == word }
        }
        guard request.method == "GET", has("websocket", in: "upgrade"),
            has("upgrade", in: "connection"),
            request.headers["sec-websocket-version"] == "13"
        else { throw .noWebSocket }
        let key = request.headers["sec-websocket-key"] ?? ""
        guard Data(base64Encoded: key)?.count == 16 else { throw .malformed }
        return Data(digest(Array((key + suffix).utf8))).base64EncodedString()
    }

    /// SHA-1, which the standard requires. The corresponding C function is `gnutls_hash_fast`.
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        gnutls_hash_fast(GNUTLS_DIG_SHA1, bytes, bytes.count, &digest)
        return digest
    }
}

extension Refusal {
    /// The request is not one that opens a WebSocket.
    fileprivate static let noWebSocket = Refusal(
        status: 426, code: "noWebSocket", title: "Open a WebSocket at this address (RFC 6455).",
        headers: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
}

/// Frames of a WebSocket for a page (RFC 6455, section 5).
enum WebSocketFrame {
    /// The kinds of frames (section 11.8).
    enum Kind: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Whether it is a control frame, which is short and never split.
        var isControl: Bool { rawValue >= 8 }
    }

    /// A frame of a server, which is not masked.
    static func bytes(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
        var head: [UInt8] = [0x80 | kind.rawValue]
        switch content.count {
        case ...125: head.append(UInt8(content.count))
        case ...65_535:
            head += [126, UInt8(content.count >> 8), UInt8(content.count & 255)]
        default:
            head.append(127)
            head += (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }
        }
        return head + content
    }

    /// A frame that closes the connection for a reason.
    static func close(_ reason: WebSocketFault) -> [UInt8] {
        bytes(.close, [UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 255)])
    }
}

/// The reason for which a server closes a connection (RFC 6455, section 7.4.1).
enum WebSocketFault: UInt16, Error {
    case normal = 1000
    case goingAway = 1001
    case protocolError = 1002
    case unsupportedData = 1003
    case invalidText = 1007
    case policyViolation = 1008
    case tooLarge = 1009
}

/// Reads the frames of a page.
///
/// ```swift
/// var reader = WebSocketReader()
/// reader.add(bytes)
/// while let message = try reader.next() { … }
/// ```
struct WebSocketReader {
    /// A whole message of a page.
    enum Message: Equatable {
        case text(String)
        case binary([UInt8])
        case ping([UInt8])
        case pong
        case close
    }

    /// The longest message, bytes: a control line and 120 ms of sound are shorter.
    static let limit = 4_096

    private var bytes: [UInt8] = []
    /// The beginning of a message whose end is in later frames; nil between messages.
    private var begun: (kind: WebSocketFrame.Kind, content: [UInt8])?

    /// Nothing was received yet.
    init() {}

    /// Adds bytes from the page.
    mutating func add(_ new: some Sequence<UInt8>) { bytes += new }

    /// The next message; nil if it is not complete.
    ///
    /// - Throws: the fault of a page that does not keep to the standard.
    mutating func next() throws(WebSocketFault) -> Message? {
        while let (kind, isLast, content) = try frame() {
            switch kind {
            case .ping: return .ping(content)
            case .pong: return .pong
            case .close: return .close
            case .text, .binary, .continuation:
                guard (kind != .continuation) == (begun == nil) else { throw .protocolError }
                let all = (begun?.content ?? []) + content
                let first = begun?.kind ?? kind
                guard all.count <= Self.limit else { throw .tooLarge }
                begun = (first, all)
                guard isLast else { continue }
                begun = nil
                if first == .binary { return .binary(all) }
                guard let text = String(validating: all, as: UTF8.self) else {
                    throw .invalidText
                }
                return .text(text)
            }
        }
        return nil
    }

    /// Takes the next frame.
    private mutating func frame() throws(WebSocketFault) -> (WebSocketFrame.Kind, Bool, [UInt8])? {
        guard bytes.count >= 2 else { return nil }
        // No extension was agreed on, so the reserved bits are 0, and a page masks its frames.
        guard bytes[0] & 0x70 == 0, bytes[1] & 0x80 != 0,
            let kind = WebSocketFrame.Kind(rawValue: bytes[0] & 15)
        else { throw .protocolError }
        let isLast = bytes[0] & 0x80 != 0
        var length = Int(bytes[1] & 0x7F)
        if kind.isControl, !isLast || length > 125 { throw .protocolError }
        guard length < 127 else { throw .tooLarge }
        var start = 2
        if length == 126 {
            guard bytes.count >= 4 else { return nil }
            length = Int(bytes[2]) << 8 | Int(bytes[3])
            start = 4
        }
        guard length <= Self.limit else { throw .tooLarge }
        guard bytes.count >= start + 4 + length else { return nil }
        let mask = Array(bytes[start..<start + 4])
        let masked = bytes[(start + 4)..<(start + 4 + length)]
        let content = masked.enumerated().map { $1 ^ mask[$0 % 4] }
        bytes.removeFirst(start + 4 + length)
        return (kind, isLast, content)
    }
}

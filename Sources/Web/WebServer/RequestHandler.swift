internal import CMicrohttpd
internal import Glibc
internal import HTTP
internal import Platform
internal import Synchronization

/// Receives requests piece by piece from the library, and answers them.
final class RequestHandler: Sendable {
    let settings: ServerSettings
    let streams = LiveStreams()
    let connections = OpenConnections()
    let later = LaterAnswers("aloud web answers", atOnce: 4, most: 128)
    /// Each may run a browser and hold tens of megabytes: two leave processors to a test. Chosen,
    /// not measured.
    let exports = LaterAnswers("aloud web exports", atOnce: 2, most: 8)
    let sockets = WebSocketHub()
    private let responder: any Responder
    private let rates: Mutex<RequestRates>
    /// The texts of TLS, which live as long as the handler; nil without TLS.
    let secrets: TLSTexts?

    init(_ settings: ServerSettings, _ responder: any Responder) {
        self.settings = settings
        self.responder = responder
        rates = Mutex(RequestRates(settings))
        secrets = settings.certificate.map(TLSTexts.init)
    }

    /// Takes a piece of a request.
    func take(
        _ connection: OpaquePointer, method: String, path: String, piece: UnsafeRawBufferPointer,
        of context: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard let known = context.pointee else {
            return begin(connection, method: method, path: path, context)
        }
        // Set by `begin`, and released only by `requestCompleted`.
        let draft = Unmanaged<RequestDraft>.fromOpaque(known).takeUnretainedValue()
        guard piece.isEmpty else { return draft.add(piece) }
        if draft.isTooLarge {
            return refuse(connection, draft.request, .tooLarge(draft.bodyBytes))
        }
        if let begun = draft.later {
            guard let content = begun.content else { return .YES }
            connections.isAnswered(connection)
            return send(connection, content)
        }
        return answer(connection, draft)
    }

    /// Takes the head of a request, and refuses it before its body is sent if it can.
    private func begin(
        _ connection: OpaquePointer, method: String, path: String,
        _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        var request = Request(
            method, path, query: values(connection, .GET_ARGUMENT_KIND),
            headers: values(connection, .HEADER_KIND, lowercased: true),
            peer: connections.peer(of: connection))
        if let proxy = settings.proxy, connections.address(of: connection) == proxy {
            request = request.forwarded()
        }
        let limit = responder.bodyLimit(of: request) ?? settings.bodyBytes
        let draft = RequestDraft(request, bodyBytes: limit)
        context.pointee = Unmanaged.passRetained(draft).toOpaque()
        let admission = responder.admit(request)
        // Requests from pages of other sites count against no rate limit.
        if case .refused(let refusal) = admission { return refuse(connection, request, refusal) }
        let isAnswered = rates.withLock { rates in
            admission == .known ? rates.takesKnown() : rates.takes(request.peer)
        }
        guard isAnswered else { return refuse(connection, request, .tooMany) }
        if let length = request.headers["content-length"] {
            guard let bytes = Int(length), bytes <= limit else {
                return refuse(connection, request, .tooLarge(limit))
            }
        }
        return .YES
    }

    private func answer(_ connection: OpaquePointer, _ draft: RequestDraft) -> MHD_Result {
        switch responder.respond(to: draft.request) {
        case .content(let content): return send(connection, content)
        case .live(let live, let headers):
            connections.isLive(connection)
            return streams.open(live, headers: headers, on: connection)
        case .conversation(let conversation):
            return upgrade(connection, draft, to: conversation)
        case .later(let work):
            return begin(later, connection, draft) { (_) throws(Refusal) in try work() }
        case .export(let work): return begin(exports, connection, draft, work)
        }
    }

    /// Begins an answer that is made on another thread, or refuses its request.
    private func begin(
        _ answers: LaterAnswers, _ connection: OpaquePointer, _ draft: RequestDraft,
        _ work: @escaping @Sendable (@escaping Reply.Departure) throws(Refusal) -> Reply.Content
    ) -> MHD_Result {
        let begun = answers.begin(for: connection) { [responder, request = draft.request] isLeft in
            do throws(Refusal) { return try work(isLeft) } catch {
                return responder.content(error, for: request)
            }
        }
        guard let begun else { return refuse(connection, draft.request, .tooMany) }
        draft.later = begun
        // The work may take longer than the limit for a page's request.
        connections.isLive(connection)
        return .YES
    }

    /// Answers with a WebSocket, or refuses a request that is not the beginning of one.
    private func upgrade(
        _ connection: OpaquePointer, _ draft: RequestDraft, to conversation: any Conversation
    ) -> MHD_Result {
        do throws(Refusal) {
            let accepted = try WebSocketHandshake.accept(draft.request)
            guard
                let response = MHD_create_response_for_upgrade(
                    connectionUpgraded, Unmanaged.passUnretained(self).toOpaque())
            else { throw .failed }
            defer { MHD_destroy_response(response) }
            MHD_add_response_header(response, "Upgrade", "websocket")
            MHD_add_response_header(response, "Sec-WebSocket-Accept", accepted)
            draft.conversation = conversation
            connections.isLive(connection)
            return MHD_queue_response(
                connection, UInt32(MHD_HTTP_SWITCHING_PROTOCOLS), response)
        } catch {
            conversation.close()
            return refuse(connection, draft.request, error)
        }
    }

    private func refuse(
        _ connection: OpaquePointer, _ request: Request, _ refusal: Refusal
    ) -> MHD_Result {
        send(connection, responder.content(refusal, for: request))
    }

    private func send(_ connection: OpaquePointer, _ content: Reply.Content) -> MHD_Result {
        guard let response = Self.response(of: content) else { return .NO }
        defer { MHD_destroy_response(response) }
        Self.addHeaders(to: response, type: content.type)
        for (name, value) in content.headers { MHD_add_response_header(response, name, value) }
        if settings.certificate?.isForGood == true {
            MHD_add_response_header(
                response, "Strict-Transport-Security", "max-age=31536000; includeSubDomains")
        }
        if let cookie = content.cookie {
            MHD_add_response_header(response, "Set-Cookie", cookie)
        }
        return MHD_queue_response(connection, UInt32(content.status), response)
    }

    private static func response(of content: Reply.Content) -> OpaquePointer? {
        if let file = content.file {
            // The library closes its descriptor with the response.
            let own = dup(file.descriptor)
            guard own >= 0 else { return nil }
            return MHD_create_response_from_fd64(UInt64(file.count), own)
        }
        return content.body.withUnsafeBytes { bytes in
            // The library copies the bytes and does not write to them.
            MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY)
        }
    }

    /// The headers of every answer.
    static func addHeaders(to response: OpaquePointer, type: String) {
        MHD_add_response_header(response, "Content-Type", type)
        for (name, value) in SecurityHeaders.all {
            MHD_add_response_header(response, name, value)
        }
    }

    /// The headers or the query as a dictionary.
    private func values(
        _ connection: OpaquePointer, _ kind: MHD_ValueKind, lowercased: Bool = false
    ) -> [String: String] {
        var pairs: [(String, String)] = []
        withUnsafeMutablePointer(to: &pairs) { pointer in
            _ = MHD_get_connection_values(connection, kind, keepValue, pointer)
        }
        var values: [String: String] = [:]
        for (name, value) in pairs {
            let name = lowercased ? name.lowercased() : name
            if values[name] == nil {
                values[name] = value
            } else if lowercased, Request.forwardingHeaders.contains(name) {
                values[name]?.append(", \(value)")
            }
        }
        return values
    }
}

/// A request that is still arriving. Used by the server's thread only.
private final class RequestDraft {
    private(set) var request: Request
    private(set) var isTooLarge = false
    /// The limit of the body, bytes.
    let bodyBytes: Int
    /// The answer that is being worked on; nil before.
    var later: LaterAnswer?
    /// The conversation that waits for its WebSocket; nil before and after.
    var conversation: (any Conversation)?
    private var received = 0

    init(_ request: Request, bodyBytes: Int) {
        self.request = request
        self.bodyBytes = bodyBytes
    }

    /// The bytes of a body without a declared length that are read after its limit: Aloud's own choice.
    private static let mostLeft = 65_536

    /// Adds a piece of the body. A body that is too large is read up to a point, so that the
    /// refusal reaches the sender; then the connection is closed.
    func add(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
        received += piece.count
        if received > bodyBytes {
            isTooLarge = true
            request.body = []
            return received > bodyBytes + Self.mostLeft ? .NO : .YES
        }
        request.body += piece
        return .YES
    }
}

/// The library's callback for each piece of a request.
func requestArrived(
    _ handler: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let handler, let connection, let url, let method, let size, let context else {
        return .NO
    }
    let piece = UnsafeRawBufferPointer(start: data, count: size.pointee)
    // All of the piece is used.
    size.pointee = 0
    return Unmanaged<RequestHandler>.fromOpaque(handler).takeUnretainedValue().take(
        connection, method: String(cString: method), path: String(cString: url), piece: piece,
        of: context)
}

/// The library's callback at the end of a request, however it ended.
func requestCompleted(
    _ handler: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    if let handler, let connection {
        Unmanaged<RequestHandler>.fromOpaque(handler).takeUnretainedValue().connections
            .isAnswered(connection)
    }
    guard let known = context?.pointee else { return }
    context?.pointee = nil
    let draft = Unmanaged<RequestDraft>.fromOpaque(known).takeRetainedValue()
    // The connection ended before it became a WebSocket.
    draft.conversation?.close()
}

/// The library's callback for a connection that is a WebSocket from now on.
///
/// - Parameters:
///   - early: bytes that came after the request.
private func connectionUpgraded(
    _ handler: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?, _ early: UnsafePointer<CChar>?, _ count: Int,
    _ socket: MHD_socket, _ upgrade: OpaquePointer?
) {
    guard let handler, let context, let upgrade else { return }
    let draft = Unmanaged<RequestDraft>.fromOpaque(context).takeUnretainedValue()
    guard let conversation = draft.conversation else { return }
    draft.conversation = nil
    Unmanaged<RequestHandler>.fromOpaque(handler).takeUnretainedValue().sockets.add(
        WebSocket(
            socket, upgrade, conversation,
            early: Array(UnsafeRawBufferPointer(start: early, count: count))))
}

/// The library's callback for percent escapes in a path or a query. A text with a zero byte stays
/// escaped: the library would cut it there.
func textUnescaped(
    _ unused: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    guard let text else { return 0 }
    guard strstr(text, "%00") == nil else { return strlen(text) }
    return MHD_http_unescape(text)
}

/// The library's callback for each header or part of a query.
private func keepValue(
    _ pairs: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let pairs, let name else { return .NO }
    pairs.assumingMemoryBound(to: [(String, String)].self).pointee.append(
        (String(cString: name), value.map { String(cString: $0) } ?? ""))
    return .YES
}

/// Rate limits: one for each device, and one for the pages with a session, so that no device slows
/// down another or the test.
struct RequestRates {
    private let full: RequestRate
    private let most: Int
    private var known: RequestRate
    private var devices: [String: RequestRate] = [:]

    init(_ settings: ServerSettings) {
        full = RequestRate(perSecond: settings.requestsPerSecond, burst: settings.burst)
        most = settings.devices
        known = full
    }

    /// Counts a request of a page with a session; false if it exceeds the limit.
    mutating func takesKnown() -> Bool { known.takes() }

    /// Counts a request of a device; false if it exceeds the limit.
    mutating func takes(_ peer: String) -> Bool {
        if devices[peer] == nil, devices.count >= most,
            let oldest = devices.min(by: { $0.value.filled < $1.value.filled })
        {
            devices[oldest.key] = nil
        }
        var rate = devices[peer] ?? full
        defer { devices[peer] = rate }
        return rate.takes()
    }
}

/// The rate limit of one sender: a token bucket that holds one burst.
struct RequestRate {
    private let perSecond: Double
    private let burst: Double
    private var left: Double
    /// The time of the last counted request.
    private(set) var filled = ContinuousClock.now

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
        left = burst
    }

    /// Takes a token; false if there is none.
    mutating func takes() -> Bool {
        let now = ContinuousClock.now
        left = min(burst, left + filled.duration(to: now) / .seconds(1) * perSecond)
        filled = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}

package import HTTP
internal import Synchronization

/// Sends the events of listening to pages and programs on this machine, as server-sent events and
/// over WebSockets. WebSockets also take control lines.
///
/// One client at a time may also send the sound of its microphone, if the program allows it.
///
/// A client needs the token in the address, which is new at each start of the program. A page must
/// also have one of the origins given at the start; any other page is refused.
package final class EventPages: Responder {
    /// A kind of connection.
    package enum Kind: String, Sendable, CaseIterable {
        /// Server-sent events.
        case sse
        /// A WebSocket.
        case websocket

        /// The path of its address.
        var path: String { self == .sse ? "/events" : "/answers" }
        /// The scheme of its address.
        var scheme: String { self == .sse ? "http" : "ws" }
    }

    private struct State {
        var feeds: [ObjectIdentifier: EventFeed] = [:]
        var hosts: AllowedHosts?
        /// The event that each client gets first, with the present pause.
        var greeting: ListenEvent?
        /// The client whose microphone is heard.
        var speaker: ObjectIdentifier?
        var isEnded = false
    }

    private let kinds: Set<Kind>
    private let origins: Set<String>
    private let token = SecretWord.hexadecimal()
    private let control: ControlQueue
    private let sound: SoundReceiver?
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Takes the bytes that a client sent as sound, with the name of its connection.
    ///
    /// - Returns: whether the bytes are sound.
    package typealias SoundReceiver = @Sendable (_ bytes: [UInt8], _ connection: String) -> Bool

    /// Maximum number of clients at once.
    package static let mostClients = 8

    /// Pages that are served once `open` is called.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of connections.
    ///   - origins: the origins of pages that may connect: "https://lab.example".
    ///   - control: takes the lines of WebSockets.
    ///   - sound: takes the sound of a client's microphone; nil if clients must not send sound.
    ///   - now: the time by a clock that never runs backwards.
    package init(
        _ kinds: Set<Kind>, origins: [String], control: ControlQueue,
        sound: SoundReceiver? = nil, now: @escaping @Sendable () -> Duration
    ) {
        self.kinds = kinds
        self.origins = Set(origins.map { $0.lowercased() })
        self.control = control
        self.sound = sound
        self.now = now
    }

    /// Sets the port at which clients connect.
    ///
    /// - Returns: the address of each kind, with the token.
    package func open(at port: Int) -> [String: String] {
        state.withLock { $0.hosts = AllowedHosts(port: port) }
        return Dictionary(
            uniqueKeysWithValues: kinds.map { kind in
                (
                    kind.rawValue,
                    "\(kind.scheme)://127.0.0.1:\(port)\(kind.path)?token=\(token)"
                )
            })
    }

    /// Gives an event to all clients. Each has its own queue, so that a slow one delays nobody.
    package func put(_ event: ListenEvent) {
        let time = now()
        let feeds = state.withLock { state in
            switch event {
            case .ready: state.greeting = event
            case .pause: state.greeting = state.greeting?.greeting(isPaused: true)
            case .resume: state.greeting = state.greeting?.greeting(isPaused: false)
            case .end: state.isEnded = true
            default: break
            }
            return Array(state.feeds.values)
        }
        for feed in feeds { feed.put(event, at: time) }
    }

    package func admit(_ head: Request) -> Admission {
        if let refusal = refusal(of: head) { return .refused(refusal) }
        // Requests with a wrong token count against the limit of their sender.
        return isKnown(head) ? .known : .stranger
    }

    package func respond(to received: Request) -> Reply {
        let request = received.read
        guard let kind = kinds.first(where: { $0.path == request.path }) else {
            return .content(content(.notFound, for: request))
        }
        guard received.method == "GET" else {
            return .content(content(.wrongMethod(allowed: ["GET"]), for: request))
        }
        guard isKnown(request) else { return .content(content(.wrongToken, for: request)) }
        let made = state.withLock { state -> EventFeed? in
            guard state.feeds.count < Self.mostClients, !state.isEnded else { return nil }
            let feed = EventFeed(
                control: control, onSound: { [weak self] in self?.take($0, from: $1) ?? false },
                onClose: { [weak self] in self?.forget($0) })
            state.feeds[ObjectIdentifier(feed)] = feed
            if let greeting = state.greeting { feed.put(greeting, at: now()) }
            return feed
        }
        guard let feed = made else { return .content(content(.tooMany, for: request)) }
        guard kind == .sse else { return .conversation(feed) }
        // The page may read the events, because its origin is allowed.
        let origin = request.headers["origin"].map { ["Access-Control-Allow-Origin": $0] }
        return .live(feed, headers: origin ?? [:])
    }

    private func forget(_ feed: EventFeed) {
        state.withLock { state in
            state.feeds.removeValue(forKey: ObjectIdentifier(feed))
            if state.speaker == ObjectIdentifier(feed) { state.speaker = nil }
        }
    }

    /// Takes sound only from the first client that sends any, until that client disconnects.
    private func take(_ bytes: [UInt8], from feed: EventFeed) -> Bool {
        guard let sound else { return false }
        let isSpeaker = state.withLock { state in
            if state.speaker == nil { state.speaker = ObjectIdentifier(feed) }
            return state.speaker == ObjectIdentifier(feed)
        }
        return isSpeaker && sound(bytes, feed.name)
    }

    /// The reason to refuse a request whatever its token; nil if it may be answered.
    private func refusal(of request: Request) -> Refusal? {
        let host = request.headers["host"] ?? ""
        guard state.withLock({ $0.hosts?.has(host) == true }) else { return .foreign }
        // A browser sends the origin with every WebSocket, and with a request for events of another
        // origin.
        guard let origin = request.headers["origin"] else { return nil }
        return origins.contains(origin.lowercased()) ? nil : .unnamedOrigin
    }

    /// Whether a request has the token. Compares in constant time.
    private func isKnown(_ request: Request) -> Bool {
        let given = Array((request.query["token"] ?? "").utf8)
        let own = Array(token.utf8)
        guard given.count == own.count else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Refusal {
    /// The address lacks the token of this start, or has another.
    fileprivate static let wrongToken = Refusal(
        status: 401, code: "wrongToken",
        title: "The token is missing or wrong. Use the address that 'aloud listen' printed.")
    /// The page's origin is not allowed.
    fileprivate static let unnamedOrigin = Refusal(
        status: 403, code: "unnamedOrigin",
        title:
            "This page may not listen. Start 'aloud listen' with '--origin' and the page's origin.")
}

/// The events for one client.
final class EventFeed: Conversation {
    private struct State {
        var queue = EventQueue()
        var isEnded = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// A name that no other connection has.
    let name = SecretWord.hexadecimal()
    private let control: ControlQueue
    private let onSound: @Sendable ([UInt8], EventFeed) -> Bool
    private let onClose: @Sendable (EventFeed) -> Void

    /// A client that has received nothing.
    ///
    /// - Parameters:
    ///   - control: takes the lines that the client sends.
    ///   - onSound: takes the bytes that the client sends; returns whether the client may send
    ///     them.
    ///   - onClose: called when it has disconnected.
    init(
        control: ControlQueue, onSound: @escaping @Sendable ([UInt8], EventFeed) -> Bool,
        onClose: @escaping @Sendable (EventFeed) -> Void
    ) {
        self.control = control
        self.onSound = onSound
        self.onClose = onClose
    }

    /// Adds an event; nothing follows `end`.
    func put(_ event: ListenEvent, at time: Duration) {
        let wake = state.withLock { state in
            state.queue.add(event, at: time)
            if case .end = event { state.isEnded = true }
            return state.wake
        }
        wake?()
    }

    func onChange(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    func take() -> LiveText.Next {
        state.withLock { state in
            if let event = state.queue.take() { return .text(event.jsonText) }
            return state.isEnded ? .end : .nothing
        }
    }

    func receive(_ text: String) { control.put(text) }

    func receive(_ bytes: [UInt8]) -> Bool { onSound(bytes, self) }

    func close() {
        state.withLock { $0.wake = nil }
        onClose(self)
    }
}

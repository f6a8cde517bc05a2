internal import CMicrohttpd
internal import Foundation
internal import Glibc
internal import HTTP
internal import Synchronization

/// The WebSockets of a server, on one thread of their own, which starts with the first of them.
///
/// A page that does not read costs nothing: its texts wait in its conversation. A page that sends
/// too much, or does not answer a ping, is disconnected.
final class WebSocketHub: Sendable {
    private struct State {
        var arrived: [WebSocket] = []
        var isRunning = false
        var isClosing = false
    }

    private let state = Mutex(State())
    /// Both ends of a pipe. A byte in it wakes the thread.
    private let wakeEnds: (read: Int32, write: Int32)
    private let ended = DispatchSemaphore(value: 0)

    /// The time between two pings.
    private static let pingInterval = Duration.seconds(5)
    /// The time after which a page that sends nothing is taken for lost.
    private static let longestSilence = Duration.seconds(16)
    /// The time to send the last texts when the server ends.
    private static let farewell = Duration.milliseconds(500)
    /// The time in which a page can read why it is disconnected.
    private static let longestGoodbye = Duration.seconds(2)

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wakeEnds = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(wakeEnds.read)
        Glibc.close(wakeEnds.write)
    }

    /// Takes over a connection.
    func add(_ socket: WebSocket) {
        let isTaken = state.withLock { state in
            guard !state.isClosing else { return false }
            state.arrived.append(socket)
            if !state.isRunning {
                state.isRunning = true
                let thread = Thread { [self] in run() }
                thread.name = "aloud web sockets"
                thread.start()
            }
            return true
        }
        guard isTaken else { return socket.end() }
        socket.conversation.onChange { [weak self] in self?.wake() }
        wake()
    }

    /// Closes all connections after their last texts. None may be added after that.
    func close() {
        let isRunning = state.withLock { state in
            state.isClosing = true
            return state.isRunning
        }
        guard isRunning else { return }
        wake()
        ended.wait()
    }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well.
        _ = write(wakeEnds.write, &byte, 1)
    }

    private func run() {
        var open: [WebSocket] = []
        var deadline: ContinuousClock.Instant?
        while true {
            let (arrived, isClosing) = state.withLock { state in
                defer { state.arrived = [] }
                return (state.arrived, state.isClosing)
            }
            open += arrived
            if isClosing, deadline == nil {
                deadline = .now + Self.farewell
                for socket in open { socket.finish(.goingAway) }
            }
            let now = ContinuousClock.now
            for socket in open {
                socket.look(at: now, pingEvery: Self.pingInterval, lostAfter: Self.longestSilence)
                socket.send()
                socket.goodbye(at: now, longest: Self.longestGoodbye)
            }
            let isOver = deadline.map { now >= $0 } ?? false
            for socket in open where socket.isOver || isOver { socket.end() }
            open.removeAll { $0.isEnded }
            if isClosing, open.isEmpty { break }
            wait(for: open, milliseconds: isClosing ? 10 : 1_000)
        }
        ended.signal()
    }

    /// Waits for news of any page, and reads the bytes sent. The corresponding C function is
    /// `poll`.
    private func wait(for open: [WebSocket], milliseconds: Int32) {
        var entries = [pollfd(fd: wakeEnds.read, events: Int16(POLLIN), revents: 0)]
        entries += open.map { socket in
            pollfd(
                fd: socket.descriptor,
                events: Int16(POLLIN) | (socket.hasBytes ? Int16(POLLOUT) : 0), revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return }
        if entries[0].revents != 0 {
            var rest = [UInt8](repeating: 0, count: 256)
            while read(wakeEnds.read, &rest, rest.count) > 0 {}
        }
        for (socket, entry) in zip(open, entries.dropFirst())
        where entry.revents & ~Int16(POLLOUT) != 0 { socket.receive() }
    }
}

/// One WebSocket.
///
/// `@unchecked Sendable`: the server's thread makes it, and `WebSocketHub.add` hands it over under
/// the hub's lock. From then on, only the hub's thread changes it.
final class WebSocket: @unchecked Sendable {
    let conversation: any Conversation
    let descriptor: Int32
    private let upgrade: OpaquePointer
    private var reader = WebSocketReader()
    private var outgoing: ArraySlice<UInt8> = []
    private var rate = RequestRate(perSecond: 50, burst: 200)
    private var heardAt = ContinuousClock.now
    private var pingedAt = ContinuousClock.now
    /// Whether nothing is sent after `outgoing`.
    private var isFinished = false
    /// The time at which the last byte was sent.
    private var finishedAt: ContinuousClock.Instant?
    /// Whether the connection can be closed: the page has disconnected, is lost, or had its time to
    /// read the reason.
    private(set) var isOver = false
    /// Whether its connection is closed.
    private(set) var isEnded = false

    /// The limit of unsent answers to pings, bytes; a page beyond it does not read.
    private static let mostOutgoing = 65_536

    /// - Parameters:
    ///   - upgrade: the library's handle, with which the connection is closed.
    ///   - early: the first bytes of the page, which the library has read.
    init(
        _ socket: Int32, _ upgrade: OpaquePointer, _ conversation: any Conversation,
        early: [UInt8]
    ) {
        descriptor = socket
        self.upgrade = upgrade
        self.conversation = conversation
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        reader.add(early)
    }

    /// Whether there is something to send.
    var hasBytes: Bool { !outgoing.isEmpty }

    /// Sends a ping if one is due; gives up a page that has been silent for too long.
    func look(at now: ContinuousClock.Instant, pingEvery: Duration, lostAfter: Duration) {
        obey()
        if heardAt.duration(to: now) > lostAfter { isOver = true }
        guard !isFinished, pingedAt.duration(to: now) >= pingEvery else { return }
        pingedAt = now
        if outgoing.isEmpty { outgoing += WebSocketFrame.bytes(.ping, []) }
    }

    /// Queues the closing frame. If the server ends, the waiting texts are sent first.
    func finish(_ reason: WebSocketFault) {
        guard !isFinished else { return }
        if reason == .goingAway {
            while case .text(let text) = conversation.take() {
                outgoing += WebSocketFrame.bytes(.text, Array(text.utf8))
            }
        }
        outgoing += WebSocketFrame.close(reason)
        isFinished = true
    }

    /// Ends the sending direction after the last byte, and then waits until the page closes its own.
    ///
    /// A socket that is closed with unread bytes resets the connection, and the page loses the reason
    /// that is on its way (RFC 9293, section 3.6.1).
    func goodbye(at now: ContinuousClock.Instant, longest: Duration) {
        guard isFinished, outgoing.isEmpty, !isOver else { return }
        guard let finishedAt else {
            finishedAt = now
            conversation.close()
            shutdown(descriptor, Int32(SHUT_WR))
            return
        }
        if finishedAt.duration(to: now) > longest { isOver = true }
    }

    /// Sends as much as the page takes.
    func send() {
        while !isOver {
            if outgoing.isEmpty, !isFinished {
                switch conversation.take() {
                case .text(let text):
                    outgoing = WebSocketFrame.bytes(.text, Array(text.utf8))[...]
                case .nothing: break
                case .end: finish(.normal)
                }
            }
            guard !outgoing.isEmpty else { return }
            let sent = outgoing.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EAGAIN { return }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else {
                isOver = true
                return
            }
            outgoing = outgoing.dropFirst(sent)
        }
    }

    /// Reads the bytes that the page sent.
    func receive() {
        var piece = [UInt8](repeating: 0, count: 8_192)
        let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            isOver = true
            return
        }
        heardAt = .now
        // Input after the closing frame is ignored.
        if !isFinished { reader.add(piece.prefix(count)) }
        obey()
    }

    private func obey() {
        do throws(WebSocketFault) {
            while !isFinished, let message = try reader.next() {
                guard rate.takes(), outgoing.count < Self.mostOutgoing else {
                    throw .policyViolation
                }
                switch message {
                case .text(let text): conversation.receive(text)
                case .binary(let bytes):
                    guard conversation.receive(bytes) else { throw .unsupportedData }
                case .ping(let content): outgoing += WebSocketFrame.bytes(.pong, content)
                case .pong: break
                case .close: finish(.normal)
                }
            }
        } catch {
            finish(error)
        }
    }

    /// Closes the connection.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        if finishedAt == nil { conversation.close() }
        aloud_close_upgraded(upgrade)
    }
}

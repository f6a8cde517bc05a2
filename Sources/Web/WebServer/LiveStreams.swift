internal import CMicrohttpd
internal import Foundation
internal import HTTP
internal import Synchronization

/// The event streams to pages.
///
/// A stream without news is suspended, so that it costs no time; a new text in its slot, or the
/// heartbeat, resumes it.
final class LiveStreams: Sendable {
    private struct State {
        var streams: [ObjectIdentifier: LiveStream] = [:]
        var isClosing = false
    }

    /// Also guards the state of the streams: one lock for all avoids an order of locks.
    private let state = Mutex(State())

    /// The time that `close` waits for pages to receive the end of their stream.
    private static let patience = Duration.milliseconds(500)

    /// The block size of the library's reads.
    private static let blockBytes = 4_096

    /// The number of open streams.
    var count: Int { state.withLock { $0.streams.count } }

    /// Answers a request with events.
    func open(
        _ live: any LiveFeed, headers: [String: String], on connection: OpaquePointer
    ) -> MHD_Result {
        let stream = LiveStream(live, connection, self)
        let context = Unmanaged.passRetained(stream).toOpaque()
        // The size is not known (MHD_SIZE_UNKNOWN): the answer has no end.
        guard
            let response = MHD_create_response_from_callback(
                .max, Self.blockBytes, streamRead, context, streamFreed)
        else {
            Unmanaged<LiveStream>.fromOpaque(context).release()
            return .NO
        }
        // The library calls `streamFreed` when the last holder lets go of the response.
        defer { MHD_destroy_response(response) }
        RequestHandler.addHeaders(to: response, type: "text/event-stream")
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
        state.withLock { $0.streams[ObjectIdentifier(stream)] = stream }
        live.onChange { [weak stream, self] in
            if let stream { wake(stream) }
        }
        return MHD_queue_response(connection, UInt32(MHD_HTTP_OK), response)
    }

    /// The next bytes of a stream.
    ///
    /// - Returns: their number; 0 if the stream was suspended, -1 at its end
    ///   (MHD_CONTENT_READER_END_OF_STREAM).
    func read(_ stream: LiveStream, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            stream.fill()
            if let count = stream.give(to: buffer) { return count }
            if state.isClosing || stream.isOver { return -1 }
            stream.isSuspended = true
            MHD_suspend_connection(stream.connection)
            return 0
        }
    }

    /// Lets the library read a stream again.
    func wake(_ stream: LiveStream) {
        state.withLock { _ in stream.resume() }
    }

    /// Sends a heartbeat to every page.
    func beat() {
        state.withLock { state in
            for stream in state.streams.values {
                stream.beat()
                stream.resume()
            }
        }
    }

    /// Ends the streams whose page has closed its connection: the library does not look at
    /// suspended connections.
    func endLeft(_ connections: OpenConnections) {
        state.withLock { state in
            for stream in state.streams.values where connections.isLeft(stream.connection) {
                stream.isOver = true
                stream.resume()
            }
        }
    }

    /// Ends all streams after their pending text; none is suspended again.
    func close() {
        state.withLock { state in
            state.isClosing = true
            for stream in state.streams.values { stream.resume() }
        }
        let deadline = ContinuousClock.now + Self.patience
        while state.withLock({ !$0.streams.isEmpty }), ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    func forget(_ stream: LiveStream) {
        state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
        stream.live.close()
    }
}

/// The library's callback for more bytes.
private func streamRead(
    _ stream: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let stream else { return -1 }
    let own = Unmanaged<LiveStream>.fromOpaque(stream).takeUnretainedValue()
    return own.owner.read(own, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

/// The library's callback at the end of a stream.
private func streamFreed(_ stream: UnsafeMutableRawPointer?) {
    guard let stream else { return }
    let own = Unmanaged<LiveStream>.fromOpaque(stream).takeRetainedValue()
    own.owner.forget(own)
}

/// The event stream to one page.
///
/// `@unchecked Sendable`: the mutable state (`isSuspended`, `isOver`, `bytes`) is used only by
/// methods that `LiveStreams` calls while it holds its lock; the rest is constant. `connection`
/// lives until `streamFreed` is called, and is only suspended or resumed.
final class LiveStream: @unchecked Sendable {
    let live: any LiveFeed
    let connection: OpaquePointer
    fileprivate let owner: LiveStreams
    fileprivate var isSuspended = false
    fileprivate(set) var isOver = false
    private var bytes: ArraySlice<UInt8> = []

    init(_ live: any LiveFeed, _ connection: OpaquePointer, _ owner: LiveStreams) {
        self.live = live
        self.connection = connection
        self.owner = owner
    }

    /// Takes the next text if all bytes have been sent.
    func fill() {
        guard bytes.isEmpty else { return }
        switch live.take() {
        case .text(let text): bytes = Array("data: \(text)\n\n".utf8)[...]
        case .nothing: break
        case .end: isOver = true
        }
    }

    /// Queues a heartbeat, unless there is something to send.
    func beat() {
        if bytes.isEmpty { bytes = Array("event: beat\ndata: 1\n\n".utf8)[...] }
    }

    func give(to buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard !bytes.isEmpty else { return nil }
        let piece = bytes.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        bytes = bytes.dropFirst(piece.count)
        return piece.count
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }
}

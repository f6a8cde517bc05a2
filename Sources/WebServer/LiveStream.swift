internal import CMicrohttpd
internal import TestPages

/// One page that is sent events.
///
/// `@unchecked Sendable`: what changes (`isSuspended`, `isOver`, `bytes`) is touched only by
/// methods that `LiveStreams` calls while it holds its lock; the rest is constant. `connection`
/// lives as long as the response whose end `streamFreed` tells, and is only suspended or resumed.
final class LiveStream: @unchecked Sendable {
    let live: LiveText
    let connection: OpaquePointer
    let owner: LiveStreams
    var isSuspended = false
    private(set) var isOver = false
    private var bytes: ArraySlice<UInt8> = []

    init(_ live: LiveText, _ connection: OpaquePointer, _ owner: LiveStreams) {
        self.live = live
        self.connection = connection
        self.owner = owner
    }

    /// Takes the next text where all bytes are given.
    func fill() {
        guard bytes.isEmpty else { return }
        switch live.take() {
        case .text(let text): bytes = Array("data: \(text)\n\n".utf8)[...]
        case .nothing: break
        case .end: isOver = true
        }
    }

    /// An event that says nothing but that the line is whole.
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

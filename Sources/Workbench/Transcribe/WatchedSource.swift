internal import Audio
internal import Platform
internal import Recognition

/// A recording whose reading is counted, and ends on a request to stop.
final class WatchedSource: RecordedSource {
    /// An error: the request to stop came before the end of the recording.
    struct Stopped: Error {}

    private let source: any AudioSource
    private let stop: StopRequest?
    private let count: (Double) -> Void

    /// - Parameters:
    ///   - stop: nil for a pipe, which ends with the program that writes into it.
    ///   - count: takes the seconds of each piece.
    init(_ source: any AudioSource, stop: StopRequest?, count: @escaping (Double) -> Void) {
        self.source = source
        self.stop = stop
        self.count = count
    }

    func read() throws -> AudioChunk? {
        if stop?.isRequested == true { throw Stopped() }
        let chunk = try source.read()
        if let chunk { count(chunk.duration) }
        return chunk
    }

    private var recorded: (any RecordedSource)? { source as? any RecordedSource }
    var path: String { recorded?.path ?? "" }
    var missingSeconds: Double { recorded?.missingSeconds ?? 0 }
    var damage: (any Error)? { recorded?.damage }
    var isCutOff: Bool { recorded?.isCutOff ?? false }
}

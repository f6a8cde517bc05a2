/// Another source's sound at the pace at which it was recorded, as a microphone would give it.
///
/// A piece is released when its last sample has sounded. A reader that comes late gets what it
/// missed at once, as from the buffer of a device.
public final class PacedSource: AudioSource {
    private let source: any AudioSource
    private let clock: any WaitingClock
    private let pieceSamples: Int
    private var rest: ArraySlice<Float> = []
    private var start: Duration?
    private var released = 0

    /// Wraps a source.
    ///
    /// - Parameters:
    ///   - source: read as the sound falls due.
    ///   - clock: what is waited by; the first read starts the sound.
    ///   - pieceSeconds: the length of what is released at a time.
    public init(
        _ source: any AudioSource, clock: any WaitingClock, pieceSeconds: Double = 0.020
    ) {
        self.source = source
        self.clock = clock
        pieceSamples = max(1, Int(pieceSeconds * Double(speechRate)))
    }

    public func read() throws -> AudioChunk? {
        let start = start ?? clock.now()
        self.start = start
        var piece: [Float] = []
        while piece.count < pieceSamples {
            if rest.isEmpty {
                guard let chunk = try source.read() else { break }
                rest = chunk.samples[...]
            }
            let taken = rest.prefix(pieceSamples - piece.count)
            piece += taken
            rest = rest.dropFirst(taken.count)
        }
        guard !piece.isEmpty else { return nil }
        released += piece.count
        clock.wait(until: start + .seconds(1) * released / speechRate)
        return AudioChunk(samples: piece, sampleRate: speechRate)
    }
}

import Audio

/// A source that gives the pieces that it was made from.
final class ListSource: AudioSource {
    private var pieces: [[Float]]

    init(_ pieces: [[Float]]) { self.pieces = pieces.reversed() }

    func read() -> AudioChunk? {
        pieces.popLast().map { AudioChunk(samples: $0, sampleRate: speechRate) }
    }
}

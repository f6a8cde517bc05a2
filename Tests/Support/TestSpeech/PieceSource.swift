package import Audio

/// A source that gives a sound in pieces.
package final class PieceSource: AudioSource {
    private var rest: ArraySlice<Float>
    private let size: Int
    /// How many samples it has given.
    package private(set) var given = 0

    /// - Parameter size: samples in a piece; 20 ms as from a sound card unless said.
    package init(_ samples: [Float], size: Int = 320) {
        rest = samples[...]
        self.size = size
    }

    package func read() -> AudioChunk? {
        guard !rest.isEmpty else { return nil }
        let piece = rest.prefix(size)
        rest = rest.dropFirst(size)
        given += piece.count
        return AudioChunk(samples: Array(piece), sampleRate: speechRate)
    }
}

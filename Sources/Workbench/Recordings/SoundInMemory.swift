internal import Audio

/// Sound that lies ready, given in pieces as a file gives them.
final class SoundInMemory: AudioSource {
    private static let pieceSamples = speechRate / 4
    private var rest: ArraySlice<Float>

    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    init(_ samples: [Float]) { rest = samples[...] }

    func read() -> AudioChunk? {
        guard !rest.isEmpty else { return nil }
        let piece = rest.prefix(Self.pieceSamples)
        rest = rest.dropFirst(piece.count)
        return AudioChunk(samples: Array(piece), sampleRate: speechRate)
    }
}

package import Audio
package import Recognition

/// Sound in memory, read in pieces like a file.
package final class SoundInMemory: AudioSource {
    private static let pieceSamples = speechRate / 4
    private var rest: ArraySlice<Float>

    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    package init(_ samples: [Float]) { rest = samples[...] }

    package func read() -> AudioChunk? {
        guard !rest.isEmpty else { return nil }
        let piece = rest.prefix(Self.pieceSamples)
        rest = rest.dropFirst(piece.count)
        return AudioChunk(samples: Array(piece), sampleRate: speechRate)
    }
}

extension Recording {
    /// A recording in a file, or the sound from a pipe.
    ///
    /// - Parameters:
    ///   - path: its path; also its name, unless it has another.
    ///   - open: opens a recording by its path.
    package init(
        file path: String, name: String? = nil,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) {
        self.init(name: name ?? path) { try open(path) }
    }
}

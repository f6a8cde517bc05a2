extension AudioSource {
    /// All the sound until the end, in one piece at 16,000 Hz; for recordings, which do end.
    public func readAll() throws -> AudioChunk {
        var all = AudioChunk(samples: [], sampleRate: speechRate)
        while let chunk = try read() { all.samples += chunk.samples }
        return all
    }
}

public import Audio

/// A recording as a source: mono, 16,000 Hz.
public final class SoundFileSource: AudioSource {
    private var file: SoundFile
    private var resampler: SoxrResampler?

    /// Opens a recording.
    ///
    /// - Parameter channel: see `SoundFile.init`.
    /// - Throws: `SoundFileError`, or `ResamplingError` where the rate can't be converted.
    public init(_ path: String, channel: Int? = nil) throws {
        let opened = try SoundFile(path, channel: channel)
        if opened.sampleRate != speechRate {
            resampler = try SoxrResampler(from: opened.sampleRate, to: speechRate)
        }
        file = opened
    }

    /// As it was given.
    public var path: String { file.path }

    /// Seconds; see `SoundFile.duration`.
    public var duration: Double? { file.duration }

    /// Seconds that the header claims and the file doesn't have, known at its end.
    public var missingSeconds: Double { Double(file.missingFrames) / Double(file.sampleRate) }

    /// Why the sound ends before its time, where the file is damaged; nil where it is not.
    public var damage: (any Error)? {
        file.badFrame.map { SoundFileError.notFinite(path: path, frame: $0) }
    }

    /// See `SoundFile.isCutOff`.
    public var isCutOff: Bool { file.isCutOff }

    /// The next piece, about a quarter second; nil at the end.
    ///
    /// - Throws: `SoundFileError` for a file that can't be decoded.
    public func read() throws -> AudioChunk? {
        while let chunk = try file.read() {
            guard let resampler else { return chunk }
            let samples = try resampler.process(chunk.samples)
            if !samples.isEmpty { return AudioChunk(samples: samples, sampleRate: speechRate) }
        }
        // The end: what the filter still holds comes once, then nothing.
        guard let last = try resampler?.finish(), !last.isEmpty else { return nil }
        return AudioChunk(samples: last, sampleRate: speechRate)
    }
}

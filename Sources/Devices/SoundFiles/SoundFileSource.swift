package import Audio

/// A recording as a source: mono, 16,000 Hz, in any format that libsndfile, mpg123 or, where it is
/// installed, the program ffmpeg reads.
///
/// The content of the file counts, not the claims of its header. A file that ends early gives the
/// sound that it has; `missingSeconds` and `isCutOff` report the loss. Recordings joined as `cat`
/// joins files are read one after the other. Memory use is one block at a time. Not thread-safe:
/// one owner.
package final class SoundFileSource: AudioSource {
    /// The rates that are taken, Hz: from a narrow telephone's to a studio's.
    package static let rates = 4_000...384_000

    /// Minimum amplitude that counts as no sound, like an infinite one: sums of such squares
    /// overflow. Chosen, not measured; full scale is 1, and 2^31 for numbers of 32 bits.
    private static let loudest: Float = 1e12

    /// The path as it was given.
    package let path: String
    /// The length of the sound read so far, s.
    package var duration: Double { Double(frames) / Double(rate) + earlier }
    /// Seconds that headers claim and the file doesn't have, known at its end.
    package private(set) var missingSeconds = 0.0
    /// A note for people about the choice among tracks, such as "2 tracks: mixed."; nil for a file
    /// with one track.
    package private(set) var note: String?
    /// Whether the file was cut off without a header that gives the loss; known at its end.
    package private(set) var isCutOff = false
    /// The reason that some of the sound can't be heard; nil for an undamaged file.
    package private(set) var damage: (any Error)?

    private let bytes: SoundBytes
    /// The index of the channel that is heard, from 0; nil for all.
    private let channel: Int?
    /// The decoder of the current part; nil at the end.
    private var decoder: (any SoundDecoder)?
    /// The current part, which another may follow.
    private var part: SoundPart?
    /// The first block, decoded when the recording was opened, to see whether it can be decoded.
    private var first: SoundBlock?
    /// The frames that the decoder gave, and their rate, Hz.
    private var (frames, rate) = (0, speechRate)
    /// The length of the sound from earlier decoders, s.
    private var earlier = 0.0
    private var mixer: (mixer: ChannelMixer, rate: Int)?
    private var resampler: (converter: SoxrResampler, rate: Int)?

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - channel: which of its channels is heard, from 1; nil for all, mixed by `ChannelMixer`.
    ///   - onWaiting: called with the path for each second before a pipe gives its first byte; it
    ///     returns whether to wait on.
    /// - Throws: `SoundFileError`, which names the file and says what to do.
    package init(
        _ path: String, channel: Int? = nil, onWaiting: ((String) -> Bool)? = nil
    ) throws {
        self.path = path
        self.channel = channel.map { $0 - 1 }
        bytes = try SoundBytes(path, onWaiting: onWaiting)
        var problem = start()
        if problem != nil, bytes.count == nil {
            // A pipe may be readable once all of it is there.
            bytes.waitForAll()
            problem = start()
        }
        first = try block()
        // If a library opened the file, it is read without ffmpeg, even if it has no sound.
        if problem != nil, let program = FFmpeg.program {
            problem = .notSound(path: path)
            decoder = try FFmpegDecoder(bytes, program, isEach: channel != nil)
            note = decoder?.note
            first = try block()
        }
        guard first != nil else { throw problem ?? .silentHeader(path: path) }
    }

    /// The next piece, at most about a quarter second, and 20 ms from a pipe; nil at the end.
    ///
    /// - Throws: `SoundFileError` where the very first sample is not a number, or ffmpeg is stuck.
    package func read() throws -> AudioChunk? {
        while let (samples, rate) = try mixed() {
            var converted: [Float] = []
            if rate != resampler?.rate {
                converted = try resampler?.converter.finish() ?? []
                resampler = nil
                if rate != speechRate {
                    resampler = (try SoxrResampler(from: rate, to: speechRate), rate)
                }
            }
            converted += try resampler?.converter.process(samples) ?? samples
            if !converted.isEmpty { return AudioChunk(samples: converted, sampleRate: speechRate) }
        }
        // At the end, the samples that the filter still holds follow once.
        guard let last = try resampler?.converter.finish(), !last.isEmpty else { return nil }
        return AudioChunk(samples: last, sampleRate: speechRate)
    }

    /// The next samples, mono at the recording's own rate; nil at the end.
    private func mixed() throws(SoundFileError) -> (samples: [Float], rate: Int)? {
        guard let block = first == nil ? try block() : first else { return nil }
        first = nil
        var (samples, channels) = (block.samples, block.channels)
        if let channel {
            samples = stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
            channels = 1
        }
        // NaN fails any comparison.
        if let bad = samples.firstIndex(where: { !($0.magnitude < Self.loudest) }) {
            let good = bad / channels
            frames -= samples.count / channels - good
            let error = SoundFileError.notFinite(path: path, frame: frames)
            guard frames > 0 || earlier > 0 else { throw error }
            end(error)
            samples.removeSubrange((good * channels)...)
        }
        if mixer?.mixer.channels != channels || mixer?.rate != block.sampleRate {
            mixer = (
                ChannelMixer(channels: channels, sampleRate: block.sampleRate), block.sampleRate
            )
        }
        return (mixer?.mixer.mix(samples) ?? [], block.sampleRate)
    }
}

// MARK: - One part after the other

extension SoundFileSource {
    private static func decoder(
        for part: SoundPart
    ) throws(SoundFileError.Problem) -> any SoundDecoder {
        // libsndfile hears only the first of several tracks.
        guard part.oggTracks < 2 else { throw .form }
        guard part.isMPEG else { return try SndFileDecoder(part) }
        guard let decoder = MPEGDecoder(part) else { throw .form }
        return decoder
    }

    /// Begins with the first part.
    ///
    /// - Returns: why it can't.
    private func start() -> SoundFileError? {
        let first = SoundPart(bytes, start: 0)
        do throws(SoundFileError.Problem) {
            (decoder, part) = (try Self.decoder(for: first), first)
            return nil
        } catch {
            return .needsFFmpeg(path: path, problem: error)
        }
    }

    /// The next block of the current part, or of a later one; nil at the end.
    private func block() throws(SoundFileError) -> SoundBlock? {
        while let decoder {
            guard let block = try decoder.next() else {
                leave(decoder)
                continue
            }
            if let fault = fault(of: block) {
                guard duration > 0 else { throw fault }
                end(fault)
                return nil
            }
            rate = block.sampleRate
            frames += block.samples.count / block.channels
            return block
        }
        return nil
    }

    /// The reason that a block can't be heard.
    private func fault(of block: SoundBlock) -> SoundFileError? {
        if block.channels < 1 { return .notSound(path: path) }
        if !Self.rates.contains(block.sampleRate) {
            return .rate(path: path, hertz: block.sampleRate)
        }
        if let channel, !(0..<block.channels).contains(channel) {
            return .channel(path: path, wanted: channel + 1, channels: block.channels)
        }
        return nil
    }

    /// Counts the sound that a decoder could not give, and moves on to the sound after it.
    private func leave(_ old: any SoundDecoder) {
        let missing = max(0, (old.claimedFrames ?? frames) - frames)
        missingSeconds += Double(missing) / Double(rate)
        switch old.loss {
        case .end: isCutOff = true
        case .middle: damage = SoundFileError.damaged(path: path)
        case nil: break
        }
        earlier += Double(frames) / Double(rate)
        frames = 0
        decoder = old.rest()
        guard decoder == nil else { return }
        part = part?.next()
        do {
            decoder = try part.map(Self.decoder)
        } catch {
            end(.unreadablePart(path: path, place: part?.start ?? 0))
        }
        if let failure = bytes.failure { end(failure) }
    }

    private func end(_ reason: SoundFileError) { (damage, decoder, part) = (reason, nil, nil) }
}

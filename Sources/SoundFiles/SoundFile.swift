public import Audio
internal import CSndFile

/// A recording, read block by block as mono in any format that libsndfile knows.
///
/// What is in the file counts, not what its header claims: memory is taken for one block at a
/// time, a file that ends early gives what it has (`missingFrames` tells how much is not there),
/// and what follows a header that claims less, or nothing, is read as far as it is sound.
/// Not thread-safe: one owner.
public struct SoundFile: ~Copyable {
    /// As it was given.
    public let path: String
    /// Frames a second, Hz.
    public let sampleRate: Int
    /// How many channels the file has; `read` mixes them by `ChannelMixer`, unless one was chosen.
    public let channels: Int
    /// The frames that the header claims; nil where it doesn't know.
    public let claimedFrames: Int?
    /// Whether the file was cut off where its header does not tell how much is missing.
    public let isCutOff: Bool
    /// The frames read so far.
    public private(set) var readFrames = 0
    /// True once `read` has returned nil.
    public private(set) var ended = false
    /// The first frame with a sample that is not a number, at which the sound ends; nil where there is
    /// none, or none was reached.
    public private(set) var badFrame: Int?

    /// The rates that are taken, Hz: from a narrow telephone's to a studio's.
    public static let rates = 4_000...384_000

    /// Samples of all channels that are read at a time: a quarter second of 16 kHz mono.
    static let blockSamples = 4_096

    /// The only one that is heard, from 0; nil for all.
    private let channel: Int?
    private var mixer: ChannelMixer
    private var block: [Float]
    private let handle: SoundFileHandle

    /// Opens a recording.
    ///
    /// - Parameter channel: which of its channels is heard, from 1; nil for all, mixed.
    /// - Throws: `SoundFileError`, which names the file and says what to do.
    public init(_ path: String, channel: Int? = nil) throws(SoundFileError) {
        var info = SF_INFO()
        let opened = try SoundFileHandle.reading(path, info: &info)
        let rate = Int(info.samplerate)
        guard Self.rates.contains(rate) else { throw .rate(path: path, hertz: rate) }
        guard info.channels > 0 else {
            throw .unreadable(path: path, reason: "the header claims no channel")
        }
        let channels = Int(info.channels)
        if let channel, !(1...channels).contains(channel) {
            throw .channel(path: path, wanted: channel, channels: channels)
        }
        self.path = path
        sampleRate = rate
        self.channels = channels
        self.channel = channel.map { $0 - 1 }
        // SF_COUNT_MAX stands for "not known" where a format's header leaves it open.
        let known = info.frames > 0 && info.frames < Int64.max ? Int(info.frames) : nil
        claimedFrames = known.map {
            $0 + Int((opened.missingShare * Double($0)).rounded())
        }
        isCutOff = info.isOf(SF_FORMAT_OGG) && OggEnd.isCutOff(path)
        mixer = ChannelMixer(channels: channel == nil ? channels : 1, sampleRate: rate)
        block = Array(repeating: 0, count: max(1, Self.blockSamples / channels) * channels)
        handle = opened
    }

    /// Seconds: what was read once the end is reached, what the header claims until then, nil
    /// where it claims nothing.
    public var duration: Double? {
        (ended ? readFrames : claimedFrames).map { Double($0) / Double(sampleRate) }
    }

    /// How many frames the header claims that the file doesn't have; 0 until the end is reached.
    /// What follows a bad frame is not claimed, but lost.
    public var missingFrames: Int {
        ended && badFrame == nil ? max(0, (claimedFrames ?? 0) - readFrames) : 0
    }

    /// The next block, mono at the file's own rate; nil at the end.
    /// The corresponding C function is `sf_readf_float`.
    ///
    /// - Throws: `SoundFileError.notFinite` where the very first sample is not a number,
    ///   `.silentHeader` where there is no sound at all, `.unreadable` where not even the first
    ///   block can be decoded. Damage further on ends the sound as a truncated file does.
    public mutating func read() throws(SoundFileError) -> AudioChunk? {
        guard !ended else { return nil }
        let capacity = block.count / channels
        let frames = Int(sf_readf_float(handle.pointer, &block, sf_count_t(capacity)))
        guard frames > 0 else {
            ended = true
            if readFrames == 0 {
                if let reason = handle.failure { throw .unreadable(path: path, reason: reason) }
                throw .silentHeader(path: path)
            }
            return nil
        }
        let all = block.prefix(frames * channels)
        var interleaved =
            channel.map { stride(from: $0, to: all.count, by: channels).map { all[$0] } }
            ?? Array(all)
        if let bad = interleaved.firstIndex(where: { !$0.isFinite }) {
            let good = bad / mixer.channels
            ended = true
            badFrame = readFrames + good
            guard good > 0 || readFrames > 0 else { throw .notFinite(path: path, frame: 0) }
            guard good > 0 else { return nil }
            interleaved.removeSubrange((good * mixer.channels)...)
        }
        readFrames += interleaved.count / mixer.channels
        return AudioChunk(samples: mixer.mix(interleaved), sampleRate: sampleRate)
    }
}

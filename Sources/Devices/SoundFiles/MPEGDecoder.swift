internal import CMPG123

/// Decodes MP3, and layers I and II, by mpg123: all frames, whatever tags lie between them and
/// whatever the first frame claims.
final class MPEGDecoder: SoundDecoder {
    let claimedFrames: Int?

    private let reader: SoundPartReader
    private let handle: MPEGHandle
    private var form: (sampleRate: Int, channels: Int)
    private(set) var loss: SoundLoss?

    /// Samples of all channels that are read at a time.
    private static let blockSamples = 4_608

    /// - Returns: nil where there is no frame.
    init?(_ part: SoundPart) {
        reader = SoundPartReader(part)
        guard let handle = MPEGHandle(reader), let form = handle.form else { return nil }
        self.form = form
        // Known only if the first frame gives it, as the reader does not seek.
        let length = mpg123_length(handle.pointer)
        claimedFrames = length > 0 ? Int(length) : nil
        self.handle = handle
    }

    /// The next block. The corresponding C function is `mpg123_read`.
    func next() -> SoundBlock? {
        var block = [Float](repeating: 0, count: Self.blockSamples)
        while true {
            var bytes = 0
            let code = block.withUnsafeMutableBytes {
                mpg123_read(handle.pointer, $0.baseAddress, $0.count, &bytes)
            }
            let heard = form
            if code == MPG123_NEW_FORMAT.rawValue, let new = handle.form { form = new }
            if bytes > 0 {
                block.removeSubrange((bytes / MemoryLayout<Float>.size)...)
                return SoundBlock(
                    samples: block, sampleRate: heard.sampleRate, channels: heard.channels)
            }
            guard code == MPG123_NEW_FORMAT.rawValue || code == MPG123_OK.rawValue else {
                if claimedFrames == nil, handle.endsInFrame(of: reader) { loss = .end }
                return nil
            }
        }
    }
}

/// The one owner of a decoder of mpg123.
private struct MPEGHandle: ~Copyable {
    let pointer: OpaquePointer

    /// - Parameter reader: must live as long as the handle.
    init?(_ reader: SoundPartReader) {
        guard let pointer = mpg123_new(nil, nil) else { return nil }
        let flags = [
            MPG123_QUIET, MPG123_FORCE_FLOAT, MPG123_SEEKBUFFER, MPG123_SKIP_ID3V2, MPG123_GAPLESS,
        ]
        let sum = Int(flags.reduce(0) { $0 | $1.rawValue })
        mpg123_param2(pointer, Int32(MPG123_FLAGS.rawValue), sum, 0)
        // After other data, mpg123 looks for the next frame up to the end.
        mpg123_param2(pointer, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
        mpg123_replace_reader_handle(
            pointer,
            { data, room, count in
                let room = UnsafeMutableRawBufferPointer(start: room, count: count)
                return SoundPartReader.of(data)?.read(room) ?? -1
            }, { _, _, _ in -1 }, nil)
        guard mpg123_open_handle(pointer, reader.pointer) == MPG123_OK.rawValue else {
            mpg123_delete(pointer)
            return nil
        }
        self.pointer = pointer
    }

    deinit { mpg123_delete(pointer) }

    /// Whether the sound was cut off within a frame: whether the head of another frame follows the
    /// last one. The corresponding C function is `mpg123_framepos`.
    func endsInFrame(of reader: SoundPartReader) -> Bool {
        var info = mpg123_frameinfo2()
        guard mpg123_info2(pointer, &info) == MPG123_OK.rawValue else { return false }
        let last = Int(mpg123_framepos(pointer))
        let place = last + Int(info.framesize)
        let (old, new) = (reader.bytes(2, at: last), reader.bytes(2, at: place))
        return old.first == 0xFF && old == new
    }

    /// The rate, Hz, and the number of channels of the next samples.
    var form: (sampleRate: Int, channels: Int)? {
        var (rate, channels, encoding) = (0, Int32(0), Int32(0))
        guard mpg123_getformat(pointer, &rate, &channels, &encoding) == MPG123_OK.rawValue,
            encoding == MPG123_ENC_FLOAT_32.rawValue
        else { return nil }
        return (rate, Int(channels))
    }
}

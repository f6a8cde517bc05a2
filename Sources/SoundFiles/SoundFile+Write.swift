public import Audio
internal import CSndFile

extension SoundFile {
    /// Writes sound to a file, in place of what was there.
    ///
    /// - Parameters:
    ///   - samples: amplitudes, interleaved where there is more than one channel. What lies
    ///     beyond full scale is clipped, except in `wavFloat`, which keeps it.
    ///   - sampleRate: Hz.
    ///   - path: where to.
    ///   - channels: how many are interleaved.
    ///   - format: 16-bit WAV unless said; 16-bit formats keep every `PCM16` amplitude exactly.
    /// - Throws: `SoundFileError.unwritable`.
    public static func write(
        _ samples: [Float], sampleRate: Int = speechRate, to path: String, channels: Int = 1,
        format: SoundFormat = .wav16
    ) throws(SoundFileError) {
        var info = SF_INFO()
        info.samplerate = Int32(clamping: sampleRate)
        info.channels = Int32(clamping: channels)
        info.format = format.code
        guard sf_format_check(&info) == SF_TRUE else {
            throw .unwritable(
                path: path, reason: "the format can't hold \(channels) channels at \(sampleRate) Hz"
            )
        }
        let frames = sf_count_t(samples.count / channels)
        let handle = try SoundFileHandle.writing(path, info: &info)
        let written: sf_count_t
        switch format {
        case .wav16, .rf64, .wave64, .aiff16, .au16, .flac16:
            // libsndfile would scale by 32767 and so change what was read with 32768.
            written = sf_writef_short(handle.pointer, samples.map(PCM16.sample), frames)
        case .wav8, .wav24, .wavFloat, .oggVorbis:
            // Without this an amplitude beyond full scale wraps around.
            _ = sf_command(handle.pointer, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
            written = sf_writef_float(handle.pointer, samples, frames)
        }
        guard written == frames else {
            throw .unwritable(path: path, reason: handle.failure ?? "the disk may be full")
        }
    }
}

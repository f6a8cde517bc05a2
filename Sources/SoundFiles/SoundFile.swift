public import Audio
internal import CSndFile
internal import Platform

/// The formats that can be written; many more can be read.
public enum SoundFormat: Sendable, CaseIterable {
    /// WAV of 8, 16 or 24 bits a sample. 8 are unsigned, as the format has them.
    case wav8, wav16, wav24
    /// WAV of 32-bit floating-point samples, which may lie beyond full scale.
    case wavFloat
    /// WAV with lengths of 64 bits (EBU Tech 3306), of 16 bits a sample.
    case rf64
    /// Sony's Wave64, of 16 bits a sample.
    case wave64
    /// AIFF and AU, the formats of Apple and of Sun, of 16 bits a sample.
    case aiff16, au16
    /// FLAC of 16 bits a sample, without loss.
    case flac16
    /// Ogg Vorbis, which does not give back the samples as they were.
    case oggVorbis

    /// The code of libsndfile: a container and a sample type.
    fileprivate var code: Int32 {
        switch self {
        case .wav8: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_U8)
        case .wav16: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
        case .wav24: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
        case .wavFloat: Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
        case .rf64: Int32(SF_FORMAT_RF64 | SF_FORMAT_PCM_16)
        case .wave64: Int32(SF_FORMAT_W64 | SF_FORMAT_PCM_16)
        case .au16: Int32(SF_FORMAT_AU | SF_FORMAT_PCM_16)
        case .aiff16: Int32(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)
        case .flac16: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
        case .oggVorbis: Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
        }
    }
}

/// Sound files that are written.
public enum SoundFile {
    /// Writes sound to a file, in place of what was there.
    ///
    /// - Parameters:
    ///   - samples: amplitudes, interleaved where there is more than one channel. Amplitudes beyond
    ///     full scale are clipped, except in `wavFloat`, which keeps them.
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
        let name = FileName.cString(of: path)
        guard let file = SndFileHandle(sf_open(name, Int32(SFM_WRITE), &info)) else {
            throw .unwritable(path: path, reason: "it can't be opened")
        }
        let frames = sf_count_t(samples.count / channels)
        let written: sf_count_t
        switch format {
        case .wav16, .rf64, .wave64, .aiff16, .au16, .flac16:
            // libsndfile would scale by 32767 and so change what was read with 32768.
            written = sf_writef_short(file.pointer, samples.map(PCM16.sample), frames)
        case .wav8, .wav24, .wavFloat, .oggVorbis:
            // Without this an amplitude beyond full scale wraps around.
            _ = sf_command(file.pointer, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
            written = sf_writef_float(file.pointer, samples, frames)
        }
        guard written == frames else {
            throw .unwritable(path: path, reason: "the disk may be full")
        }
    }
}

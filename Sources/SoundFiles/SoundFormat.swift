internal import CSndFile

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
    var code: Int32 {
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

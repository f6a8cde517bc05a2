internal import CSndFile

/// The formats that can be written; many more can be read.
public enum SoundFormat: Sendable, CaseIterable {
    case wav8, wav16, wav24, wavFloat, rf64, wave64, aiff16, au16, flac16, oggVorbis

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

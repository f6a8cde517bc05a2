internal import Audio
internal import CMPG123
internal import CSndFile
internal import Glibc
internal import Platform

/// The formats that can be written; many more can be read.
package enum SoundFormat: Sendable, CaseIterable {
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
    /// Ogg Vorbis, which is lossy.
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
package enum SoundFile {
    /// Writes sound to a file, replacing an existing one.
    ///
    /// - Parameters:
    ///   - samples: amplitudes, interleaved where there is more than one channel. Amplitudes beyond
    ///     full scale are clipped, except in `wavFloat`, which keeps them.
    ///   - sampleRate: Hz.
    ///   - path: the path of the file.
    ///   - channels: how many are interleaved.
    ///   - format: default: 16-bit WAV. 16-bit formats keep every `PCM16` amplitude exactly.
    /// - Throws: `SoundFileError.unwritable`.
    package static func write(
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
            // libsndfile would scale by 32767, and so change samples that were read with 32768.
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

/// The length of a recording by its header, without reading its sound.
///
/// It serves to share out work and to show progress. A header may be wrong, so no result depends on
/// it.
package enum SoundLength {
    /// Bytes a second of a format whose header is not read: 64 kbit/s, as phones record speech.
    private static let usualRate = 8_000.0

    /// The length in seconds; nil if the file cannot be read or is a pipe.
    package static func seconds(of path: String) -> Double? {
        var status = stat()
        let name = FileName.cString(of: path)
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(name, R_OK) == 0
        else { return nil }
        return bySndFile(name) ?? byMPEG(name) ?? Double(status.st_size) / usualRate
    }

    private static func bySndFile(_ name: [CChar]) -> Double? {
        var info = SF_INFO()
        guard let file = SndFileHandle(sf_open(name, Int32(SFM_READ), &info)) else { return nil }
        _ = file.pointer
        guard info.samplerate > 0, (1..<Int64(Int32.max) * 64).contains(info.frames) else {
            return nil
        }
        return Double(info.frames) / Double(info.samplerate)
    }

    private static func byMPEG(_ name: [CChar]) -> Double? {
        guard let handle = mpg123_new(nil, nil) else { return nil }
        defer { mpg123_delete(handle) }
        mpg123_param2(handle, Int32(MPG123_FLAGS.rawValue), Int(MPG123_QUIET.rawValue), 0)
        guard mpg123_open(handle, name) == MPG123_OK.rawValue else { return nil }
        defer { mpg123_close(handle) }
        var (rate, channels, encoding) = (0, Int32(0), Int32(0))
        guard mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue,
            case let frames = mpg123_length(handle), frames > 0, rate > 0
        else { return nil }
        return Double(frames) / Double(rate)
    }
}

/// Samples in the encoding of a file.
struct SoundBlock {
    /// Amplitudes, interleaved.
    var samples: [Float]
    /// Frames a second, Hz.
    let sampleRate: Int
    let channels: Int
}

/// A decoder of one part of a recording.
protocol SoundDecoder {
    /// The next samples, at least one frame; nil at the end.
    func next() throws(SoundFileError) -> SoundBlock?
    /// The frames that the header claims; nil if it does not say.
    var claimedFrames: Int? { get }
    /// The loss of sound that the length does not show; known at the end.
    var loss: SoundLoss? { get }
    /// A note for people about the choice of sound; nil without a choice.
    var note: String? { get }
    /// A decoder of the sound beyond the length that the header claims, if any; known at the end.
    func rest() -> (any SoundDecoder)?
}

extension SoundDecoder {
    var loss: SoundLoss? { nil }
    var note: String? { nil }
    func rest() -> (any SoundDecoder)? { nil }
}

/// A loss of sound whose length no header gives.
enum SoundLoss {
    /// The end is missing.
    case end
    /// Some sound in the middle could not be decoded.
    case middle
}

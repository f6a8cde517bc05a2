internal import CMPG123
internal import CSndFile
internal import Glibc
internal import Platform

/// The length of a recording by its header, without reading its sound.
///
/// It serves to share out work and to show progress. A header may be wrong, so no result depends on
/// it.
public enum SoundLength {
    /// Bytes a second of a format whose header is not read: 64 kbit/s, as phones record speech.
    private static let usualRate = 8_000.0

    /// The length in seconds; nil if the file cannot be read or is a pipe.
    public static func seconds(of path: String) -> Double? {
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

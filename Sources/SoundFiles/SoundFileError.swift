/// Why a sound file could not be read or written. Every case names the file, if it has a name.
public enum SoundFileError: Error, Equatable, CustomStringConvertible {
    /// The path has no character at all.
    case nameless
    /// There is no such file.
    case missing(path: String)
    /// The path is a folder.
    case directory(path: String)
    /// The file has no bytes at all.
    case empty(path: String)
    /// The header is in order, but claims no sound, and none was found: of `SoundHeader`'s containers
    /// and FLAC there is none, of others there may be.
    case silentHeader(path: String)
    /// The system or the library could not read it; `reason` in their words.
    case unreadable(path: String, reason: String)
    /// No format that libsndfile knows; `reason` in its words.
    case notSound(path: String, reason: String)
    /// A pipe, through which no file of this format can be read.
    case pipe(path: String)
    /// A rate, Hz, at which no speech can be understood or that no sound card has.
    case rate(path: String, hertz: Int)
    /// The file has not so many channels.
    case channel(path: String, wanted: Int, channels: Int)
    /// A sample that is not a number or infinite, at a frame counted from 0.
    case notFinite(path: String, frame: Int)
    /// The file could not be written; `reason` in the words of the library.
    case unwritable(path: String, reason: String)

    public var description: String {
        switch self {
        case .nameless:
            "'': the name of the file is empty; name a recording."
        case .missing(let path):
            "\(path): there is no such file; check the name and the folder."
        case .directory(let path):
            "\(path): this is a folder; name a recording in it."
        case .empty(let path):
            "\(path): the file is empty (0 bytes); record or copy it again."
        case .silentHeader(let path):
            "\(path): the header claims no sound, and none was found behind it; record or copy it "
                + "again, or convert it with sox or ffmpeg, if there should be some."
        case .unreadable(let path, let reason):
            "\(path): can't be read (\(reason)); check that it is whole and that you may read it."
        case .notSound(let path, let reason):
            "\(path): not a sound file that can be read (\(reason)); convert it to WAV or FLAC, "
                + "for example with sox or ffmpeg."
        case .pipe(let path):
            "\(path): this is a pipe, through which only some formats can be read; save the sound to a file, and"
                + " name that."
        case .rate(let path, let hertz):
            "\(path): a rate of \(hertz) Hz can't be used; record at "
                + "\(SoundFile.rates.lowerBound) to \(SoundFile.rates.upperBound) Hz."
        case .channel(let path, let wanted, let channels):
            "\(path): there is no channel \(wanted), the file has "
                + (channels == 1 ? "one channel" : "\(channels) channels")
                + "; choose one that it has, or none for their mean."
        case .notFinite(let path, let frame):
            "\(path): frame \(frame) is not a number or infinite, so the file is damaged there; "
                + "export it again."
        case .unwritable(let path, let reason):
            "\(path): can't be written (\(reason)); check the folder, the rights and the space."
        }
    }
}

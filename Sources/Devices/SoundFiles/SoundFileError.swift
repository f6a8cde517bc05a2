/// The reason that a sound file could not be read or written. Every case names the file, if it has
/// a name.
package enum SoundFileError: Error, Equatable, CustomStringConvertible {
    /// The path has no character at all.
    case nameless
    /// There is no such file.
    case missing(path: String)
    /// The path is a folder.
    case directory(path: String)
    /// A device that is not a terminal, such as a disk or /dev/zero.
    case device(path: String)
    /// The file has no bytes at all.
    case empty(path: String)
    /// The pipe was closed before any byte came through it.
    case emptyPipe(path: String)
    /// The header is in order, but there is no sound.
    case silentHeader(path: String)
    /// The system could not read it; `reason` in its words.
    case unreadable(path: String, reason: String)
    /// The sound of a pipe has no room in the folder for temporary files.
    case noRoom(path: String, reason: String)
    /// Nothing that libsndfile, mpg123 or ffmpeg takes for sound.
    case notSound(path: String)
    /// Only the program ffmpeg, which is not installed, might read it.
    case needsFFmpeg(path: String, problem: Problem)
    /// The program ffmpeg gave nothing for this many seconds.
    case stuck(path: String, seconds: Int)
    /// Some sound in the middle could not be decoded.
    case damaged(path: String)
    /// A second recording in the file, this many bytes from its start, that can't be read.
    case unreadablePart(path: String, place: Int)
    /// A rate, Hz, at which no speech can be understood or that no sound card has.
    case rate(path: String, hertz: Int)
    /// The file has fewer channels than the one asked for.
    case channel(path: String, wanted: Int, channels: Int)
    /// A sample that is not a number, infinite, or far beyond any sound, at a frame counted from 0.
    case notFinite(path: String, frame: Int)
    /// The file could not be written.
    case unwritable(path: String, reason: String)

    /// The reason that Aloud cannot read a file without ffmpeg.
    package enum Problem: String, Error {
        /// A container that libsndfile does not know.
        case container =
            "this is not a kind of sound file that can be read without ffmpeg; if it is sound,"
        /// A codec that libsndfile does not know, in a container that it does know.
        case codec = "the codec of this file can't be read without ffmpeg;"
        /// A container that libsndfile knows, in a form that it does not read.
        case form = "a file of this form can't be read without ffmpeg;"
    }

    package var description: String {
        switch self {
        case .nameless: "'': the name of the file is empty; name a recording."
        case .missing(let path):
            "\(path): there is no such file; check the name and the folder."
        case .directory(let path): "\(path): this is a folder; name a recording in it."
        case .device(let path):
            "\(path): this is a device, not a recording; name a file or a pipe."
        case .empty(let path):
            "\(path): the file is empty (0 bytes); record or copy it again."
        case .emptyPipe(let path):
            "\(path): no sound came through the pipe; check the program that writes into it."
        case .silentHeader(let path):
            "\(path): there is no sound after the header; record or copy it again."
        case .noRoom(let path, let reason): "\(path): \(reason)"
        case .unreadable(let path, let reason):
            "\(path): can't be read (\(reason)); check that it is whole and that you may read it."
        case .notSound(let path):
            "\(path): this is not a sound file, or it is too damaged to read; record or copy it"
                + " again."
        case .needsFFmpeg(let path, let problem):
            "\(path): \(problem.rawValue) install it, or convert the file where it is installed: "
                + FFmpeg.conversion(of: path)
        case .stuck(let path, let seconds):
            "\(path): ffmpeg gave no sound for \(seconds) s and was stopped; try the file again, or "
                + "convert it: \(FFmpeg.conversion(of: path))"
        case .damaged(let path):
            "\(path): some of the sound is damaged and could not be heard; record or copy it again."
        case .unreadablePart(let path, let place):
            "\(path): another recording follows at byte \(place), which can't be read; split the "
                + "file there, or convert it: \(FFmpeg.conversion(of: path))"
        case .rate(let path, let hertz):
            "\(path): a rate of \(hertz) Hz can't be used; record at "
                + "\(SoundFileSource.rates.lowerBound) to \(SoundFileSource.rates.upperBound) Hz."
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

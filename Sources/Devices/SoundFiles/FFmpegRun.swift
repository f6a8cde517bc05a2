internal import Foundation
internal import Platform

/// One run of `ffmpeg` or `ffprobe` on a file. The program ends with this object at the latest.
final class FFmpegRun {
    private let path: String
    private let program: RunningProgram
    /// The messages of the program. They go to a file without a name, because a full pipe would
    /// block the program.
    private let messages: FileHandle

    /// The longest time without output, s.
    private static let patience = 60
    /// The most that is read of its messages, bytes.
    private static let mostWords = 1 << 20

    /// - Parameters:
    ///   - input: the file that it reads as its standard input.
    ///   - path: the recording that errors name.
    init(
        _ program: Program, _ arguments: [String], input: Int32, path: String
    ) throws(SoundFileError) {
        self.path = path
        let kept = SpooledFile.nameless()
        guard kept >= 0 else {
            throw .noRoom(path: path, reason: "\(NoTemporaryFile(SpooledFile.folder))")
        }
        messages = FileHandle(fileDescriptor: kept, closeOnDealloc: true)
        do {
            self.program = try program.start(
                arguments, input: .descriptor(input), messages: kept)
        } catch {
            throw .unreadable(path: path, reason: "\(program.name) can't be run")
        }
    }

    /// - Parameters:
    ///   - arguments: how `ffmpeg` converts the file; without any, it only describes it.
    ///   - input: the file with the bytes, or with the part that it reads.
    ///   - keepsTimes: whether times count from the start of the file, rather than from its first
    ///     packet.
    static func ffmpeg(
        _ program: Program, _ arguments: [String], of bytes: SoundBytes, in input: Int32,
        keepsTimes: Bool = false
    ) throws(SoundFileError) -> FFmpegRun {
        let seeking = bytes.bytes(4, at: 0) == Array("RIFF".utf8) ? FFmpeg.inOrder : []
        let times = keepsTimes ? ["-copyts"] : []
        let form =
            ["-nostdin", "-hide_banner", "-nostats"] + times + Self.input(seeking) + arguments
        return try FFmpegRun(program, form, input: input, path: bytes.path)
    }

    /// The arguments that name the file, after options for it.
    static func input(_ options: [String] = []) -> [String] {
        options + ["-protocol_whitelist", "file,pipe", "-i", "file:/dev/stdin"]
    }

    /// The next bytes of its output: `count`, or fewer at its end.
    ///
    /// - Throws: `.stuck` if it gives nothing for a long time.
    func read(_ count: Int) throws(SoundFileError) -> [UInt8] {
        guard let bytes = program.read(count, within: Double(Self.patience)) else {
            program.end(atOnce: true)
            throw .stuck(path: path, seconds: Self.patience)
        }
        return bytes
    }

    /// Its messages, after its end.
    func words() -> String {
        // It may be killed: its output has ended, or nobody reads it any longer.
        program.end(atOnce: true)
        try? messages.seek(toOffset: 0)
        let read = try? messages.read(upToCount: Self.mostWords)
        return String(decoding: read ?? Data(), as: UTF8.self)
    }
}

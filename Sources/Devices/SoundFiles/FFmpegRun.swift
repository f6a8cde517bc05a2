internal import Foundation
internal import Glibc
internal import Platform

/// One run of `ffmpeg` or `ffprobe` on a file. Ends with this, at the latest.
final class FFmpegRun {
    private let path: String
    private let process = Process()
    private let output = Pipe()
    /// A file without a name, so that it never waits for somebody to read it.
    private let messages: FileHandle
    private var hasStarted = false

    /// As long as it may give nothing, s.
    private static let patience = 60
    /// The most that is read of its messages, bytes.
    private static let mostWords = 1 << 20

    /// - Parameters:
    ///   - input: the file that it reads as its standard input.
    ///   - path: the recording that errors name.
    init(
        _ program: URL, _ arguments: [String], input: Int32, path: String
    ) throws(SoundFileError) {
        self.path = path
        let kept = SpooledFile.nameless()
        guard kept >= 0 else {
            throw .noRoom(path: path, reason: "\(NoTemporaryFile(SpooledFile.folder))")
        }
        messages = FileHandle(fileDescriptor: kept, closeOnDealloc: true)
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle(fileDescriptor: input, closeOnDealloc: false)
        process.standardOutput = output
        process.standardError = messages
        do {
            try process.run()
            hasStarted = true
        } catch {
            throw .unreadable(path: path, reason: "\(program.lastPathComponent) can't be run")
        }
        try? output.fileHandleForWriting.close()
    }

    /// - Parameters:
    ///   - arguments: how `ffmpeg` converts the file; without any, it only describes it.
    ///   - input: the file with the bytes, or with the part that it reads.
    ///   - keepsTimes: whether the times are those of the file; from its first packet otherwise.
    static func ffmpeg(
        _ program: URL, _ arguments: [String], of bytes: SoundBytes, in input: Int32,
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

    deinit { end() }

    /// So many bytes of its output, or as many as there are.
    ///
    /// - Throws: `.stuck` where it gives nothing for a long time.
    func read(_ count: Int) throws(SoundFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let descriptor = output.fileHandleForReading.fileDescriptor
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&asked, 1, Int32(Self.patience * 1_000))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                end()
                throw .stuck(path: path, seconds: Self.patience)
            }
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            done += got
        }
        bytes.removeSubrange(done...)
        return bytes
    }

    /// Its messages, after its end.
    func words() -> String {
        end()
        try? messages.seek(toOffset: 0)
        let read = try? messages.read(upToCount: Self.mostWords)
        return String(decoding: read ?? Data(), as: UTF8.self)
    }

    private func end() {
        guard hasStarted else { return }
        // After the end of its output it has little to do; before, its reader has ended.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}

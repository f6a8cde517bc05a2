internal import Foundation
internal import Platform

/// One track of a recording, decoded by a run of `ffmpeg`.
final class FFmpegTrack {
    /// Its place among all tracks of the file.
    let place: Int
    let sampleRate: Int
    let channels: Int
    /// The number of frames read.
    private(set) var frames = 0

    private let child: FFmpegRun

    /// - Parameters:
    ///   - place: its place among all tracks of the file.
    ///   - form: the changes that ffmpeg makes to its sound.
    ///   - input: the file that it reads.
    /// - Throws: `.notSound`, `.stuck`.
    init(
        _ place: Int, _ form: Form, of bytes: SoundBytes, in input: Int32, by program: Program
    ) throws(SoundFileError) {
        self.place = place
        let rate = form.sampleRate.map { ["-ar", "\($0)"] } ?? []
        let arguments =
            ["-map", "0:\(place)"] + form.filters + rate
            + ["-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
        child = try FFmpegRun.ffmpeg(
            program, arguments, of: bytes, in: input, keepsTimes: form.keepsTimes)
        // A header of numbers of four bytes: mark, length of the header, length of the sound, codec, rate,
        // channels (the manual page audio.h(7) of illumos).
        let header = try child.read(24)
        let numbers = stride(from: 0, to: header.count, by: 4).map { place in
            header[place...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard numbers.count == 6, numbers[1] >= 24, (1...1_024).contains(numbers[5]) else {
            throw .notSound(path: bytes.path)
        }
        _ = try child.read(numbers[1] - 24)
        (sampleRate, channels) = (numbers[4], numbers[5])
    }

    /// The changes that ffmpeg makes to the sound of a track.
    struct Form {
        /// The options of its filters.
        var filters: [String] = []
        /// Whether times count from the start of the file, not from its first sound or picture.
        var keepsTimes = false
        /// Hz; nil for its own.
        var sampleRate: Int?
    }

    /// The next frames, interleaved, at most this many; none at the end.
    func read(_ count: Int) throws(SoundFileError) -> [Float] {
        let bytes = try child.read(count * channels * 4)
        let read = bytes.count / 4 / channels
        frames += read
        return (0..<read * channels).map { index in
            Float(bitPattern: bytes[(4 * index)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// The messages of ffmpeg, after its end.
    func words() -> String { child.words() }

    /// Whether a track is louder somewhere than the noise of a converter.
    static func hasSound(
        _ track: Int, of bytes: SoundBytes, in input: Int32, by program: Program
    ) throws(SoundFileError) -> Bool {
        // The least bits of 16: 33 is -60 dB of full scale.
        let least: Int16 = 33
        let run = try FFmpegRun.ffmpeg(
            program, ["-map", "0:\(track)", "-ac", "1", "-ar", "8000", "-f", "s16le", "pipe:1"],
            of: bytes, in: input)
        while case let block = try run.read(1 << 16), !block.isEmpty {
            for place in stride(from: 0, to: block.count - 1, by: 2) {
                let sample = Int16(bitPattern: UInt16(block[place]) | UInt16(block[place + 1]) << 8)
                if sample >= least || sample <= -least { return true }
            }
        }
        return false
    }
}

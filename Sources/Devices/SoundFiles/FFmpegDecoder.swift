internal import Foundation
internal import Glibc
internal import Platform

/// The program `ffmpeg`, which reads what the libraries do not, where it is installed. It is run as a
/// program of its own, never linked.
enum FFmpeg {
    /// The program in PATH; nil if it is not installed.
    static var program: URL? { program("ffmpeg") }

    /// Its sister, which lists the packets of a file; nil if it is not installed.
    static var prober: URL? { program("ffprobe") }

    private static func program(_ name: String) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }.first {
            access($0.path(percentEncoded: false), X_OK) == 0
        }
    }

    /// Has the chunks of a WAV file read one after the other. Of several with sound, ffmpeg reads the last
    /// alone otherwise.
    static let inOrder = ["-seekable", "0"]

    /// The command that makes a WAV file of a recording, as a shell takes it.
    static func conversion(of path: String) -> String {
        guard path != "-", !path.hasPrefix("/dev/") else { return "ffmpeg -i - recording.wav" }
        // ffmpeg takes a leading dash for an option, and a colon for a protocol.
        let isPlain = path.hasPrefix("/") || !path.hasPrefix("-") && !path.contains(":")
        let input = isPlain ? path : "./" + path
        let isWAV = (input as NSString).pathExtension.lowercased() == "wav"
        let name = (input as NSString).deletingPathExtension
        let output = name + (isWAV ? "-converted.wav" : ".wav")
        let start = ["ffmpeg"] + (isWAV ? inOrder : [])
        return start.joined(separator: " ") + " -i \(input.asShellWord) \(output.asShellWord)"
    }
}

/// Decodes a whole recording by the program `ffmpeg`.
final class FFmpegDecoder: SoundDecoder {
    private(set) var claimedFrames: Int?
    private(set) var loss: SoundLoss?

    private let child: FFmpegRun
    private let description: Description
    private let bytes: SoundBytes
    /// A copy without the tags of a title, which ffmpeg takes for damaged sound in some formats; nil of
    /// a file without such tags.
    private let untagged: SpooledFile?
    /// The frames of a format that has nothing else; nil of others.
    private let sequence: FrameSequence?
    /// Whether a joined Ogg stream was cut off.
    private let isCutOffOgg: Bool
    private let sampleRate: Int
    private let channels: Int
    private var frames = 0

    /// The shortest loss that counts, s: the lengths of such files are no more precise.
    private static let tolerance = 0.25

    /// The description that ffmpeg gives of a file before it decodes.
    private struct Description {
        let text: String

        /// Seconds; nil where ffmpeg gives no length or a guess.
        var duration: Double? {
            guard !text.contains("Estimating duration"),
                let match = text.firstMatch(of: /Duration: (\d+):(\d+):(\d+\.\d+)/),
                let hours = Double(match.1), let minutes = Double(match.2),
                let seconds = Double(match.3)
            else { return nil }
            return hours * 3_600 + minutes * 60 + seconds
        }
        var hasSound: Bool { text.contains(#/Stream #0:.*Audio: /#) }
        var hasPictures: Bool { text.contains(#/Stream #0:.*Video: (?!.*attached pic)/#) }
        /// A codec of telephones, in whose pauses there are frames that ffmpeg takes for damaged.
        var isAMR: Bool { text.contains("Audio: amr_") }
        /// Samples one after the other, of which ffmpeg makes packets as it likes.
        var isBare: Bool { text.contains(#/Audio: (ad)?pcm_/#) }
    }

    /// - Throws: `.notSound`, `.stuck`.
    init(_ bytes: SoundBytes, _ program: URL) throws(SoundFileError) {
        bytes.waitForAll()
        self.bytes = bytes
        let soundEnd = bytes.soundEnd
        untagged = soundEnd < bytes.held ? bytes.copy(upTo: soundEnd) : nil
        let input = untagged?.descriptor ?? bytes.descriptor
        sequence = FrameSequence(bytes)
        let parts = Swift.sequence(first: SoundPart(bytes, start: 0)) { $0.next() }
        isCutOffOgg = parts.contains { $0.isCutOffOgg }
        let look = try FFmpegRun.ffmpeg(program, [], of: bytes, in: input)
        _ = try look.read(1)
        description = Description(text: look.words())
        guard description.hasSound else { throw .notSound(path: bytes.path) }
        // In the pauses of AMR there is nothing, not silence; nor before the sound of a film that begins
        // later than its pictures.
        let end = sequence?.duration.map { ",apad=whole_dur=\($0)" } ?? ""
        let filling =
            description.isAMR || description.hasPictures
            ? ["-af", "aresample=async=1:first_pts=0" + end] : []
        let form = ["-map", "0:a:0"] + filling + ["-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
        child = try FFmpegRun.ffmpeg(program, form, of: bytes, in: input)
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
        claimedFrames =
            Self.isUnknown(description.duration, of: bytes)
            ? nil : description.duration.map { Int($0 * Double(numbers[4])) }
    }

    func next() throws(SoundFileError) -> SoundBlock? {
        let bytes = try child.read(4_096 / channels * channels * 4)
        let count = bytes.count / 4 / channels
        guard count > 0 else {
            try finish()
            return nil
        }
        frames += count
        let samples = (0..<count * channels).map { index in
            Float(bitPattern: bytes[(4 * index)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
        return SoundBlock(samples: samples, sampleRate: sampleRate, channels: channels)
    }

    /// Whether a length is no claim, because the file was written into a pipe: a film whose length is the
    /// most that 32 bits hold (AVI), or one hour to the millisecond (RealMedia by ffmpeg).
    private static func isUnknown(_ duration: Double?, of bytes: SoundBytes) -> Bool {
        let head = bytes.bytes(8, at: 0)
        if head.starts(with: "RIFF".utf8) { return head.dropFirst(4).allSatisfy { $0 == 0xFF } }
        return head.starts(with: ".RMF".utf8) && duration == 3_600
    }

    /// Compares the decoded sound with the length that ffmpeg gave, with its messages and with the packets.
    private func finish() throws(SoundFileError) {
        let words = child.words()
        let short = claimedFrames.map { Double($0 - frames) / Double(sampleRate) }
        let isHurt =
            !description.isAMR && words.contains(/Error (while decoding|submitting packet)/)
        var isCut =
            sequence?.isCutOff ?? isCutOffOgg
            || words.contains(/partial file|ended prematurely|[Tt]runcated|incomplete frame/)
            || !description.isBare && words.contains("Packet corrupt")
            || words.contains(/\[avi .*Packet corrupt/)
        if !isCut, sequence == nil {
            isCut = try LastPacket.isCutOff(bytes, isBare: description.isBare)
        }
        // A film may be longer than its sound, and AMR that ends in a pause.
        let isTold = isHurt || isCut || !description.hasPictures && !description.isAMR
        if !isTold || short ?? 0 < Self.tolerance { claimedFrames = nil }
        loss = claimedFrames != nil ? nil : isCut ? .end : isHurt ? .middle : nil
    }
}

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

/// Decodes a whole recording by the program `ffmpeg`. The channels of its tracks lie side by side.
final class FFmpegDecoder: SoundDecoder {
    private(set) var claimedFrames: Int?
    private(set) var loss: SoundLoss?
    let note: String?

    private let tracks: [FFmpegTrack]
    private let description: FFmpegDescription
    private let bytes: SoundBytes
    /// A copy without the tags of a title, which ffmpeg takes for damaged sound in some formats; nil of
    /// a file without such tags.
    private let untagged: SpooledFile?
    /// The frames of a format that has nothing else; nil of others.
    private let sequence: FrameSequence?
    /// Whether a joined Ogg stream was cut off.
    private let isCutOffOgg: Bool
    /// Whether silence may be put in.
    private let isFilled: Bool
    private let sampleRate: Int
    private let channels: Int
    private var frames = 0

    /// The shortest loss that counts, s: the lengths of such files are no more precise.
    private static let tolerance = 0.25
    /// The shortest gap in the sound of a file without pictures that is filled, s. Shorter than the tolerance, and
    /// longer than times and samples of one clock drift apart.
    private static let gap = 0.2
    /// The longest sound with silence put in, s, and the seconds more for each byte: 160 bit/s are less than any
    /// codec of speech. Beyond that the times of a file are damaged. Chosen, not measured.
    private static let (longest, secondsOfByte) = (600.0, 0.05)
    /// How many samples are read at once.
    private static let block = 4_096

    /// - Parameter isEach: whether all tracks are read, because one channel of them is heard alone.
    /// - Throws: `.notSound`, `.stuck`.
    init(
        _ bytes: SoundBytes, _ program: URL, isEach: Bool = false
    ) throws(SoundFileError) {
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
        description = FFmpegDescription(text: look.words())
        let choice = try TrackChoice(of: description.tracks, isEach: isEach) {
            track throws(SoundFileError) in
            try FFmpegTrack.hasSound(track.place, of: bytes, in: input, by: program)
        }
        note = choice.note
        var form = Self.form(description, sequence, tracks: choice.heard.count, of: bytes)
        if choice.heard.count > 1 {
            form.sampleRate = choice.heard.map(\.sampleRate).max().flatMap { $0 > 0 ? $0 : nil }
        }
        isFilled = !form.filters.isEmpty
        var tracks: [FFmpegTrack] = []
        for track in choice.heard {
            do throws(SoundFileError) {
                tracks.append(
                    try FFmpegTrack(track.place, form, of: bytes, in: input, by: program))
            } catch .notSound {
                // One that ffmpeg cannot decode; the others are heard.
            }
        }
        self.tracks = tracks
        guard let first = tracks.first, tracks.allSatisfy({ $0.sampleRate == first.sampleRate })
        else { throw .notSound(path: bytes.path) }
        sampleRate = first.sampleRate
        channels = tracks.reduce(0) { $0 + $1.channels }
        claimedFrames =
            Self.isUnknown(description.duration, of: bytes)
            ? nil : description.duration.map { Int($0 * Double(first.sampleRate)) }
    }

    /// Puts silence where a file has no sound: in the pauses of AMR, before the sound of a film that begins later
    /// than its pictures, and before and between sounds whose times count from the start of the file.
    private static func form(
        _ description: FFmpegDescription, _ sequence: FrameSequence?, tracks: Int,
        of bytes: SoundBytes
    ) -> FFmpegTrack.Form {
        let isFilm = description.isAMR || description.hasPictures
        let longest = limit(of: bytes)
        let isTimed = description.isTimed && description.duration ?? 0 < longest
        guard isFilm || isTimed || tracks > 1 else { return FFmpegTrack.Form() }
        let end = sequence?.duration.map { ",apad=whole_dur=\($0)" } ?? ""
        let least = isFilm ? "" : ":min_hard_comp=\(gap)"
        return FFmpegTrack.Form(
            filters: ["-af", "aresample=async=1\(least):first_pts=0" + end, "-t", "\(longest)"],
            keepsTimes: description.startsLate)
    }

    /// The longest sound of a file with silence put in, s.
    private static func limit(of bytes: SoundBytes) -> Double {
        longest + secondsOfByte * Double(bytes.held)
    }

    func next() throws(SoundFileError) -> SoundBlock? {
        let count = max(1, Self.block / channels)
        var parts: [[Float]] = []
        for track in tracks { parts.append(try track.read(count)) }
        let read = zip(tracks, parts).map { $1.count / $0.channels }.max() ?? 0
        guard read > 0 else {
            try finish()
            return nil
        }
        frames += read
        return SoundBlock(
            samples: parts.count == 1 ? parts[0] : beside(parts, frames: read),
            sampleRate: sampleRate, channels: channels)
    }

    /// The channels of all tracks side by side. A track that has ended is silent.
    private func beside(_ parts: [[Float]], frames: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: frames * channels)
        var start = 0
        for (track, part) in zip(tracks, parts) {
            for index in part.indices {
                let (frame, channel) = index.quotientAndRemainder(dividingBy: track.channels)
                samples[frame * channels + start + channel] = part[index]
            }
            start += track.channels
        }
        return samples
    }

    /// Whether a length is not a claim, because the file was written into a pipe: a film whose
    /// length is the most that 32 bits hold (AVI), or one hour to the millisecond (RealMedia by
    /// ffmpeg).
    private static func isUnknown(_ duration: Double?, of bytes: SoundBytes) -> Bool {
        let head = bytes.bytes(8, at: 0)
        if head.starts(with: "RIFF".utf8) { return head.dropFirst(4).allSatisfy { $0 == 0xFF } }
        return head.starts(with: ".RMF".utf8) && duration == 3_600
    }

    /// Compares the decoded sound with the length that ffmpeg gave, with its messages and with the packets.
    private func finish() throws(SoundFileError) {
        let words = tracks.map { $0.words() }.joined()
        let short = claimedFrames.map { Double($0 - frames) / Double(sampleRate) }
        let isHurt =
            !description.isAMR && words.contains(/Error (while decoding|submitting packet)/)
        var isCut =
            sequence?.isCutOff ?? isCutOffOgg
            || isFilled && Double(frames) / Double(sampleRate) > Self.limit(of: bytes) - 1
            || words.contains(/partial file|ended prematurely|[Tt]runcated|incomplete frame/)
            || !description.isBare && words.contains("Packet corrupt")
            || words.contains(/\[avi .*Packet corrupt/)
        if !isCut, sequence == nil {
            isCut = try LastPacket.isCutOff(bytes, isBare: description.isBare)
        }
        // A film may be longer than its sound, one track than another, and AMR that ends in a pause.
        let isTold =
            isHurt || isCut
            || !description.hasPictures && !description.isAMR
                && tracks.count == description.tracks.count
        if !isTold || short ?? 0 < Self.tolerance { claimedFrames = nil }
        loss = claimedFrames != nil ? nil : isCut ? .end : isHurt ? .middle : nil
    }
}

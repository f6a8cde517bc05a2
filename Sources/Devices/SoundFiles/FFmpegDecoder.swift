internal import Foundation
internal import Platform

/// The program `ffmpeg`, which reads what the libraries do not, where it is installed. It runs as a
/// separate program and is never linked.
enum FFmpeg {
    /// The program in PATH; nil if it or ffprobe is not installed.
    static var program: Program? { prober == nil ? nil : Program(named: "ffmpeg") }

    /// The program `ffprobe`, which lists the packets of a file, to find out whether the file is
    /// whole; nil if it is not installed.
    static var prober: Program? { Program(named: "ffprobe") }

    /// The options that make ffmpeg read the chunks of a WAV file one after the other. Without them
    /// it reads only the last chunk with sound.
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
    /// A copy without title tags, which ffmpeg takes for damaged sound in some formats; nil for a
    /// file without such tags.
    private let untagged: SpooledFile?
    /// The file that ffmpeg reads: the bytes, or the copy.
    private var input: Int32 { untagged?.descriptor ?? bytes.descriptor }
    /// Whether a joined Ogg stream was cut off.
    private let isCutOffOgg: Bool
    /// Whether pages of an Ogg file are missing.
    private let lacksOggPages: Bool
    /// Whether silence may be put in.
    private let isFilled: Bool
    private let sampleRate: Int
    private let channels: Int
    private var frames = 0

    /// The shortest loss that counts, s: the lengths of such files are no more precise.
    private static let tolerance = 0.25
    /// The shortest gap in the sound of a file without pictures that is filled, s. Shorter than the
    /// tolerance, and longer than the drift between times and samples of one clock.
    private static let gap = 0.2
    /// The longest sound with silence put in, s, and the additional seconds for each byte: 160
    /// bit/s, less than any codec of speech. If the sound is longer, the times of the file are
    /// damaged. Chosen, not measured.
    private static let (longest, secondsOfByte) = (600.0, 0.05)
    /// Bytes of a packet of a broadcast (ISO/IEC 13818-1, 2.4.3.2).
    private static let broadcastPacket = 188
    /// Maximum number of frames that a file may claim: 80 years at 384 kHz.
    private static let mostFrames = 1e15
    /// The number of samples read at once.
    private static let block = 4_096

    /// - Parameter isEach: whether all tracks are read, because one channel of them is heard alone.
    /// - Throws: `.notSound`, `.stuck`.
    init(
        _ bytes: SoundBytes, _ program: Program, isEach: Bool = false
    ) throws(SoundFileError) {
        bytes.waitForAll()
        self.bytes = bytes
        let soundEnd = bytes.soundEnd
        untagged = soundEnd < bytes.held ? bytes.copy(upTo: soundEnd) : nil
        let input = untagged?.descriptor ?? bytes.descriptor
        let parts = Swift.sequence(first: SoundPart(bytes, start: 0)) { $0.next() }
        isCutOffOgg = parts.contains { $0.isCutOffOgg }
        lacksOggPages = parts.contains { $0.isOgg && !$0.hasAllOggPages }
        let look = try FFmpegRun.ffmpeg(program, [], of: bytes, in: input)
        _ = try look.read(1)
        description = FFmpegDescription(text: look.words())
        let choice = try TrackChoice(of: description.tracks, isEach: isEach) {
            track throws(SoundFileError) in
            try FFmpegTrack.hasSound(track.place, of: bytes, in: input, by: program)
        }
        note = choice.note
        var form = Self.form(
            description, whole: try Self.pausedLength(description, bytes, in: input),
            tracks: choice.heard.count, of: bytes)
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
                // ffmpeg cannot decode this track; the others are heard.
            }
        }
        self.tracks = tracks
        guard let first = tracks.first, tracks.allSatisfy({ $0.sampleRate == first.sampleRate })
        else { throw .notSound(path: bytes.path) }
        sampleRate = first.sampleRate
        channels = tracks.reduce(0) { $0 + $1.channels }
        claimedFrames =
            Self.isUnknown(description.duration, of: bytes)
            ? nil : description.duration.map { Self.frames(in: $0, at: first.sampleRate) }
    }

    /// The frames of a length in seconds. A damaged file may claim any length and any rate.
    static func frames(in seconds: Double, at rate: Int) -> Int {
        let frames = seconds * Double(rate)
        return frames.isNaN ? 0 : Int(max(0, min(frames, mostFrames)))
    }

    /// Puts silence where a file has no sound: in the pauses of AMR, before the sound of a film that begins later
    /// than its pictures, and before and between sounds whose times count from the start of the file.
    private static func form(
        _ description: FFmpegDescription, whole: Double?, tracks: Int, of bytes: SoundBytes
    ) -> FFmpegTrack.Form {
        let isFilm = description.isAMR || description.hasPictures
        let longest = limit(of: bytes)
        let isTimed = description.isTimed && description.duration ?? 0 < longest
        guard isFilm || isTimed || tracks > 1 else { return FFmpegTrack.Form() }
        let end = whole.map { ",apad=whole_dur=\($0)" } ?? ""
        let least = isFilm ? "" : ":min_hard_comp=\(gap)"
        return FFmpegTrack.Form(
            filters: ["-af", "aresample=async=1\(least):first_pts=0" + end, "-t", "\(longest)"],
            keepsTimes: description.startsLate)
    }

    /// The length of AMR with the pause at its end, s; nil for other formats.
    private static func pausedLength(
        _ description: FFmpegDescription, _ bytes: SoundBytes, in input: Int32
    ) throws(SoundFileError) -> Double? {
        guard description.isAMR, let prober = FFmpeg.prober, let track = description.tracks.first
        else { return nil }
        return try PacketList(prober, of: bytes, in: input).sound(of: track.place)?.length
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

    /// Whether a length is not a claim, because the file was written into a pipe: the maximum of 32
    /// bits in an AVI file, or one hour to the millisecond in a RealMedia file of ffmpeg.
    private static func isUnknown(_ duration: Double?, of bytes: SoundBytes) -> Bool {
        let head = bytes.bytes(8, at: 0)
        if head.starts(with: "RIFF".utf8) { return head.dropFirst(4).allSatisfy { $0 == 0xFF } }
        return head.starts(with: ".RMF".utf8) && duration == 3_600
    }

    /// Compares the decoded sound with the length that ffmpeg gave, with its messages and with the packets.
    private func finish() throws(SoundFileError) {
        let words = tracks.map { $0.words() }.joined()
        if short >= Self.tolerance { try claimPackets() }
        let isHurt =
            !description.isAMR && words.contains(/Error (while decoding|submitting packet)/)
        var isCut =
            isCutOffOgg
            || isFilled && Double(frames) / Double(sampleRate) > Self.limit(of: bytes) - 1
            || words.contains(/partial file|ended prematurely|[Tt]runcated|incomplete frame/)
            || !description.isBare && words.contains("Packet corrupt")
            || words.contains(/\[avi .*Packet corrupt/)
        if description.isBroadcast {
            isCut = isCut || bytes.held % Self.broadcastPacket != 0
        } else if !isCut, let prober = FFmpeg.prober {
            isCut = try PacketList.endsInside(bytes, isBare: description.isBare, by: prober)
        }
        // Not a loss: a film that is longer than its sound, a track that is longer than another,
        // AMR that ends in a pause.
        let isTold =
            isHurt || isCut
            || !description.hasPictures && !description.isAMR
                && tracks.count == description.tracks.count
        if !isTold || short < Self.tolerance { claimedFrames = nil }
        loss = claimedFrames != nil ? nil : isCut ? .end : isHurt ? .middle : nil
    }

    /// The claimed length that was not decoded, s.
    private var short: Double {
        claimedFrames.map { Double($0 - frames) / Double(sampleRate) } ?? 0
    }

    /// Claims the sound of the packets, and the rest of a track that is longer than its packets. A
    /// length in a header may count gaps and the time before a late start, which have no sound.
    private func claimPackets() throws(SoundFileError) {
        guard let prober = FFmpeg.prober else { return }
        let list = try PacketList(prober, of: bytes, in: input)
        // A page that is lost or damaged leaves a gap, too.
        guard !lacksOggPages, !list.hasDamagedPage else { return }
        // The index at the end of an AVI file shows that no packet is missing.
        let isIndexed =
            description.isAVI
            && bytes.first(Array("idx1".utf8), in: list.lastByte..<bytes.soundEnd) != nil
        var longest = 0.0
        for track in tracks {
            guard let sound = list.sound(of: track.place) else { return }
            let end = isIndexed ? sound.end : max(sound.end, try claimedEnd(of: track, prober))
            longest = max(longest, isFilled ? end : sound.length + end - sound.end)
        }
        claimedFrames = Self.frames(in: longest, at: sampleRate)
    }

    /// The end of a track by the header, s: the end by its own start and length, or the whole
    /// file's length if that is less.
    private func claimedEnd(
        of track: FFmpegTrack, _ prober: Program
    ) throws(SoundFileError) -> Double {
        let form = [
            "-v", "quiet", "-select_streams", "\(track.place)", "-show_entries",
            "stream=start_time,duration", "-of", "csv=p=0",
        ]
        let run = try FFmpegRun(prober, form + FFmpegRun.input(), input: input, path: bytes.path)
        let line = String(decoding: try run.read(1 << 12), as: UTF8.self).prefix { !$0.isNewline }
        let own = line.split(separator: ",").compactMap { Double($0) }
        let ends: [Double?] = [own.count == 2 ? own[0] + own[1] : nil, description.duration]
        return ends.compactMap { $0 }.min() ?? 0
    }
}

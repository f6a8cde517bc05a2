internal import CSndFile
internal import Foundation
internal import Synchronization

/// The one owner of an open file of libsndfile. The corresponding C function is `sf_close`.
struct SndFileHandle: ~Copyable {
    let pointer: OpaquePointer

    /// libsndfile keeps the reason for a failed open in one place for the whole process.
    private static let opening = Mutex<Void>(())

    /// - Returns: nil where there is none.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { sf_close(pointer) }

    /// Opens the sound of a reader, which must outlive the handle. The corresponding C function is
    /// `sf_open_virtual`.
    ///
    /// - Parameter code: why it can't be opened, such as `SF_ERR_MALFORMED_FILE`.
    init?(_ reader: SoundPartReader, _ info: inout SF_INFO, code: inout Int) {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(SoundPartReader.of($0)?.length ?? 0) },
            seek: { sf_count_t(SoundPartReader.of($2)?.seek(Int($0), $1) ?? -1) },
            read: { room, count, data in
                let room = UnsafeMutableRawBufferPointer(start: room, count: Int(max(0, count)))
                return sf_count_t(SoundPartReader.of(data)?.read(room) ?? 0)
            },
            write: { _, _, _ in 0 },
            tell: { sf_count_t(SoundPartReader.of($0)?.position ?? 0) })
        var pointer: OpaquePointer?
        Self.opening.withLock { _ in
            pointer = sf_open_virtual(&functions, Int32(SFM_READ), &info, reader.pointer)
            code = Int(sf_error(pointer))
        }
        self.init(pointer)
    }
}

/// Decodes a part by libsndfile.
final class SndFileDecoder: SoundDecoder {
    private(set) var claimedFrames: Int?

    private let reader: SoundPartReader
    private let handle: SndFileHandle
    private let info: SF_INFO
    /// The start of the samples, bytes from the start of the part.
    private let soundStart: Int
    private var frames = 0

    /// Samples of all channels that are read at a time: a quarter second of 16 kHz mono.
    private static let blockSamples = 4_096
    /// Blocks a second from a pipe, whose sound may be spoken now: 20 ms each.
    private static let liveBlocks = 50

    /// - Throws: the reason why libsndfile cannot read it.
    init(_ part: SoundPart) throws(SoundFileError.Problem) {
        guard !part.isSampleDump else { throw .container }
        // libsndfile silently reduces a claim to the length of the file, unless it sees no end. (It
        // reads FLAC up to the claim, and all of it if the claim is hidden.)
        var (claimed, code) = (SF_INFO(), 0)
        _ = SndFileHandle(
            SoundPartReader(part, from: part.tagCount, isEndless: true), &claimed, code: &code)
        let whole = SoundPartReader(part, from: part.tagCount, hidden: part.flacCount)
        var info = SF_INFO()
        if let opened = SndFileHandle(whole, &info, code: &code) {
            handle = opened
            reader = whole
        } else if Int(claimed.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_CAF,
            case let endless = SoundPartReader(part, from: part.tagCount, isEndless: true),
            let opened = SndFileHandle(endless, &claimed, code: &code)
        {
            // To libsndfile, a CAF file that was cut off is malformed, unless it sees no end.
            handle = opened
            reader = endless
            info = claimed
        } else {
            switch code {
            case SF_ERR_UNRECOGNISED_FORMAT: throw .container
            case SF_ERR_UNSUPPORTED_ENCODING: throw .codec
            default: throw .form
            }
        }
        self.info = info
        soundStart = part.tagCount + reader.position
        let length = part.length - soundStart
        claimedFrames = Self.claim(claimed, info, length)
        // libsndfile may still reduce the claim of compressed sound. If the header claims no sound,
        // the sound after it is read by `rest`.
        if info.frames > 0, claimedFrames == nil || Self.frameBytes(info) == nil {
            claimedFrames = [claimedFrames, claimInWords(length)].compactMap(\.self).max()
        }
        // libsndfile takes the headers of later blocks for sound.
        if Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_VOC, log.contains("multi-segment") {
            throw .form
        }
    }

    /// Raw samples, starting within the part of another decoder.
    private init?(_ other: SndFileDecoder, from place: Int) {
        let (format, bigEndian) = (
            Int(other.info.format), [SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_CAF]
        )
        let isBig = bigEndian.contains(format & SF_FORMAT_TYPEMASK)
        let order = format & SF_FORMAT_ENDMASK
        var info = SF_INFO()
        (info.samplerate, info.channels) = (other.info.samplerate, other.info.channels)
        info.format = Int32(
            SF_FORMAT_RAW | format & SF_FORMAT_SUBMASK
                | (order != 0 ? order : isBig ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE))
        reader = SoundPartReader(other.reader.part, from: place)
        var code = 0
        guard let opened = SndFileHandle(reader, &info, code: &code) else { return nil }
        handle = opened
        self.info = info
        (soundStart, claimedFrames) = (0, nil)
    }

    /// The next block. The corresponding C function is `sf_readf_float`.
    func next() -> SoundBlock? {
        let channels = max(1, Int(info.channels))
        var capacity = Self.blockSamples / channels
        if reader.part.bytes.count == nil {
            capacity = min(capacity, Int(info.samplerate) / Self.liveBlocks)
        }
        capacity = max(1, capacity)
        var block = [Float](repeating: 0, count: capacity * channels)
        let count = Int(sf_readf_float(handle.pointer, &block, sf_count_t(capacity)))
        guard count > 0, count <= capacity else { return nil }
        frames += count
        block.removeSubrange((count * channels)...)
        return SoundBlock(
            samples: block, sampleRate: Int(info.samplerate), channels: Int(info.channels))
    }

    var loss: SoundLoss? {
        let isCutOff =
            switch Int(info.format) & SF_FORMAT_TYPEMASK {
            case SF_FORMAT_VOC: log.contains("truncated")
            // These formats give no length. Only an incomplete frame or block shows that the end is
            // missing.
            case SF_FORMAT_PAF where Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_24:
                log.contains("truncated")
            case SF_FORMAT_PAF, SF_FORMAT_PVF, SF_FORMAT_IRCAM:
                Self.frameBytes(info).map { (reader.part.length - soundStart) % $0 != 0 } ?? false
            default: reader.part.isCutOffOgg
            }
        return isCutOff ? .end : nil
    }

    /// The log that libsndfile wrote about the header.
    private var log: String {
        var log = [UInt8](repeating: 0, count: 4_096)
        sf_command(handle.pointer, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
        return String(decoding: log.prefix { $0 != 0 }, as: UTF8.self)
    }
}

// MARK: - Claims

extension SndFileDecoder {
    /// The most compressed sound that a header is believed to claim, bytes: two days of speech.
    private static let mostCompressed = Double(0x7000_0000)

    /// The frames that a header claims; nil where it claims nothing.
    ///
    /// A program that writes into a pipe does not know the length. It claims none, or the most that
    /// 31 or 32 bits can hold, less a header (sox 0x7FFFF000, arecord 0x80000000, ffmpeg
    /// 0xFFFFFFFF), or, in AIFF, whole frames of 0x7F000000 (sox).
    ///
    /// - Parameters:
    ///   - claimed: the file as libsndfile sees it without an end.
    ///   - info: the file as libsndfile sees it with its end.
    ///   - length: bytes of the sound with its end.
    private static func claim(_ claimed: SF_INFO, _ info: SF_INFO, _ length: Int) -> Int? {
        let width = frameBytes(info).map(Double.init)
        let bytes =
            Double(claimed.frames) * (width ?? Double(length) / Double(max(1, info.frames)))
        let unknown = [Double(0x7F00_0008), 0x8000_0000, 0xFFFF_FFFF]
        guard claimed.frames > 0, claimed.frames < SoundPart.endless / 16, bytes < 0x10_0000_0000,
            // For compressed sound, the number of bytes is an estimate.
            width == nil
                ? bytes < mostCompressed
                : !unknown.contains(where: { ($0 - 0x1_0000...$0).contains(bytes) })
        else { return nil }
        return Int(claimed.frames)
    }

    /// The frames that a header claims by the log of libsndfile or by its own text, for formats in
    /// which libsndfile reduces the claim whatever the end is; nil if it claims no more frames than
    /// there are.
    ///
    /// Formats count frames ("Frames : 100" of AVR, "Cols : 100" of MAT5, "sample_count -i 100" of
    /// NIST) or bytes of sound ("BODY : 100 (should be 60)", "size : 100" of XI). A count of more
    /// than the sound (RIFF, FORM) is not used, because the missing part may be a title.
    ///
    /// - Parameter length: of the existing sound, bytes.
    private func claimInWords(_ length: Int) -> Int? {
        let log = log
        let counts = log.matches(of: /(?:Valid frames|Frames|Cols) +: (\d+)/).map(\.1)
        let part = reader.part
        let isNIST = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_NIST
        let head = isNIST ? part.bytes.bytes(min(soundStart, 4_096), at: part.start) : []
        let own = String(decoding: head, as: UTF8.self)
            .matches(of: /sample_count -i (\d+)/).map(\.1)
        var claims = (counts + own).compactMap { Int($0) }
        let chunks = log.matches(
            of: /(?:riff|BODY|SSND|data|Data [Ss]ize|Data length) *:? (\d+) \(?should be (\d+)/)
        let sizes = log.matches(of: /\n  size +: (\d+)/).map { (Int($0.1) ?? 0, length) }
        for (told, real) in chunks.map({ (Int($0.1) ?? 0, Int($0.2) ?? 0) }) + sizes
        where told > real && length > 0 {
            let isKnown = Double(told) < Self.mostCompressed
            let lost = Double(told - real) * Double(info.frames) / Double(length)
            if isKnown { claims.append(Int(info.frames) + Int(lost)) }
        }
        let width = Self.frameBytes(info) ?? 1
        return claims.filter {
            $0 > info.frames && Double($0) * Double(width) < Self.mostCompressed
        }.max()
    }

    /// Bytes of a frame of uncompressed sound.
    private static func frameBytes(_ info: SF_INFO) -> Int? {
        let bytes = [
            SF_FORMAT_PCM_S8: 1, SF_FORMAT_PCM_U8: 1, SF_FORMAT_ULAW: 1, SF_FORMAT_ALAW: 1,
            SF_FORMAT_PCM_16: 2, SF_FORMAT_PCM_24: 3, SF_FORMAT_PCM_32: 4, SF_FORMAT_FLOAT: 4,
            SF_FORMAT_DOUBLE: 8,
        ][Int(info.format) & SF_FORMAT_SUBMASK]
        return info.channels > 0 ? bytes.map { $0 * Int(info.channels) } : nil
    }
}

// MARK: - Sound beyond the header's claim

extension SndFileDecoder {
    private static let blockBytes = 1 << 16
    /// The first bytes of chunks and tags after the sound, which may be cut off themselves.
    private static let names = ["LIST", "id3 ", "ID3", "bext", "TAG", "APETAGEX", "LYRICS"]

    /// The sound after the length that the header claims. A program that writes the length at the
    /// end, or now and then, may be killed before. Only uncompressed sound counts, not chunks, tags
    /// or padding.
    func rest() -> (any SoundDecoder)? {
        let part = reader.part
        let isRaw = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_RAW
        guard !isRaw, !part.isFLAC, !part.isOgg, let width = Self.frameBytes(info) else {
            return nil
        }
        let place = soundStart + frames * width
        // A program that cannot return to the header may claim no sound, and then write it.
        if frames == 0, part.bytes.count == nil, !isChunk(at: place) {
            return SndFileDecoder(self, from: place)
        }
        part.bytes.waitForAll()
        guard part.length - place >= width, let filled = firstByte(from: place),
            !isChunk(at: filled), let rest = SndFileDecoder(self, from: place)
        else { return nil }
        // The data after the claim may be anything. A picture read as sound is as loud as noise at
        // full scale, whose root mean square is 0.58, and text is at 0.75; speech lies far below.
        guard frames > 0 else { return rest }
        let heard = SndFileDecoder(self, from: place)?.next()?.samples ?? []
        let power = heard.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, heard.count))
        return power < 0.2 ? rest : nil
    }

    /// The first byte from a place on that is not a zero.
    private func firstByte(from start: Int) -> Int? {
        var place = start
        while case let block = reader.part.bytes.bytes(
            min(Self.blockBytes, max(0, reader.part.length - place)), at: reader.part.start + place),
            !block.isEmpty
        {
            if let index = block.firstIndex(where: { $0 != 0 }) { return place + index }
            place += block.count
        }
        return nil
    }

    private func isChunk(at place: Int) -> Bool {
        let part = reader.part
        let head = part.bytes.bytes(16, at: part.start + place)
        if Self.names.contains(where: { head.starts(with: Array($0.utf8)) }) { return true }
        guard head.count >= 8, head.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return false
        }
        let length = head[4..<8].reduce(0) { $0 << 8 | Int($1) }
        return min(length, length.byteSwapped >> 32) <= part.length - place - 8
    }
}

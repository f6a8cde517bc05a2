internal import Glibc

/// One sound file of a recording. Recordings joined as `cat` joins files have several.
final class SoundPart {
    let bytes: SoundBytes
    /// The start, bytes from the start of the file.
    let start: Int
    /// The length given to libsndfile if it should not notice the end. Its lower 32 bits are not
    /// zero, because libsndfile divides by them if a file "._" lies in the current folder and the
    /// format is unknown.
    static let endless = 1 << 40 | 16

    /// Maximum length of a header that is read from a pipe, bytes. Chosen, not measured.
    private static let mostHeader = 1 << 20

    private let end: Int?
    /// Bytes of the tags that it begins with.
    let tagCount: Int
    private let head: [UInt8]
    /// The start of the samples of a WAV file from a pipe, bytes from `start`; nil if unknown.
    private let soundStart: Int?

    init(_ bytes: SoundBytes, start: Int) {
        self.bytes = bytes
        self.start = start
        tagCount = Self.tagBytes(bytes, at: start)
        let head = bytes.bytes(40, at: start + tagCount)
        self.head = head
        if !Self.isLive(head, Self.waveFormat(bytes, start + tagCount, head)) { bytes.waitForAll() }
        soundStart = bytes.count == nil ? Self.soundStart(bytes, start, tagCount, head) : nil
        end = bytes.count.map { Self.next(in: bytes, from: start, head: head, end: $0) ?? $0 }
    }

    /// Its length; `endless` while a pipe still brings more of it.
    var length: Int { end.map { $0 - start } ?? bytes.count.map { $0 - start } ?? Self.endless }

    /// The part that follows; nil at the end of the file.
    func next() -> SoundPart? {
        bytes.waitForAll()
        return Self.next(in: bytes, from: start, head: head, end: bytes.held).map {
            SoundPart(bytes, start: $0)
        }
    }

    /// Whether mpg123 reads it: it begins with a frame of MPEG audio (ISO/IEC 11172-3, 2.4.2.3:
    /// eleven bits that are set, and a layer, which AAC has not), or is a WAV file of such frames,
    /// formats 0x50 and 0x55.
    var isMPEG: Bool {
        if let format = Self.waveFormat(bytes, start, head) {
            return [0x50, 0x55].contains(format)
        }
        return head.count > 1 && head[0] == 0xFF && head[1] & 0xE0 == 0xE0 && head[1] & 0x06 != 0
    }

    var isOgg: Bool { head.starts(with: Array("OggS".utf8)) }

    var isFLAC: Bool { head.starts(with: Array("fLaC\0\0\0".utf8)) }

    /// Whether it is a dump of an instrument's samples by MIDI (MMA CA-018: F0 7E, a channel, 01).
    /// libsndfile reads such a file to its end as it opens it, and prints its faults.
    var isSampleDump: Bool {
        head.starts(with: [0xF0, 0x7E]) && head.dropFirst(3).first == 1
    }

    /// The bytes of FLAC's number of samples (RFC 9639, 8.2) without its top four bits; empty in
    /// other files.
    var flacCount: Range<Int> { isFLAC ? 22..<26 : 0..<0 }

    /// Fills the buffer with bytes from a place on, counted from `start`, up to the end.
    func read(_ room: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        // Reading far ahead of the bytes received from a pipe would wait for its end. A jump within
        // the samples looks for chunks after them.
        let most = place > soundStart ?? .max ? 0 : Self.mostHeader
        let isFarAhead = bytes.count == nil && start + place > bytes.held + most
        let count = min(room.count, max(0, length - place))
        guard !isFarAhead, count > 0 else { return 0 }
        return bytes.read(.init(rebasing: room[..<count]), at: start + place)
    }

    /// Whether an Ogg file is incomplete: it ends in a page, or its last page is not marked as the
    /// last.
    var isCutOffOgg: Bool {
        isOgg && Self.oggPages(bytes, from: start, end: start + length).isCutOff
    }

    /// Whether an Ogg file has all its pages, by their numbers, up to one that is marked as the
    /// last.
    var hasAllOggPages: Bool {
        guard isOgg else { return false }
        let pages = Self.oggPages(bytes, from: start, end: start + length)
        return !pages.isCutOff && !pages.hasHole
    }

    /// The sample format of a WAV file (Multimedia Programming Interface and Data Specifications
    /// 1.0, "fmt"); nil for other files.
    private static func waveFormat(_ bytes: SoundBytes, _ start: Int, _ head: [UInt8]) -> Int? {
        guard head.starts(with: Array("RIFF".utf8)),
            let mark = bytes.first(Array("fmt ".utf8), in: start..<start + 4_096)
        else { return nil }
        let format = bytes.bytes(2, at: mark + 8)
        return format.count == 2 ? Int(format[0]) | Int(format[1]) << 8 : nil
    }

    /// The start of the samples of a WAV file, bytes from `start`: after the header of the chunk
    /// "data"; nil for other files, and if the chunk is not within `mostHeader` bytes.
    private static func soundStart(
        _ bytes: SoundBytes, _ start: Int, _ tagCount: Int, _ head: [UInt8]
    ) -> Int? {
        guard head.starts(with: Array("RIFF".utf8)) else { return nil }
        var place = tagCount + 12
        while place < tagCount + mostHeader, case let chunk = bytes.bytes(8, at: start + place),
            chunk.count == 8
        {
            place += 8
            if chunk.starts(with: Array("data".utf8)) { return place }
            let length = chunk[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
            place += length + length % 2
        }
        return nil
    }

    /// Whether programs record such files into pipes, so that they are read while someone speaks:
    /// WAV with PCM, floating-point numbers, A-law or mu-law, and AU. Other files need access to
    /// any place, and libsndfile repeats the last block of compressed sound as long as it sees no
    /// end.
    private static func isLive(_ head: [UInt8], _ waveFormat: Int?) -> Bool {
        switch String(decoding: head.prefix(4), as: UTF8.self) {
        case ".snd":
            (1...7).contains(head.dropFirst(15).first ?? 0) || head.dropFirst(15).first == 27
        case "RIFF": waveFormat.map { [1, 3, 6, 7, 0xFFFE].contains($0) } ?? false
        default: false
        }
    }

    /// The length of the title and picture tags at the start of a file, bytes (ID3 tag version
    /// 2.4.0, 3.1: "ID3", two bytes of version, flags, and a length in four bytes of seven bits
    /// each).
    private static func tagBytes(_ bytes: SoundBytes, at start: Int) -> Int {
        var place = start
        while case let tag = bytes.bytes(10, at: place), tag.count == 10,
            tag.starts(with: Array("ID3".utf8))
        {
            let footer = tag[5] & 0x10 == 0 ? 0 : 10
            place += 10 + tag[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + footer
        }
        return place - start
    }

    /// The start of the next file of the same kind; nil if there is none.
    private static func next(
        in bytes: SoundBytes, from start: Int, head: [UInt8], end: Int
    ) -> Int? {
        let kind = String(decoding: head.prefix(4), as: UTF8.self)
        let isChunked = ["RIFF", "RF64", "FORM"].contains(kind)
        if kind == "OggS" { return oggPages(bytes, from: start, end: end).next }
        guard isChunked || ["fLaC", ".snd", "caff", "riff"].contains(kind) else { return nil }
        // The length fields are not compared, because they differ between files.
        let (mark, offset) =
            isChunked ? (head.dropFirst(8).prefix(4), 8) : (head.dropFirst(4).prefix(4), 4)
        var place = start + 12
        while place < end, let found = bytes.first(Array(head.prefix(4)), in: place..<end) {
            if bytes.bytes(4, at: found + offset) == Array(mark), found + head.count <= end {
                return found
            }
            place = found + 1
        }
        return nil
    }

    /// The first bytes of sound in an Ogg file: of Vorbis, Opus, Speex and FLAC.
    private static let oggSounds = ["\u{1}vorbis", "OpusHead", "Speex   ", "\u{7F}FLAC"]

    /// The number of parallel sounds in an Ogg file (RFC 3533, 4: such streams begin with a page
    /// each, before any other); 0 in other files.
    var oggTracks: Int {
        let isFirst: UInt8 = 2
        var (place, count) = (start, 0)
        while isOgg, case let page = bytes.bytes(27 + 255 + 8, at: place),
            page.starts(with: Array("OggS\0".utf8)), page.count > 26, page[5] & isFirst != 0
        {
            let table = page.dropFirst(27).prefix(Int(page[26]))
            let body = page.dropFirst(27 + table.count)
            if Self.oggSounds.contains(where: { body.starts(with: $0.utf8) }) { count += 1 }
            place += 27 + table.count + table.reduce(0) { $0 + Int($1) }
        }
        return count
    }

    /// Walks the pages of an Ogg file (RFC 3533, 6: "OggS", 0, flags, 20 bytes, the number of
    /// segments, the length of each, the segments) up to a page that begins another file (4:
    /// chained streams). Bytes 14 to 17 of a page name its stream, and bytes 18 to 21 are its
    /// number in the stream, from 0.
    private static func oggPages(
        _ bytes: SoundBytes, from start: Int, end: Int
    ) -> (next: Int?, isCutOff: Bool, hasHole: Bool) {
        let (isFirst, isLast): (UInt8, UInt8) = (2, 4)
        let mark = Array("OggS\0".utf8)
        var (place, hasSound, isCutOff, hasHole) = (start, false, true, false)
        var numbers: [[UInt8]: Int] = [:]
        while place < end {
            let page = bytes.bytes(27 + 255, at: place)
            guard page.starts(with: mark) else {
                guard let found = bytes.first(mark, in: place..<end) else { break }
                place = found
                continue
            }
            guard page.count > 26, page.count >= 27 + Int(page[26]) else {
                return (nil, true, hasHole)
            }
            if page[5] & isFirst != 0, hasSound { return (place, isCutOff, hasHole) }
            let number = page[18..<22].reversed().reduce(0) { $0 << 8 | Int($1) }
            let stream = Array(page[14..<18])
            hasHole = hasHole || number != numbers[stream, default: 0]
            numbers[stream] = number + 1
            hasSound = page[5] & isFirst == 0
            let table = page[27..<27 + Int(page[26])]
            place += 27 + table.count + table.reduce(0) { $0 + Int($1) }
            isCutOff = page[5] & isLast == 0 || place > end
        }
        return (nil, isCutOff, hasHole)
    }
}

/// A part as a C library reads it, from a place on.
final class SoundPartReader {
    let part: SoundPart
    /// Bytes from `start`.
    private(set) var position = 0
    /// The length given to the library.
    let length: Int

    private let start: Int
    private let hidden: Range<Int>

    /// - Parameters:
    ///   - start: bytes from the start of the part.
    ///   - isEndless: whether it is shown without an end.
    ///   - hidden: bytes that are shown as zeros.
    init(
        _ part: SoundPart, from start: Int = 0, isEndless: Bool = false, hidden: Range<Int> = 0..<0
    ) {
        (self.part, self.start, self.hidden) = (part, start, hidden)
        length = isEndless ? SoundPart.endless : part.length - start
    }

    /// Moves the position as `lseek` does; -1 where it can't.
    func seek(_ offset: Int, _ whence: Int32) -> Int {
        let origin = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : length
        let (place, isTooFar) = origin.addingReportingOverflow(offset)
        guard !isTooFar, (0...SoundPart.endless * 2).contains(place) else { return -1 }
        position = place
        return place
    }

    /// Reads from the position, and advances it.
    func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = part.read(room, at: start + position)
        for place in hidden where (position..<position + count).contains(place) {
            room[place - position] = 0
        }
        position += count
        // Some parsers of libsndfile look for chunks until the position is at the end that they
        // were given.
        if count == 0 { position = max(position, length) }
        return count
    }

    /// Bytes from a place of the reader on, independent of its position.
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
        part.bytes.bytes(
            min(count, max(0, part.length - start - place)), at: part.start + start + place)
    }

    /// The reader that a library's pointer leads to. The owner keeps the reader alive.
    static func of(_ data: UnsafeMutableRawPointer?) -> SoundPartReader? {
        data.map { Unmanaged<SoundPartReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The pointer for a library.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

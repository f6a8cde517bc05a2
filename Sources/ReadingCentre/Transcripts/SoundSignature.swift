/// Whether a file contains sound, by its first bytes: for files without a known ending.
enum SoundSignature: Equatable {
    /// A kind of file that holds sound.
    case sound
    /// Text, such as a list or a table, or nothing at all.
    case text
    /// Anything else, such as a picture or an archive.
    case other

    /// The number of bytes from the start of a file that decide.
    static let length = 4_096

    /// - Parameter head: the first `length` bytes of a file, or all of a shorter one.
    init(_ head: [UInt8]) {
        if Self.isText(head) {
            self = .text
        } else {
            self = Self.isSound(head) ? .sound : .other
        }
    }

    /// The first bytes of files with sound, with their place.
    private static let marks: [(place: Int, bytes: [UInt8])] = [
        (0, Array("fLaC".utf8)), (0, Array("OggS".utf8)), (0, Array("RF64".utf8)),
        (0, Array("BW64".utf8)), (0, Array("riff".utf8)), (0, Array(".snd".utf8)),
        (0, Array("caff".utf8)), (0, Array("#!AMR".utf8)), (0, Array("ID3".utf8)),
        (0, Array("wvpk".utf8)), (0, Array("TTA1".utf8)), (0, Array("MAC ".utf8)),
        (0, Array("MPCK".utf8)), (0, Array("NIST_1A".utf8)), (0, Array("2BIT".utf8)),
        (0, Array("Creative Voice File".utf8)), (0, Array("FLV\u{1}".utf8)),
        (0, Array(".RMF".utf8)), (0, Array(".ra".utf8) + [0xFD]), (0, [0x0B, 0x77]),
        (0, [0x7F, 0xFE, 0x80, 0x01]), (4, Array("moov".utf8)), (4, Array("mdat".utf8)),
        // Matroska and WebM; ASF; a film of MPEG.
        (0, [0x1A, 0x45, 0xDF, 0xA3]), (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        (0, [0, 0, 1, 0xBA]),
    ]
    /// Kinds of RIFF, of FORM, and the brands of pictures in the form of films (ISO/IEC 23008-12).
    private static let riff: Set = ["WAVE", "AVI "]
    private static let form: Set = ["AIFF", "AIFC", "8SVX", "16SV"]
    private static let pictures: Set = [
        "heic", "heix", "hevc", "mif1", "msf1", "avif", "avis", "crx ",
    ]

    private static func isSound(_ head: [UInt8]) -> Bool {
        func name(_ place: Int) -> String {
            String(decoding: head.dropFirst(place).prefix(4), as: UTF8.self)
        }
        switch name(0) {
        case "RIFF": return riff.contains(name(8))
        case "FORM": return form.contains(name(8))
        default: break
        }
        if name(4) == "ftyp" { return !pictures.contains(name(8)) }
        return marks.contains { head.dropFirst($0.place).starts(with: $0.bytes) }
            || isTransportStream(head) || isFrames(head)
    }

    /// Packets of 188 bytes, or of 192 with a time before each (ISO/IEC 13818-1, 2.4.3.2).
    private static func isTransportStream(_ head: [UInt8]) -> Bool {
        [(0, 188), (4, 192)].contains { first, length in
            head.count > first + 2 * length
                && stride(from: first, to: head.count, by: length).allSatisfy { head[$0] == 0x47 }
        }
    }

    /// Two frames of MPEG audio or AAC, one after the other.
    private static func isFrames(_ head: [UInt8]) -> Bool {
        guard let length = frameLength(head[...]) else { return false }
        return frameLength(head.dropFirst(length)) != nil
    }

    /// kbit/s of layers 1 to 3 of version 1, then of layer 1 and of layers 2 and 3 of version 2, by the four bits of
    /// a header; and Hz of version 1 (ISO/IEC 11172-3, 2.4.2.3 and 13818-3, 2.4.2.3).
    private static let rates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    private static let hertz = [44_100, 48_000, 32_000]

    /// Bytes of a frame of MPEG audio, or of AAC in ADTS (ISO/IEC 13818-7, 6.2); nil if none begins here.
    private static func frameLength(_ frame: ArraySlice<UInt8>) -> Int? {
        let bytes = frame.prefix(6).map(Int.init)
        guard bytes.count == 6, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        if bytes[1] & 0xF6 == 0xF0 {
            let length = bytes[3] & 3 << 11 | bytes[4] << 3 | bytes[5] >> 5
            return length > 7 ? length : nil
        }
        let (version, layer) = (bytes[1] >> 3 & 3, 4 - (bytes[1] >> 1 & 3))
        let (rate, place) = (bytes[2] >> 4, bytes[2] >> 2 & 3)
        guard version != 1, layer < 4, 1..<15 ~= rate, place < 3 else { return nil }
        let isFirst = version == 3
        let bits = rates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][rate] * 1_000
        let samples = hertz[place] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let padding = bytes[2] >> 1 & 1
        if layer == 1 { return (12 * bits / samples + padding) * 4 }
        return (layer == 3 && !isFirst ? 72 : 144) * bits / samples + padding
    }

    /// Whether the bytes are UTF-16 with its mark, or only bytes that text may have.
    private static func isText(_ head: [UInt8]) -> Bool {
        if head.starts(with: [0xFE, 0xFF]) { return true }
        // "FF FE" may also begin a frame of MPEG audio.
        if isFrames(head) { return false }
        if head.starts(with: [0xFF, 0xFE]) { return true }
        let controls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]
        guard head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || controls.contains($0) }) else {
            return false
        }
        // The header of NIST's files is text, too.
        return !head.starts(with: "NIST_1A".utf8)
    }
}

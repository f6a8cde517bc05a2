import Testing

@testable import Transcripts

/// The kind of a file by its first bytes.
struct SoundSignatureTests {
    /// The first bytes of a file; the log shows eight of them.
    struct Head: CustomTestStringConvertible {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var testDescription: String { "\(bytes.count) bytes: \(bytes.prefix(8))" }
    }

    /// Frames of MPEG audio: 64 kbit/s at 16,000 Hz, layer 3 of version 2, 288 bytes.
    private static let mpeg = (0..<3).flatMap { _ in
        [0xFF, 0xF3, 0x88, 0xC0] + [UInt8](repeating: 0x55, count: 284)
    }

    /// Frames of AAC of 100 bytes.
    private static let aac = (0..<3).flatMap { _ in
        [0xFF, 0xF1, 0x60, 0x40, 0x0C, 0x9F, 0xFC] + [UInt8](repeating: 1, count: 93)
    }

    private static let stream = (0..<5).flatMap { _ in
        [0x47] + [UInt8](repeating: 0, count: 187)
    }

    private static func film(_ brand: String) -> [UInt8] {
        [0, 0, 0, 32] + Array("ftyp\(brand)".utf8) + [UInt8](repeating: 0, count: 24)
    }

    private static func riff(_ kind: String) -> [UInt8] {
        Array("RIFF".utf8) + [8, 0, 0, 0] + Array(kind.utf8) + [0, 0, 0, 0]
    }

    @Test(
        "files that begin like sound hold sound",
        arguments: ([
            riff("WAVE"), riff("AVI "), film("M4A "), film("isom"), film("qt  "), mpeg, aac, stream,
            Array("fLaC".utf8) + [0, 0, 0, 34], Array("OggS".utf8) + [0, 2],
            Array("ID3".utf8) + [4, 0], Array("#!AMR\n".utf8) + [4],
            [0x1A, 0x45, 0xDF, 0xA3, 1], [0x0B, 0x77, 0, 0],
            Array("NIST_1A\n   1024\n".utf8),
            Array("FORM".utf8) + [0, 0, 0, 1] + Array("AIFF".utf8),
        ] as [[UInt8]]).map(Head.init))
    func sound(head: Head) { #expect(SoundSignature(head.bytes) == .sound) }

    @Test(
        "text is recognised in any encoding, and an empty file is text",
        arguments: ([
            [], Array("#EXTM3U\na.wav\n".utf8), Array("MAC address, ID3, OggS\r\n".utf8),
            Array("Größe\n".utf8), [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A],
            [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00], [0xFE, 0xFF, 0x00, 0x61],
        ] as [[UInt8]]).map(Head.init))
    func text(head: Head) { #expect(SoundSignature(head.bytes) == .text) }

    @Test(
        "pictures, archives and programs are neither sound nor text",
        arguments: ([
            film("heic"), film("avif"), riff("WEBP"), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46], [0x1F, 0x8B, 8, 0], [0x50, 0x4B, 3, 4],
            [0x7F, 0x45, 0x4C, 0x46, 2], [UInt8](repeating: 0, count: 4_096),
            Array(mpeg.prefix(200)) + [UInt8](repeating: 0, count: 200),
        ] as [[UInt8]]).map(Head.init))
    func other(head: Head) { #expect(SoundSignature(head.bytes) == .other) }
}

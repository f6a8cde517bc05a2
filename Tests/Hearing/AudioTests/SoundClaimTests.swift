import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

/// Headers that claim more or less sound than the file has.
@Suite(.timeLimit(.minutes(1))) struct SoundClaimTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The place of the length of the sound in a header.
    struct Field {
        /// The mark before it, and the distance from that, bytes.
        let mark: String
        let offset: Int
        let bytes: Int
        let isBigEndian: Bool
        /// Bytes counted in addition to the sound.
        let beside: Int
    }

    static let fields: [(SoundFormat, Field)] = [
        (.wav16, Field(mark: "data", offset: 4, bytes: 4, isBigEndian: false, beside: 0)),
        (.wavFloat, Field(mark: "data", offset: 4, bytes: 4, isBigEndian: false, beside: 0)),
        (.rf64, Field(mark: "ds64", offset: 16, bytes: 8, isBigEndian: false, beside: 0)),
        (.wave64, Field(mark: "data", offset: 16, bytes: 8, isBigEndian: false, beside: 24)),
        (.aiff16, Field(mark: "SSND", offset: 4, bytes: 4, isBigEndian: true, beside: 8)),
        (.au16, Field(mark: ".snd", offset: 8, bytes: 4, isBigEndian: true, beside: 0)),
    ]

    /// A second of a tone, as a file.
    func tone(_ format: SoundFormat) throws -> [UInt8] {
        let path = folder.file("whole")
        try SoundFile.write(Tone.sine(440, seconds: 1), to: path, format: format)
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// A CAF file, which Aloud reads and does not write: a description, a chunk that fills, and
    /// sound.
    func coreAudio(claim: Int, of samples: Int) -> [UInt8] {
        let number = { (value: Int, count: Int) in
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        let description =
            number(Int(Double(16_000).bitPattern), 8) + Array("lpcm".utf8)
            + [0, 2, 1, 1, 16].flatMap { number($0, 4) }
        let sound = Tone.sine(440, seconds: Double(samples) / 16_000).flatMap {
            number(Int(PCM16.sample($0)), 2)
        }
        return Array("caff".utf8) + [0, 1, 0, 0]
            + Array("desc".utf8) + number(description.count, 8) + description
            + Array("free".utf8) + number(100, 8) + [UInt8](repeating: 0, count: 100)
            + Array("data".utf8) + number(claim, 8) + [0, 0, 0, 0] + sound
    }

    func claiming(_ length: Int, by field: Field, _ file: [UInt8]) throws -> [UInt8] {
        let mark = try #require(Data(file).range(of: Data(field.mark.utf8))).lowerBound
        let little = (0..<field.bytes).map {
            UInt8(truncatingIfNeeded: (length + field.beside) >> (8 * $0))
        }
        var file = file
        let place = mark + field.offset
        file.replaceSubrange(
            place..<place + field.bytes, with: field.isBigEndian ? little.reversed() : little)
        return file
    }

    /// How many samples are read, and how many seconds are said to be missing.
    func read(_ bytes: [UInt8]) throws -> (samples: [Float], missing: Double) {
        let source = try SoundFileSource(folder.write(bytes, to: "sound"))
        return (try source.readAll().samples, source.missingSeconds)
    }

    @Test("sound beyond the claim is read", arguments: fields, [0, 1_024, 10_000])
    func soundBeyondTheClaimIsRead(kind: (SoundFormat, Field), claim: Int) throws {
        let (heard, missing) = try read(claiming(claim, by: kind.1, tone(kind.0)))
        #expect(heard.count == 16_000, "\(kind.0)")
        #expect(abs(Tone.amplitude(of: 440, in: heard) - 0.5) < 0.01)
        #expect(missing == 0)
    }

    /// Claims of CAF files. libsndfile refuses no bytes and an unknown number, which only ffmpeg then reads.
    private static let claimsOfCAF =
        [4, 4 + 2_000]
        + (FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") ? [0, -1] : [])

    @Test("sound beyond the claim of CAF is read", arguments: claimsOfCAF)
    func soundBeyondTheClaimOfCAFIsRead(claim: Int) throws {
        let (heard, missing) = try read(coreAudio(claim: claim, of: 16_000))
        #expect(heard.count == 16_000)
        #expect(abs(Tone.amplitude(of: 440, in: heard) - 0.5) < 0.01)
        #expect(missing == 0)
    }

    @Test("a truncated CAF file is read") func aCAFThatIsCutOffIsRead() throws {
        let (heard, missing) = try read(coreAudio(claim: 4 + 32_000, of: 8_000))
        #expect(heard.count == 8_000)
        #expect(abs(missing - 0.5) < 0.001)
    }

    @Test("sound beyond the claim of FLAC is read", arguments: [0, 5_000])
    func soundBeyondTheClaimOfFLACIsRead(claim: Int) throws {
        var bytes = try tone(.flac16)
        bytes[21] &= 0xF0
        bytes.replaceSubrange(22..<26, with: [0, 0, UInt8(claim >> 8), UInt8(claim & 0xFF)])
        let (heard, missing) = try read(bytes)
        #expect(heard.count == 16_000)
        #expect(missing == 0)
    }

    /// Data that another program writes after the sound, with a name for the log.
    struct Tail: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8]) {
            testDescription = name
            self.bytes = bytes
        }
    }

    static let tails: [Tail] = {
        let text = [UInt8](repeating: 0x41, count: 26)
        let chunk = { (name: String, length: UInt8, kept: Int) in
            Array(name.utf8) + [length, 0, 0, 0] + text.prefix(kept)
        }
        return [
            Tail("LIST", chunk("LIST", 26, 26)), Tail("id3", chunk("id3 ", 26, 26)),
            Tail("bext", chunk("bext", 26, 26)), Tail("cue", chunk("cue ", 26, 26)),
            Tail("unknown chunk", chunk("abcd", 26, 26)),
            Tail("LIST after a byte that is not due", [0] + chunk("LIST", 26, 26)),
            Tail("fact and LIST", chunk("fact", 4, 4) + chunk("LIST", 26, 26)),
            Tail("truncated LIST", chunk("LIST", 200, 26)),
            Tail("ID3 version 1", Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)),
            Tail("APE", Array("APETAGEX".utf8) + [UInt8](repeating: 0xD0, count: 200)),
            Tail("ID3 version 2", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 26] + text),
            Tail("zeros", [UInt8](repeating: 0, count: 4_096)),
            Tail("zeros and LIST", [UInt8](repeating: 0, count: 100) + chunk("LIST", 26, 26)),
        ]
    }()

    @Test(
        "data after the claimed sound is not sound", arguments: tails,
        [SoundFormat.wav16, .rf64, .flac16])
    func whatFollowsTheSoundIsNone(tail: Tail, format: SoundFormat) throws {
        let (heard, missing) = try read(tone(format) + tail.bytes)
        #expect(heard.count == 16_000)
        #expect(missing == 0)
    }

    @Test("a chunk after an empty sound is not sound") func aChunkBehindNoSoundIsNone() throws {
        let path = folder.file("none.wav")
        try SoundFile.write([], to: path)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(throws: SoundFileError.self) { try read(bytes + Self.tails[0].bytes) }
    }

    @Test("the sound is found after a long chunk") func theSoundIsFoundBehindALongChunk() throws {
        var bytes = try tone(.wav16)
        let length = 200_000
        let chunk = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        bytes.insert(
            contentsOf: Array("junk".utf8) + chunk + [UInt8](repeating: 7, count: length), at: 36)
        let (half, missing) = try read(Array(bytes.dropLast(16_000)))
        #expect(half.count == 8_000)
        #expect(missing == 0.5)
        let killed = try claiming(0, by: Self.fields[0].1, bytes)
        #expect(try read(killed).samples.count == 16_000)
    }

    /// The lengths that programs claim when they write into a pipe: sox, arecord, ffmpeg.
    @Test(
        "an unknown length is not a loss",
        arguments: [0x7FFF_F000, 0x7FFF_FFDB, 0x8000_0000, 0xFFFF_FFDB, 0xFFFF_FFFF])
    func aLengthThatIsNotKnownIsNoLoss(claim: Int) throws {
        let (heard, missing) = try read(claiming(claim, by: Self.fields[0].1, tone(.wav16)))
        #expect(heard.count == 16_000)
        #expect(missing == 0)
    }

    @Test("an unknown length of compressed sound is not a loss")
    func unknownLengthOfCompressedSound() throws {
        let (heard, missing) = try read(CompressedSound.bytes(blocks: 20))
        #expect(Double(heard.count) / 16_000 == CompressedSound.seconds(blocks: 20))
        #expect(missing == 0)
    }

    @Test("an unknown length of AIFF by sox is not a loss")
    func aLengthThatSoxDoesNotKnowInAIFFIsNoLoss() throws {
        let field = try #require(Self.fields.first { $0.0 == .aiff16 }).1
        #expect(try read(claiming(0x7F00_0000, by: field, tone(.aiff16))).missing == 0)
    }

    @Test("a long claim is compared with the file", arguments: [2_000_000_000, 3_000_000_000])
    func aLongClaimIsHeldAgainstTheFile(claim: Int) throws {
        let (heard, missing) = try read(claiming(claim, by: Self.fields[0].1, tone(.wav16)))
        #expect(heard.count == 16_000)
        #expect(missing == Double(claim) / 32_000 - 1)
    }

    /// A second of sound in formats whose claims libsndfile cuts down to what is there.
    static let quietlyCut: [(name: String, bytes: [UInt8])] = {
        func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func matrix(_ name: String, _ columns: Int, _ data: [UInt8]) -> [UInt8] {
            let dimensions = [6, 8, 6, 0, 5, 8, 1, columns].flatMap { little($0) }
            let text = Array(name.utf8) + [UInt8](repeating: 0, count: (16 - name.utf8.count) % 8)
            let body = dimensions + little(1) + little(name.utf8.count) + text + data
            return little(14) + little(body.count) + body
        }
        let samples = [UInt8](repeating: 0x11, count: 32_000)
        let text = Array("MATLAB 5.0 MAT-file".utf8)
        let head = text + [UInt8](repeating: 0x20, count: 123 - text.count) + [0, 0, 1, 0x49, 0x4D]
        let rate = [4, 0, 2, 0] + little(16_000)
        let akai =
            [1, 4] + Array("name             ".utf8) + [100, 0, 0] + little(0) + little(16_000)
            + little(16_000) + little(16_000) + [0, 1] + little(16_000, 2)
        let sun = [24, 8_040, 23, 16_000, 1].flatMap { little($0).reversed() }
        return [
            (
                "MAT5",
                head + matrix("samplerate", 1, rate)
                    + matrix("wavedata", 16_000, little(3) + little(32_000) + samples)
            ), ("MPC 2000", akai + samples),
            ("G.721", Array(".snd".utf8) + sun + samples.prefix(8_040)),
            ("PVF", Array("PVF1\n1 16000 16\n".utf8) + samples),
        ]
    }()

    @Test(
        "the header's claim shows missing sound that libsndfile does not report",
        arguments: quietlyCut.map(\.name))
    func claimsCutDown(name: String) throws {
        let bytes = try #require(Self.quietlyCut.first { $0.name == name }).bytes
        let whole = try SoundFileSource(folder.write(bytes, to: "whole"))
        #expect(abs(Double(try whole.readAll().samples.count) / 16_000 - 1) < 0.01, "\(name)")
        #expect(whole.missingSeconds == 0 && !whole.isCutOff && whole.damage == nil)
        let part = Array(bytes.prefix(bytes.count * 6 / 10 | 1))
        let cut = try SoundFileSource(folder.write(part, to: "cut"))
        let heard = Double(try cut.readAll().samples.count) / 16_000
        #expect(name == "PVF" ? cut.isCutOff : abs(heard + cut.missingSeconds - 1) < 0.03)
    }
}

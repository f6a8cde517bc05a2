import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

private let program = "/usr/bin/ffmpeg"
private let isInstalled = FileManager.default.isExecutableFile(atPath: program)

/// Formats that Aloud reads through ffmpeg; ffmpeg itself makes the files.
@Suite(.enabled(if: isInstalled, "ffmpeg is not installed"), .timeLimit(.minutes(10)))
struct FFmpegTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Ten seconds of a tone that ffmpeg converts from WAV.
    func made(_ name: String, _ arguments: [String]) throws -> [UInt8] {
        let noise = folder.file("in.wav")
        try SoundFile.write(Tone.sine(440, seconds: 10), to: noise)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments =
            ["-nostdin", "-v", "quiet", "-i", noise] + arguments + [folder.file(name)]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try [UInt8](Data(contentsOf: folder.url(name)))
    }

    static let forms: [(String, [String])] = [
        ("a.m4a", ["-c:a", "aac"]), ("a.mka", ["-c:a", "flac"]), ("a.webm", ["-c:a", "libopus"]),
        ("a.wma", []), ("a.mp4", ["-c:a", "aac"]), ("ogg-flac.ogg", ["-c:a", "flac"]),
        ("a.wav", ["-c:a", "wmav2"]),
    ]

    @Test("other formats are heard", arguments: forms) func otherFormatsAreHeard(
        form: (String, [String])
    ) throws {
        let bytes = try made(form.0, form.1)
        let source = try SoundFileSource(folder.write(bytes, to: "it's a: file"))
        let heard = try source.readAll().samples
        #expect(abs(Double(heard.count) / 16_000 - 10) < 0.2)
        #expect(abs(Tone.amplitude(of: 440, in: heard.dropFirst(8_000).prefix(64_000)) - 0.5) < 0.1)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    @Test(
        "a truncated file is heard to its end, and the missing sound is reported",
        arguments: [
            ("a.m4a", ["-c:a", "aac", "-movflags", "+faststart"]), ("a.mka", ["-c:a", "libopus"]),
        ])
    func cutOff(name: String, arguments: [String]) throws {
        let bytes = try made(name, arguments)
        let source = try SoundFileSource(
            folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: "cut"))
        let heard = try source.readAll().samples
        #expect(heard.count > 32_000 && heard.count < 128_000)
        #expect(abs(source.missingSeconds + Double(heard.count) / 16_000 - 10) < 0.2)
    }

    @Test(
        "a stream truncated within a frame is noticed",
        arguments: [
            ("a.ac3", []), ("a.ts", ["-c:a", "mp2"]), ("a.spx", ["-c:a", "libspeex"]),
            ("a.avi", ["-c:a", "mp3"]), ("a.mp3", ["-c:a", "mp3", "-write_xing", "0"]),
            ("a.dts", ["-strict", "-2", "-ar", "48000", "-c:a", "dca"]),
            (
                "a.thd",
                [
                    "-filter_complex", "anoisesrc=d=10:r=48000:seed=1", "-strict", "-2", "-ac", "2",
                    "-c:a", "truehd",
                ]
            ),
            ("a.nut", ["-c:a", "mp3"]), ("a.nut", ["-c:a", "pcm_s16le"]),
            ("a.c2", ["-ar", "8000"]),
            ("a.mmf", ["-ar", "22050"]), ("a.gsm", ["-ar", "8000"]), ("a.voc", ["-c:a", "pcm_u8"]),
        ])
    func cutInAFrame(name: String, arguments: [String]) throws {
        let bytes = try made(name, arguments)
        let whole = try SoundFileSource(folder.write(bytes, to: "whole"))
        _ = try whole.readAll()
        #expect(!whole.isCutOff && whole.missingSeconds == 0 && whole.damage == nil)
        let cut = try SoundFileSource(
            folder.write(Array(bytes.prefix((bytes.count * 6 / 10 | 1) + 14)), to: "cut"))
        _ = try cut.readAll()
        #expect(cut.isCutOff)
    }

    @Test("a title after the last frame is not truncated sound")
    func title() throws {
        let tag = Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)
        let source = try SoundFileSource(
            folder.write(made("a.aac", ["-c:a", "aac"]) + tag, to: "titled.aac"))
        _ = try source.readAll()
        #expect(!source.isCutOff && source.missingSeconds == 0 && source.damage == nil)
    }

    @Test(
        "raw samples are whole, however ffmpeg divides them",
        arguments: [
            ("a.kvag", ["-c:a", "adpcm_ima_ssi", "-f", "kvag"]), ("a.adx", []), ("a.sox", []),
            ("a.wsaud", ["-f", "wsaud", "-ar", "22050"]), ("a.rm", ["-c:a", "ac3"]),
        ])
    func bareSamples(name: String, arguments: [String]) throws {
        let bytes = try made(name, arguments)
        let source = try SoundFileSource(folder.write(bytes, to: "whole"))
        #expect(abs(Double(try source.readAll().samples.count) / 16_000 - 10) < 0.2)
        #expect(!source.isCutOff && source.missingSeconds == 0 && source.damage == nil)
    }

    @Test(
        "tags after the sound are not damage",
        arguments: [
            ("a.latm", ["-c:a", "aac", "-f", "latm"]), ("a.ac3", []), ("a.eac3", []),
            ("a.dts", ["-strict", "-2", "-ar", "48000", "-c:a", "dca"]), ("a.tta", []),
        ])
    func titleTags(name: String, arguments: [String]) throws {
        let bytes = try made(name, arguments)
        let title = Array("TAGTitle".utf8) + [UInt8](repeating: 0, count: 120)
        // One item of five bytes, whose size and flags are numbers of four bytes.
        let item: [UInt8] = [5, 0, 0, 0, 0, 0, 0, 0] + "Title\0hello".utf8
        let size = UInt8(item.count + 32)
        func mark(_ flags: UInt8) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, size, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, flags]
                + [UInt8](repeating: 0, count: 8)
        }
        let tag = mark(0xA0) + item + mark(0x80)
        for tags in [title, tag, tag + title] {
            let source = try SoundFileSource(folder.write(bytes + tags, to: "tagged"))
            #expect(abs(Double(try source.readAll().samples.count) / 16_000 - 10) < 0.2)
            #expect(!source.isCutOff && source.missingSeconds == 0 && source.damage == nil)
        }
    }

    @Test("sound that starts later than its film keeps its delay")
    func laterSound() throws {
        let bytes = try made(
            "a.mp4",
            [
                "-f", "lavfi", "-i", "color=s=64x64:d=12", "-filter_complex",
                "[0:a]asetpts=PTS+2/TB[a]", "-map", "[a]", "-map", "1:v", "-c:v", "mpeg4", "-c:a",
                "aac",
            ])
        let source = try SoundFileSource(folder.write(bytes, to: "film.mp4"))
        let heard = try source.readAll().samples
        #expect(abs(Double(heard.count) / 16_000 - 12) < 0.2)
        #expect(heard.prefix(16_000).allSatisfy { abs($0) < 0.01 })
        #expect(
            abs(Tone.amplitude(of: 440, in: heard.dropFirst(48_000).prefix(32_000)) - 0.5) < 0.1)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    @Test(
        "sound without pictures is timed from the start of the file, gaps included",
        arguments: [
            ("a.m4a", ["-c:a", "aac"]), ("a.mka", ["-c:a", "flac"]),
            ("a.webm", ["-c:a", "libopus"]),
            ("a.nut", ["-c:a", "pcm_s16le"]), ("a.wma", []),
            ("live.webm", ["-c:a", "libopus", "-live", "1"]),
        ])
    func lateSound(name: String, arguments: [String]) throws {
        // Three seconds later, and two more after the first five.
        let later = "asetpts=PTS+3/TB+gte(T\\,5)*2/TB"
        let bytes = try made(name, ["-af", later] + arguments)
        let source = try SoundFileSource(folder.write(bytes, to: "late"))
        let heard = try source.readAll().samples
        #expect(abs(Double(heard.count) / 16_000 - 15) < 0.2)
        func level(_ from: Double, _ to: Double) -> Double {
            let part = heard[Int(from * 16_000)..<min(heard.count, Int(to * 16_000))]
            return Tone.amplitude(of: 440, in: part)
        }
        #expect(level(0.2, 2.8) < 0.01 && level(8.2, 9.8) < 0.01)
        #expect(abs(level(3.3, 7.8) - 0.5) < 0.1 && abs(level(10.3, 14.7) - 0.5) < 0.1)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    @Test(
        "a gap that only the header counts is not missing sound",
        arguments: [
            ("a.avi", ["-c:a", "mp3"]), ("a.ogg", ["-c:a", "flac"]),
            ("a.mov", ["-c:a", "pcm_s16le"]),
        ])
    func countedGap(name: String, arguments: [String]) throws {
        let later = "asetpts=PTS+3/TB+gte(T\\,5)*2/TB"
        let bytes = try made(name, ["-af", later] + arguments)
        let source = try SoundFileSource(folder.write(bytes, to: "gap"))
        let heard = try source.readAll().samples
        #expect(heard.count >= 159_000)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    @Test(
        "a damaged or lost page of an Ogg file is missing sound",
        arguments: [true, false])
    func damagedPage(isLost: Bool) throws {
        var bytes = try made("a.ogg", ["-c:a", "flac"])
        let mark = Data("OggS\0".utf8)
        let page = try #require(Data(bytes).range(of: mark, in: bytes.count / 2..<bytes.count))
        let next = try #require(
            Data(bytes).range(of: mark, in: page.upperBound..<bytes.count))
        if isLost {
            bytes.removeSubrange(page.lowerBound..<next.lowerBound)
        } else {
            for place in page.upperBound + 400..<page.upperBound + 440 { bytes[place] ^= 0x55 }
        }
        let source = try SoundFileSource(folder.write(bytes, to: "damaged.ogg"))
        _ = try source.readAll()
        #expect(source.missingSeconds > 0.5)
    }

    @Test("a broadcast counts from its first sound, whatever its clock shows")
    func broadcast() throws {
        let bytes = try made("a.ts", ["-af", "asetpts=PTS+3600/TB", "-c:a", "mp2"])
        let source = try SoundFileSource(folder.write(bytes, to: "late.ts"))
        #expect(abs(Double(try source.readAll().samples.count) / 16_000 - 10) < 0.2)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    /// A file of a silent track and one with the tone, in this order, one of them shorter.
    private func twoTracks(
        _ languages: [String] = [], in name: String = "two.mka", _ codec: String = "flac"
    ) throws -> String {
        let tags = languages.enumerated().flatMap {
            ["-metadata:s:a:\($0.offset)", "language=\($0.element)"]
        }
        let bytes = try made(
            name,
            [
                "-f", "lavfi", "-i", "anullsrc=r=44100:cl=stereo:d=6", "-map", "1", "-map", "0",
                "-c:a", codec,
            ] + tags)
        return try folder.write(bytes, to: name)
    }

    @Test("of several tracks the one with sound is heard, with a note about the others")
    func silentTrack() throws {
        let files: [([String], String)] = [
            ([], try twoTracks(in: "a.mka")),
            (["eng", "eng"], try twoTracks(["eng", "eng"], in: "b.mka")),
            (["deu", "eng"], try twoTracks(["deu", "eng"], in: "c.mka")),
            ([], try twoTracks(in: "d.ogg", "libvorbis")),
        ]
        for (languages, path) in files {
            let source = try SoundFileSource(path)
            let note = try #require(source.note)
            #expect(note.hasPrefix("2 tracks"))
            #expect(note.contains("only track 2 is heard") == (languages == ["deu", "eng"]))
            let heard = try source.readAll().samples
            #expect(abs(Double(heard.count) / 16_000 - 10) < 0.1)
            #expect(abs(Tone.amplitude(of: 440, in: heard.dropFirst(8_000)) - 0.5) < 0.05)
            #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
        }
    }

    @Test("the channels of several tracks are numbered in sequence")
    func channelOfTrack() throws {
        let path = try twoTracks(["deu", "eng"])
        let last = try SoundFileSource(path, channel: 3)
        #expect(last.note == nil)
        #expect(abs(Tone.amplitude(of: 440, in: try last.readAll().samples[8_000...]) - 0.5) < 0.05)
        #expect(try SoundFileSource(path, channel: 1).readAll().samples.allSatisfy { $0 == 0 })
        #expect(throws: SoundFileError.channel(path: path, wanted: 4, channels: 3)) {
            try SoundFileSource(path, channel: 4)
        }
    }

    @Test("two people with a track each are both heard")
    func mixedTracks() throws {
        let bytes = try made(
            "two.m4a",
            [
                "-f", "lavfi", "-i", "sine=880:r=48000:d=10", "-map", "0", "-map", "1", "-c:a",
                "aac",
            ])
        let heard = try SoundFileSource(folder.write(bytes, to: "two.m4a")).readAll().samples
        for tone in [440.0, 880.0] {
            #expect(Tone.amplitude(of: tone, in: heard[16_000..<128_000]) > 0.05)
        }
    }

    @Test("the pauses of AMR count, and a truncated file is noticed")
    func narrowBandOfTelephones() throws {
        // Frames of the lowest rate, 13 bytes, then a pause in frames of one byte.
        let speech = [UInt8](repeating: 0x04, count: 1) + [UInt8](repeating: 0x5A, count: 12)
        let head = Array("#!AMR\n".utf8)
        let bytes = head + (0..<50).flatMap { _ in speech } + [UInt8](repeating: 0x7C, count: 25)
        let whole = try SoundFileSource(folder.write(bytes, to: "whole.amr"))
        #expect(abs(Double(try whole.readAll().samples.count) / 16_000 - 1.5) < 0.03)
        #expect(!whole.isCutOff && whole.missingSeconds == 0 && whole.damage == nil)
        let cut = try SoundFileSource(
            folder.write(Array(bytes.prefix(head.count + 13 * 30 + 5)), to: "cut.amr"))
        _ = try cut.readAll()
        #expect(cut.isCutOff)
    }

    @Test(
        "a file that ffmpeg wrote into a pipe claims no length",
        arguments: [("avi", ["-c:a", "mp3", "-f", "avi"]), ("rm", ["-c:a", "ac3", "-f", "rm"])])
    func writtenIntoAPipe(name: String, arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let noise = folder.file("in.wav")
        try SoundFile.write(Tone.sine(440, seconds: 3), to: noise)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let words = ([program, "-nostdin", "-v", "quiet", "-i", noise] + arguments).joined(
            separator: " ")
        process.arguments = ["-c", "\(words) pipe:1 | cat >\(folder.file(name))"]
        try process.run()
        process.waitUntilExit()
        let source = try SoundFileSource(folder.file(name))
        #expect(abs(Double(try source.readAll().samples.count) / 16_000 - 3) < 0.2)
        #expect(source.missingSeconds == 0 && !source.isCutOff && source.damage == nil)
    }

    @Test("two chunks of sound in a WAV file are both heard")
    func twoChunks() throws {
        let sound = Tone.sine(440, seconds: 1).flatMap { sample in
            let bits = UInt16(bitPattern: PCM16.sample(sample))
            return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
        }
        let path = folder.file("one.wav")
        try SoundFile.write(Tone.sine(440, seconds: 1), to: path)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        bytes += Array(bytes[36..<44]) + sound
        let length = bytes.count - 8
        bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) })
        #expect(
            try SoundFileSource(folder.write(bytes, to: "two.wav")).readAll().samples.count
                == 32_000)
    }

    @Test("a file without sound for ffmpeg is refused")
    func noSound() throws {
        var generator = SeededNoise(seed: 2)
        let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for bytes in [bytes, Array("C D H K N".utf8), [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]] {
            let path = try folder.write(bytes, to: "none")
            #expect(throws: SoundFileError.notSound(path: path)) { try SoundFileSource(path) }
        }
    }
}

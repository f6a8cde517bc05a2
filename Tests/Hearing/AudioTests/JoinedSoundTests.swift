import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

/// Recordings one after the other in a file, as `cat` joins them, and other data after sound.
@Suite(.timeLimit(.minutes(1))) struct JoinedSoundTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A second of a tone, as a file.
    func tone(_ frequency: Double, _ format: SoundFormat, rate: Int = 16_000) throws -> [UInt8] {
        let path = folder.file("tone")
        let sound = Tone.sine(frequency, seconds: 1, sampleRate: rate)
        try SoundFile.write(sound, sampleRate: rate, to: path, format: format)
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func source(_ bytes: [UInt8]) throws -> SoundFileSource {
        try SoundFileSource(folder.write(bytes, to: "joined"))
    }

    @Test(
        "all parts are heard, even at other rates",
        arguments: [SoundFormat.wav16, .aiff16, .au16, .wave64, .rf64, .flac16, .oggVorbis],
        [16_000, 44_100])
    func parts(format: SoundFormat, rate: Int) throws {
        let joined = try source(tone(440, format) + tone(1_000, format, rate: rate))
        let heard = try joined.readAll().samples
        try #require(abs(heard.count - 32_000) < 100)
        #expect(abs(Tone.amplitude(of: 440, in: heard.prefix(15_000)) - 0.5) < 0.03)
        #expect(abs(Tone.amplitude(of: 1_000, in: heard.suffix(15_000)) - 0.5) < 0.03)
        #expect(abs(joined.duration - 2) < 0.01)
        #expect(joined.missingSeconds == 0 && !joined.isCutOff && joined.damage == nil)
    }

    @Test(
        "missing sound of the last part is reported",
        arguments: [SoundFormat.wav16, .aiff16, .oggVorbis])
    func lastIsCut(format: SoundFormat) throws {
        let joined = try source(tone(440, format) + tone(1_000, format).dropLast(1_000))
        #expect(try joined.readAll().samples.count >= 16_000)
        #expect(joined.missingSeconds > 0 || joined.isCutOff)
    }

    @Test("an Ogg file cut at a page is truncated, and a whole one is not")
    func oggPages() throws {
        let path = folder.file("long")
        var generator = SeededNoise(seed: 5)
        let noise = generator.white(rms: 0.2, count: 160_000)
        try SoundFile.write(noise, to: path, format: .oggVorbis)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let last = try #require(whole.range(of: Data("OggS\0".utf8), options: .backwards))
        let cut = try source([UInt8](whole[..<last.lowerBound]))
        #expect(try cut.readAll().samples.count > 80_000)
        #expect(cut.isCutOff)
        let all = try source([UInt8](whole))
        #expect(try all.readAll().samples.count == 160_000)
        #expect(!all.isCutOff)
    }

    @Test("a chunk without sound, such as a picture, is left out")
    func trailer() throws {
        var generator = SeededNoise(seed: 9)
        let picture = (0..<50_000).map { _ in UInt8.random(in: 1...255, using: &generator) }
        let text = [UInt8](repeating: 0x61, count: 50_000)
        for trailer in [[0xFF, 0xD8, 0xFF, 0xE0] + picture, text] {
            let joined = try source(tone(440, .wav16) + trailer)
            #expect(try joined.readAll().samples.count == 16_000)
            #expect(joined.missingSeconds == 0 && joined.damage == nil)
        }
    }

    @Test("an unreadable second sound file is reported with its place")
    func unreadablePart() throws {
        let first = try tone(440, .flac16)
        let joined = try source(first + tone(1_000, .flac16).prefix(60))
        #expect(try joined.readAll().samples.count == 16_000)
        #expect(joined.damage != nil || joined.missingSeconds > 0)
    }
}

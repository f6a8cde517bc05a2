import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

@Suite(.timeLimit(.minutes(1))) struct SoundFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("16-bit samples survive a round trip exactly") func sixteenBitsComeBackExactly() throws {
        var generator = SeededNoise(seed: 11)
        // Every second sample mirrors the previous one, so that the mean has no offset.
        let samples = (0..<10_001).flatMap { _ in
            let sample = Int16.random(in: .min ... .max, using: &generator)
            return [PCM16.amplitude(sample), PCM16.amplitude(~sample)]
        }
        for format in [SoundFormat.wav16, .rf64, .wave64, .aiff16, .au16, .flac16] {
            let path = folder.file("exact.\(format)")
            try SoundFile.write(samples, to: path, format: format)
            #expect(try SoundFileSource(path).readAll().samples == samples, "\(format)")
        }
    }

    @Test(
        "every format and rate keeps the tone", arguments: SoundFormat.allCases,
        [8_000, 11_025, 16_000, 44_100, 48_000, 96_000])
    func everyFormatAndRateKeepsTheTone(format: SoundFormat, rate: Int) throws {
        let path = folder.file("tone")
        let tone = Tone.sine(1_000, seconds: 1, sampleRate: rate)
        try SoundFile.write(tone, sampleRate: rate, to: path, format: format)
        let source = try SoundFileSource(path)
        let heard = try source.readAll()
        #expect(heard.sampleRate == 16_000)
        #expect(abs(heard.samples.count - 16_000) <= 1)
        #expect(abs(source.duration - 1) < 1e-3)
        let level = Tone.amplitude(of: 1_000, in: heard.samples)
        #expect(abs(level - 0.5) < 0.01)
        #expect(source.missingSeconds == 0)
        #expect(!source.isCutOff)
    }

    @Test("downsampling a studio recording removes only frequencies above speech")
    func aStudioRateLosesOnlyWhatSpeechHasNot() throws {
        let path = folder.file("studio.wav")
        let low = Tone.sine(3_000, seconds: 1, sampleRate: 192_000, amplitude: 0.3)
        let high = Tone.sine(30_000, seconds: 1, sampleRate: 192_000, amplitude: 0.3)
        try SoundFile.write(zip(low, high).map(+), sampleRate: 192_000, to: path, format: .wav24)
        let heard = try SoundFileSource(path).readAll().samples
        #expect(abs(Tone.amplitude(of: 3_000, in: heard) - 0.3) < 0.003)
        // 30 kHz would fold to 2 kHz.
        #expect(Tone.amplitude(of: 2_000, in: heard) < 1e-4)
    }

    @Test("writing clips instead of wrapping") func clipsInsteadOfWrapping() throws {
        for format in [SoundFormat.wav8, .wav16, .wav24] {
            let path = folder.file("loud.wav")
            try SoundFile.write([1.5, -1.5, 1.5, -1.5], to: path, format: format)
            let heard = try SoundFileSource(path).readAll().samples
            #expect(heard.map { $0 > 0 } == [true, false, true, false], "\(format)")
            #expect(heard.allSatisfy { abs($0) > 0.98 }, "\(format)")
        }
    }

    @Test("one channel can be heard alone; for a missing one the error names the others")
    func oneChannel() throws {
        let path = folder.file("stereo.wav")
        let tones = [300.0, 700].map { Tone.sine($0, seconds: 1, sampleRate: 16_000) }
        try SoundFile.write(Tone.interleaved(tones), to: path, channels: 2)
        for (number, tone) in tones.enumerated() {
            let alone = folder.file("alone.wav")
            try SoundFile.write(tone, to: alone)
            let heard = try SoundFileSource(path, channel: number + 1)
            #expect(
                try heard.readAll().samples == SoundFileSource(alone).readAll().samples)
            #expect(heard.duration == 1 && heard.missingSeconds == 0)
        }
        for wanted in [0, 3] {
            let error = SoundFileError.channel(path: path, wanted: wanted, channels: 2)
            #expect(throws: error) { try SoundFileSource(path, channel: wanted) }
        }
    }

    @Test("stereo is mixed") func stereoIsMixed() throws {
        let left = Tone.sine(500, seconds: 1, sampleRate: 44_100)
        let right = Tone.sine(900, seconds: 1, sampleRate: 44_100)
        let path = folder.file("stereo.wav")
        try SoundFile.write(
            Tone.interleaved([left, right]), sampleRate: 44_100, to: path, channels: 2)
        let heard = try SoundFileSource(path).readAll().samples
        #expect(abs(Tone.amplitude(of: 500, in: heard) - 0.25) < 0.005)
        #expect(abs(Tone.amplitude(of: 900, in: heard) - 0.25) < 0.005)
    }

    @Test("any rate and number of channels is read") func channelsAndRatesOfAnyNumberAreRead()
        throws
    {
        let path = folder.file("three.flac")
        try SoundFile.write(
            Array(repeating: 0.1, count: 3 * 24_000), sampleRate: 48_000, to: path, channels: 3,
            format: .flac16)
        let source = try SoundFileSource(path)
        #expect(try source.readAll().samples.count == 8_000)
        #expect(source.duration == 0.5 && source.missingSeconds == 0)
    }

    @Test("writing to a missing folder is refused")
    func aFolderThatIsNotThereCannotBeWrittenTo() throws {
        let path = folder.file("no/such/place.wav")
        let error = #expect(throws: SoundFileError.self) { try SoundFile.write([0], to: path) }
        #expect(error?.description.hasPrefix(path) == true)
    }
}

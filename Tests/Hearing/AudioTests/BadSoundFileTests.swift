import Audio
import Foundation
import SoundFiles
import Synchronization
import TestSpeech
import Testing

@Suite(.timeLimit(.minutes(1))) struct BadSoundFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a MIDI sample dump is refused quickly") func sampleDump() throws {
        let head: [UInt8] = [0xF0, 0x7E, 0, 1, 0, 0, 16, 0x24, 0x68, 3]
        let path = try folder.write(head + [UInt8](repeating: 0, count: 4_000), to: "dump.sds")
        #expect(failure(path) != nil)
    }

    /// The error that reading the whole file ends with.
    func failure(_ path: String) -> SoundFileError? {
        do {
            _ = try SoundFileSource(path).readAll()
            return nil
        } catch {
            let failure = error as? SoundFileError
            #expect(failure?.description.hasPrefix(path + ": ") == true)
            return failure
        }
    }

    /// The bytes of a good WAV file of one second.
    func goodBytes(_ format: SoundFormat = .wav16) throws -> [UInt8] {
        let path = folder.file("good")
        try SoundFile.write(Tone.sine(440, seconds: 1), to: path, format: format)
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("a missing file is refused with its path") func missing() {
        let path = folder.file("nothing.wav")
        #expect(failure(path) == .missing(path: path))
        #expect(failure(path + "/x.wav") == .missing(path: path + "/x.wav"))
    }

    @Test("an empty name is refused") func nameless() {
        #expect(throws: SoundFileError.nameless) { try SoundFileSource("") }
        #expect(SoundFileError.nameless.description.hasPrefix("'': "))
    }

    @Test("a folder is refused") func directory() {
        #expect(failure(folder.path) == .directory(path: folder.path))
    }

    @Test("an empty file is refused") func empty() throws {
        let path = try folder.write([], to: "empty.wav")
        #expect(failure(path) == .empty(path: path))
    }

    @Test("a header without sound is refused") func headerWithoutSound() throws {
        let path = folder.file("header.wav")
        try SoundFile.write([], to: path)
        #expect(failure(path) == .silentHeader(path: path))
    }

    @Test("a text file is refused") func text() throws {
        let path = try folder.write(Array("C D H K N\n".utf8), to: "letters.wav")
        let failure = failure(path)
        #expect(
            failure == .notSound(path: path)
                || failure == .needsFFmpeg(path: path, problem: .container))
    }

    @Test("a truncated header is refused", arguments: [4, 12, 20, 36]) func truncatedHeader(
        length: Int
    ) throws {
        let path = try folder.write(Array(goodBytes().prefix(length)), to: "cut.wav")
        switch failure(path) {
        case .notSound, .needsFFmpeg, .silentHeader: break
        case let other: Issue.record("\(length) bytes gave \(String(describing: other))")
        }
    }

    @Test(
        "truncated sound is read up to its end",
        arguments: [
            SoundFormat.wav16, .wavFloat, .rf64, .wave64, .aiff16, .au16, .flac16, .oggVorbis,
        ])
    func truncatedSoundGivesWhatIsThere(format: SoundFormat) throws {
        // Long and noisy enough that even the compressed formats have many packets.
        var generator = SeededNoise(seed: 3)
        let tone = Tone.sine(440, seconds: 10).map {
            $0 + Float.random(in: -0.2...0.2, using: &generator)
        }
        let whole = folder.file("whole")
        try SoundFile.write(tone, to: whole, format: format)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: whole)))
        let path = try folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: "half")
        let source = try SoundFileSource(path)
        let heard = try source.readAll().samples
        #expect(heard.count > 80_000 && heard.count < 110_000, "\(format): \(heard.count)")
        #expect(source.duration == Double(heard.count) / 16_000)
        #expect(abs(Tone.amplitude(of: 440, in: heard.prefix(64_000)) - 0.5) < 0.02)
        // An Ogg file does not tell how long it is.
        #expect(source.isCutOff == (format == .oggVorbis))
        if format != .oggVorbis {
            #expect(source.missingSeconds == 10 - Double(heard.count) / 16_000)
        }
    }

    @Test("a huge claim needs no memory") func aHugeClaimTakesNoMemory() throws {
        var bytes = try goodBytes()
        // The lengths of the RIFF and of its data chunk, both little-endian.
        bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0x7F])
        bytes.replaceSubrange(40..<44, with: [0xF0, 0xFF, 0xFF, 0x7F])
        let path = try folder.write(bytes, to: "huge.wav")
        let source = try SoundFileSource(path)
        #expect(try source.readAll().samples.count == 16_000)
        // A program that writes into a pipe does not know the length, and claims the largest one.
        #expect(source.missingSeconds == 0)
    }

    @Test(
        "the file of a killed recorder is read",
        arguments: [[0, 0, 0, 0], [36, 0, 0, 0], [0x24, 0x7D, 0, 0]] as [[UInt8]])
    func whatARecorderWroteThatWasKilledIsRead(claim: [UInt8]) throws {
        var bytes = try goodBytes()
        bytes.replaceSubrange(4..<8, with: claim)
        bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        let source = try SoundFileSource(folder.write(bytes, to: "killed.wav"))
        let heard = try source.readAll().samples
        #expect(heard.count == 16_000)
        #expect(abs(Tone.amplitude(of: 440, in: heard) - 0.5) < 0.01)
        #expect(source.missingSeconds == 0)
    }

    @Test(
        "the sound ends at the first sample that is not a number",
        arguments: [Float.nan, .infinity, -.infinity],
        [1, 4_096, 9_000, 15_999])
    func theSoundEndsWhereItIsNoNumber(bad: Float, place: Int) throws {
        var samples = Tone.sine(440, seconds: 1)
        samples[place] = bad
        let path = folder.file("nan.wav")
        try SoundFile.write(samples, to: path, format: .wavFloat)
        let source = try SoundFileSource(path)
        #expect(source.damage == nil)
        #expect(try source.readAll().samples == Array(samples.prefix(place)))
        #expect(source.damage as? SoundFileError == .notFinite(path: path, frame: place))
        #expect(source.missingSeconds == 0 && source.duration == Double(place) / 16_000)
        // It stays ended.
        #expect(try source.read() == nil)
    }

    @Test("a file whose first sample is not a number has no sound")
    func aFileThatBeginsWithoutANumberHasNoSound() throws {
        let path = folder.file("nan.wav")
        try SoundFile.write([.nan, 0, 0], to: path, channels: 1, format: .wavFloat)
        #expect(failure(path) == .notFinite(path: path, frame: 0))
    }

    @Test("a file with zero channels is refused") func zeroChannels() throws {
        var bytes = try goodBytes()
        bytes[22] = 0
        let path = try folder.write(bytes, to: "none.wav")
        #expect(failure(path) != nil)
    }

    @Test("an impossible sample rate is refused", arguments: [0, 100, 3_000_000])
    func senselessRate(hertz: Int) throws {
        var bytes = try goodBytes()
        bytes.replaceSubrange(24..<28, with: (0..<4).map { UInt8(hertz >> (8 * $0) & 0xFF) })
        let path = try folder.write(bytes, to: "rate.wav")
        switch failure(path) {
        case .rate(path: path, hertz: hertz)?, .notSound?, .needsFFmpeg?: break
        case let other: Issue.record("\(hertz) Hz gave \(String(describing: other))")
        }
    }

    @Test("a pipe gives the sound of the file, even without a length")
    func pipes() throws {
        var unknown = try goodBytes()
        unknown.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let whole = try SoundFormat.allCases.map { try goodBytes($0) }
        let cut = try [goodBytes(), goodBytes(.aiff16)].map { Array($0.dropLast(9_000)) }
        let compressed = CompressedSound.bytes(blocks: 20)
        for (number, bytes) in (whole + cut + [unknown, compressed]).enumerated() {
            let file = try SoundFileSource(folder.write(bytes, to: "file"))
            let piped = folder.file("pipe\(number)")
            try #require(mkfifo(piped, 0o600) == 0)
            let writer = Thread {
                guard let pipe = FileHandle(forWritingAtPath: piped) else { return }
                try? pipe.write(contentsOf: Data(bytes))
                try? pipe.close()
            }
            writer.start()
            let pipe = try SoundFileSource(piped)
            #expect(try pipe.readAll().samples == file.readAll().samples, "\(number)")
            #expect(pipe.missingSeconds == file.missingSeconds && pipe.isCutOff == file.isCutOff)
        }
    }

    @Test(
        "a pipe gives sound while it is recorded, for any length in the header",
        arguments: [0, 32_000, 640_000, 0x8000_0000])
    func livePipe(claim: Int) throws {
        var bytes = try Array(goodBytes().prefix(44 + 16_000))
        bytes.replaceSubrange(40..<44, with: (0..<4).map { UInt8(claim >> (8 * $0) & 0xFF) })
        let piped = folder.file("pipe")
        try #require(mkfifo(piped, 0o600) == 0)
        let sent = Data(bytes)
        let heard = DispatchSemaphore(value: 0)
        let wasStuck = Mutex(false)
        Thread {
            guard let pipe = FileHandle(forWritingAtPath: piped) else { return }
            try? pipe.write(contentsOf: sent)
            // A source that waits for the end gets one, so that the test ends.
            if heard.wait(timeout: .now() + 20) == .timedOut { wasStuck.withLock { $0 = true } }
            try? pipe.close()
        }.start()
        let source = try SoundFileSource(piped)
        var count = 0
        while count < 8_000, let chunk = try source.read() { count += chunk.samples.count }
        heard.signal()
        #expect(count == 8_000)
        #expect(!wasStuck.withLock { $0 })
    }

    @Test("an idle pipe prints one notice")
    func waiting() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = try goodBytes()
        var told: [String] = []
        let source = try SoundFileSource(path) { waited in
            told.append(waited)
            guard told.count == 1 else { return true }
            let writer = Thread {
                guard let pipe = FileHandle(forWritingAtPath: waited) else { return }
                try? pipe.write(contentsOf: Data(bytes))
                try? pipe.close()
            }
            writer.start()
            return true
        }
        #expect(try source.readAll().samples.count == 16_000)
        #expect(Set(told) == [path])
    }

    @Test("an idle pipe is not an empty file") func emptyPipe() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: SoundFileError.emptyPipe(path: path)) {
            _ = try SoundFileSource(path) { waited in
                Thread { try? FileHandle(forWritingAtPath: waited)?.close() }.start()
                return true
            }
        }
        #expect(SoundFileError.emptyPipe(path: "p").description.contains("pipe"))
    }

    @Test("a device is not a recording") func aDeviceIsNoRecording() {
        for path in ["/dev/null", "/dev/zero"] { #expect(failure(path) == .device(path: path)) }
    }
}

/// A WAV file of Microsoft's ADPCM whose lengths are not known, as ffmpeg writes it into a pipe.
enum CompressedSound {
    private static let (blockBytes, blockFrames) = (256, 500)

    /// The length of a file, s.
    static func seconds(blocks: Int) -> Double { Double(blocks * blockFrames) / 16_000 }

    static func bytes(blocks: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let unknown = number(0xFFFF_FFFF, 4)
        // Format 2, one channel, the rate, bytes a second and a block, four bits, 32 more bytes.
        let shape = [(2, 2), (1, 2), (16_000, 4), (8_192, 4), (blockBytes, 2), (4, 2), (32, 2)]
        let coefficients = [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232]
        let format =
            (shape + [(blockFrames, 2), (7, 2)] + coefficients.map { ($0, 2) })
            .flatMap { number($0.0, $0.1) }
        let block = [0] + number(16, 2) + number(100, 2) + number(-100, 2)
        let sound = (0..<blocks).flatMap { index in
            block + (block.count..<blockBytes).map { UInt8(truncatingIfNeeded: $0 * 37 + index) }
        }
        return Array("RIFF".utf8) + unknown + Array("WAVEfmt ".utf8) + number(format.count, 4)
            + format + Array("data".utf8) + unknown + sound
    }
}

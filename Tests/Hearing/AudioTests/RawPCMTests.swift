import Audio
import Foundation
import TestSpeech
import Testing

@Suite("Raw sound from a pipe", .timeLimit(.minutes(1)))
struct RawPCMTests {
    /// A source that gives its bytes in pieces of random length.
    func source(_ bytes: [UInt8], seed: UInt64) -> RawPCMSource {
        var generator = SeededNoise(seed: seed)
        var rest = bytes[...]
        return RawPCMSource(name: "pipe") { most in
            let piece = rest.prefix(Int.random(in: 1...most, using: &generator))
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }

    @Test("the size of the reads does not change the sound", arguments: [UInt64](1...20))
    func piecesDoNotMatter(seed: UInt64) throws {
        let tone = Tone.sine(300, seconds: 0.2).map { PCM16.amplitude(PCM16.sample($0)) }
        let heard = try source(PCM16.littleEndian(tone), seed: seed).readAll()
        #expect(heard.samples == tone, "seed \(seed)")
    }

    @Test("an odd last byte is an error after the whole samples")
    func anOddByteIsToldAfterTheWholeSamples() throws {
        let source = source([0, 0x40, 7], seed: 1)
        #expect(try source.read()?.samples == [0.5])
        #expect(throws: RawPCMError.oddByte(name: "pipe")) { try source.read() }
        #expect(try source.read() == nil)
    }

    @Test("an empty input is an error") func nothingIsAnError() throws {
        let source = source([], seed: 1)
        let error = #expect(throws: RawPCMError.empty(name: "pipe")) { try source.read() }
        #expect(error?.description.contains("arecord") == true)
        #expect(try source.read() == nil)
    }

    @Test(
        "a sound file is not raw sound",
        arguments: [("RIFF\u{24}\u{1}WAVE", "WAV"), ("fLaC\0\0", "FLAC"), ("OggS\0\0", "Ogg")])
    func aSoundFileIsNotRawSound(start: String, kind: String) throws {
        var bytes = Array(start.utf8)[...]
        let source = RawPCMSource(name: "pipe") { most in
            defer { bytes = bytes.dropFirst(most) }
            return Array(bytes.prefix(most))
        }
        let error = #expect(throws: RawPCMError.soundFile(name: "pipe", kind: kind)) {
            try source.read()
        }
        #expect(error?.description.contains("a \(kind) file") == true)
        #expect(try source.read() == nil)
    }

    @Test("a pipe is read while it is written") func readsAPipeAsItIsWritten() throws {
        let pipe = Pipe()
        let source = RawPCMSource(pipe.fileHandleForReading, name: "-")
        pipe.fileHandleForWriting.write(Data([0, 0x40]))
        // Comes although the pipe is still open.
        #expect(try source.read()?.samples == [0.5])
        try pipe.fileHandleForWriting.close()
        #expect(try source.read() == nil)
    }

    @Test("a folder is an error") func aFolderCannotBeRead() throws {
        let folder = try FileHandle(forReadingFrom: FileManager.default.temporaryDirectory)
        let error = #expect(throws: RawPCMError.self) {
            try RawPCMSource(folder, name: "place").read()
        }
        #expect(error?.description.hasPrefix("place: ") == true)
        #expect(error?.description.contains("Is a directory") == true)
    }
}

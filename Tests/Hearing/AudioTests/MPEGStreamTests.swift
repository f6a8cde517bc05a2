import Audio
import Foundation
import SoundFiles
import TestSpeech
import Testing

/// MP3 files put together from silent frames: 48 kHz, mono, 1,152 samples each.
@Suite(.timeLimit(.minutes(1))) struct MPEGStreamTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    enum Rate: UInt8 {
        case kbps32 = 1
        case kbps128 = 9
        /// Bytes a frame: 144 times the rate, over 48,000.
        var bytes: Int { self == .kbps32 ? 96 : 384 }
    }

    /// A frame of MPEG-1's layer III whose side information is zeros: it decodes to silence.
    func frame(_ rate: Rate) -> [UInt8] {
        [0xFF, 0xFB, rate.rawValue << 4 | 1 << 2, 0xC0]
            + [UInt8](repeating: 0, count: rate.bytes - 4)
    }

    func frames(_ rate: Rate, _ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in frame(rate) }
    }

    /// A frame with the number of frames that follow, after the side information.
    func tagged(_ count: UInt8) -> [UInt8] {
        var bytes = frame(.kbps128)
        bytes.replaceSubrange(21..<33, with: Array("Xing".utf8) + [0, 0, 0, 1, 0, 0, 0, count])
        return bytes
    }

    func read(_ bytes: [UInt8]) throws -> (seconds: Double, missing: Double) {
        let source = try SoundFileSource(folder.write(bytes, to: "silence.mp3"))
        let count = try source.readAll().samples.count
        return (Double(count) / 16_000, source.missingSeconds)
    }

    /// The length of a number of frames, seconds.
    func seconds(_ frames: Int) -> Double { Double(frames) * 1_152 / 48_000 }

    @Test(
        "a file without a length is read to its end",
        arguments: [(Rate.kbps128, Rate.kbps32), (.kbps32, .kbps128)])
    func allOfAFileThatDoesNotTellItsLengthIsRead(first: Rate, rest: Rate) throws {
        let (heard, missing) = try read(frames(first, 1) + frames(rest, 200))
        #expect(abs(heard - seconds(201)) < 0.001)
        #expect(missing == 0)
    }

    @Test("all joined files are read, whatever the first one claims")
    func joined() throws {
        let (heard, missing) = try read(
            tagged(200) + frames(.kbps32, 200) + tagged(100) + frames(.kbps128, 100))
        #expect(abs(heard - seconds(300)) < seconds(2))
        #expect(missing == 0)
    }

    @Test("tags between frames and trailing zeros are not sound")
    func tagsBetween() throws {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 16, 0]
        let text = [UInt8](repeating: 0x41, count: 2_048)
        let zeros = [UInt8](repeating: 0, count: 100_000)
        let (heard, missing) = try read(
            frames(.kbps32, 100) + tag + text + frames(.kbps32, 100) + zeros)
        #expect(abs(heard - seconds(200)) < seconds(2))
        #expect(missing == 0)
    }

    @Test("a picture before the sound is not sound") func aPictureBeforeTheSoundIsNoSound() throws {
        // 90,112 in four bytes of seven bits.
        let tag: [UInt8] =
            Array("ID3".utf8) + [4, 0, 0, 0, 5, 0x40, 0] + [UInt8](repeating: 7, count: 90_112)
        let (heard, missing) = try read(tag + frames(.kbps32, 200))
        #expect(abs(heard - seconds(200)) < 0.001)
        #expect(missing == 0)
    }

    @Test("the claimed length is compared with the sound")
    func whatAFileTellsOfItsLengthIsHeldAgainstIt() throws {
        #expect(try read(tagged(200) + frames(.kbps32, 200)).missing == 0)
        let (heard, missing) = try read(tagged(200) + frames(.kbps32, 120))
        #expect(abs(heard + missing - seconds(200)) < seconds(2))
        #expect(missing > seconds(79))
    }

    /// The file in which macOS keeps the attributes of another file, on a drive that has none:
    /// libsndfile takes that for the sound of a format of Apple's.
    @Test(
        "data after the sound is not sound",
        arguments: ["._silence.mp3", ".AppleDouble/silence.mp3"])
    func whatLiesBesideTheFileIsNoSound(name: String) throws {
        try FileManager.default.createDirectory(
            at: folder.url(".AppleDouble"), withIntermediateDirectories: true)
        try folder.write([0, 5, 0x16, 7] + [UInt8](repeating: 0, count: 4_092), to: name)
        #expect(abs(try read(frames(.kbps32, 200)).seconds - seconds(200)) < 0.001)
    }

    @Test("an unread file is closed") func aFileThatIsLeftUnreadIsClosed() throws {
        let path = try folder.write(frames(.kbps32, 20_000), to: "long.mp3")
        func isOpen() throws -> Bool {
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(name)")
                return target == path
            }
        }
        var source: SoundFileSource? = try SoundFileSource(path)
        #expect(try source?.read() != nil)
        #expect(try isOpen())
        source = nil
        #expect(try !isOpen())
    }
}

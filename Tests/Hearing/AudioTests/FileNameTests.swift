import Audio
import Platform
import Testing

@Suite("Names of files", .timeLimit(.minutes(1)))
struct FileNameTests {
    @Test(
        "A name in UTF-8 is unchanged",
        arguments: ["", "a.wav", "Köln/\u{FFFD}.wav", "\u{1F600}", "e\u{301}\n"])
    func text(name: String) {
        #expect(FileName.text(of: Array(name.utf8)) == name)
        #expect(Array(FileName.bytes(of: name)) == Array(name.utf8))
        #expect(FileName.isText(name) && FileName.shown(name) == name)
    }

    @Test(
        "Any bytes are restored, and two names never become one",
        arguments: [
            [0x4B, 0xF6, 0x6C, 0x6E], [0xFF], [0xFE], [0x80, 0x8F, 0xF0], [0xC3, 0xB6, 0xFF],
            [0xED, 0xA0, 0x80], [0xEF, 0xB7, 0x90], Array(1...0xFF),
        ] as [[UInt8]])
    func bytes(name: [UInt8]) {
        let text = FileName.text(of: name)
        #expect(!FileName.isText(text))
        #expect(FileName.bytes(of: text) == name)
        #expect(FileName.cString(of: text).map(UInt8.init(bitPattern:)) == name + [0])
        // A text that holds it among other words, as a message does.
        let message = "'\(text)' é"
        #expect(FileName.bytes(of: message) == [0x27] + name + Array("' é".utf8))
    }

    @Test("Bytes that are not text are shown as U+FFFD")
    func shown() {
        let name = FileName.text(of: Array("Bär/K".utf8) + [0xF6] + Array("ln.wav".utf8))
        #expect(FileName.shown("\(name): no such file") == "Bär/K\u{FFFD}ln.wav: no such file")
    }
}

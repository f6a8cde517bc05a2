import Foundation
import Recognition
import SpeechEncoder
import TestTraits
import Testing

@Suite("Encoder files that build on another", .listening)
struct BaseFileTests {
    /// A folder with the tiny net as "tiny.net", and a file without tensors that builds on `base`.
    private func open(basedOn base: String) throws -> SpeechEncoder {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tiny = try Data(contentsOf: URL(fileURLWithPath: Examples.tiny))
        try tiny.write(to: folder.appendingPathComponent("tiny.net"))
        let length = tiny[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
        let old = try JSONSerialization.jsonObject(with: tiny[12..<12 + length])
        var header = try #require(old as? [String: Any])
        header["tensors"] = [Any]()
        header["bytes"] = 0
        header["checksum"] = String(repeating: "0", count: 32)
        header["base"] = base
        let json = try JSONSerialization.data(withJSONObject: header)
        var file = Data("ALOUDEAR".utf8)
        file += withUnsafeBytes(of: UInt32(json.count).littleEndian) { Data($0) }
        file += json
        file += Data(count: (64 - file.count % 64) % 64)
        let path = folder.appendingPathComponent("own.net").path
        try file.write(to: URL(fileURLWithPath: path))
        return try SpeechEncoder(contentsOf: path)
    }

    @Test("A file takes the tensors that it lacks from the file that it builds on")
    func base() throws {
        let own = try open(basedOn: "tiny.net").frames(of: Examples.sound())
        let tiny = try SpeechEncoder(contentsOf: Examples.tiny).frames(of: Examples.sound())
        #expect(own.frames == tiny.frames)
        for frame in 0..<tiny.frames {
            for token in tiny.tokens.indices { #expect(own[frame, token] == tiny[frame, token]) }
        }
    }

    @Test(
        "A base that is missing, elsewhere, or the file itself is refused",
        arguments: [
            "none.net", "../tiny.net", "own.net",
        ])
    func refused(_ base: String) {
        #expect(throws: SpeechEncoderError.self) { try open(basedOn: base) }
    }
}

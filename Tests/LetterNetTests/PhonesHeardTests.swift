import Acuity
import Foundation
import LetterNet
import LetterSpeech
import Testing

@Suite struct PhonesHeardTests {
    @Test("phones are told as PyTorch tells them")
    func example() throws {
        let example = try WrittenExample.read()
        let net = try LetterNet(path: WrittenExample.model)
        // Longer than a canvas.
        let sound = example.samples + example.samples + example.samples
        let told = try #require(net.phones(of: sound))
        #expect(told.phones.count == 39 && told.phones.contains("ZH"))
        // 25 ms every 10 ms.
        #expect(told.frames == (sound.count - 400) / 160 + 1)
        for (index, expected) in example.phones.enumerated() {
            let frame = told.slice(10 * index...10 * index)
            #expect(frame.values.count == expected.count)
            for (value, expected) in zip(frame.values, expected) {
                #expect(abs(value - expected) < 0.02, "frame \(10 * index)")
            }
        }
    }

    @Test("whatever is heard, one class of each frame is the likeliest and none is out of numbers")
    func anything() throws {
        let net = try LetterNet(path: WrittenExample.model)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for count in [1, 399, 400, 15_000, 16_000 * 3 / 2, 100_000] {
            var samples = (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
            samples[count / 2] = .nan
            let told = try #require(net.phones(of: samples))
            #expect(told.frames == max(0, count - 400) / 160 + 1)
            for frame in 0..<told.frames {
                let row = told.slice(frame...frame).values
                #expect(row.allSatisfy { $0.isFinite } && row.max() == 0)
            }
        }
        #expect(net.phones(of: []) == nil)
    }

    @Test("a frame is told the same wherever the sound begins")
    func anywhere() throws {
        let example = try WrittenExample.read()
        let net = try LetterNet(path: WrittenExample.model)
        let sound = example.samples
        let later = [Float](repeating: 0, count: 8 * 160) + sound
        let first = try #require(net.phones(of: sound))
        let second = try #require(net.phones(of: later))
        // Both stand in the middle of a canvas, where the frames between see as much of the sound.
        for frame in 30..<50 {
            let (one, other) = (first.slice(frame...frame), second.slice(frame + 8...frame + 8))
            for (value, moved) in zip(one.values, other.values) {
                #expect(abs(value - moved) < 0.3)
            }
        }
    }

    @Test("a file without phones tells none")
    func without() throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: WrittenExample.model))
        let key = try #require(data.range(of: Data("\"phones\":[\"AA".utf8)))
        data[key.lowerBound + 1] = UInt8(ascii: "q")
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString).net")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try LetterNet(path: file.path).phones(of: WrittenExample.read().samples) == nil)
    }
}

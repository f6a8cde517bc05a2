import Acuity
import Foundation
import LetterNet
import Testing

@Suite struct DamagedNetTests {
    /// Reads what was made of the net that comes with the project.
    private func reading(_ change: (inout Data) throws -> Void) throws -> LetterNetError? {
        var data = try Data(contentsOf: URL(fileURLWithPath: WrittenExample.model))
        try change(&data)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString).net")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            _ = try LetterNet(path: file.path)
            return nil
        } catch {
            return error
        }
    }

    private func isDamage(_ error: LetterNetError?) -> Bool {
        if case .damaged = error { true } else { false }
    }

    @Test func aFileThatIsNotThereIsNamed() {
        let error = #expect(throws: LetterNetError.self) {
            try LetterNet(path: "/nowhere/letters.net")
        }
        #expect(error?.description.contains("'/nowhere/letters.net'") == true)
    }

    @Test func aFileOfAnotherKindIsRefused() throws {
        #expect(isDamage(try reading { $0 = Data("no net".utf8) }))
        #expect(isDamage(try reading { $0[0] = 0 }))
    }

    @Test func aFileCutShortIsRefused() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<5 {
            let error = try reading { data in
                data = data.prefix(Int.random(in: 0..<data.count - 2, using: &generator))
            }
            #expect(isDamage(error))
        }
    }

    @Test func matricesThatDoNotGoTogetherAreRefused() throws {
        let error = try reading { data in
            let shape = try #require(data.range(of: Data("\"outputs\":{\"shape\":[140".utf8)))
            // One class more, in as many characters.
            data[shape.upperBound - 1] = UInt8(ascii: "1")
        }
        #expect("\(try #require(error))".contains("do not go together"))
    }

    /// Reads the net with another header.
    private func readingHeader(
        _ change: (inout [String: Any]) throws -> Void
    ) throws -> LetterNetError? {
        try reading { data in
            let length = data[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
            let old = try JSONSerialization.jsonObject(with: data[12..<12 + length])
            var header = try #require(old as? [String: Any])
            try change(&header)
            let new = try JSONSerialization.data(withJSONObject: header)
            let size = withUnsafeBytes(of: UInt32(new.count).littleEndian) { Data($0) }
            data.replaceSubrange(8..<12 + length, with: size + new)
        }
    }

    @Test func aHeaderThatIsWrittenAnewIsRead() throws {
        #expect(try readingHeader({ _ in }) == nil)
    }

    @Test func stridesLongerThanACanvasAreRefused() throws {
        for stride in [Int.max, 1 << 31, 9, 0, -1] {
            for index in 0..<2 {
                let error = try readingHeader { header in
                    var strides = try #require(header["strides"] as? [Int])
                    strides[index] = stride
                    header["strides"] = strides
                }
                #expect("\(try #require(error))".contains("do not go together"))
            }
        }
    }

    @Test func classesThatTellNoLetterOrAreTheSameAreRefused() throws {
        for (key, value) in [("kind", "word"), ("name", "A"), ("name", "")] {
            let error = try readingHeader { header in
                let classes = try #require(header["classes"] as? [[String: Any]])
                header["classes"] = classes.map { $0.merging([key: value]) { $1 } }
            }
            #expect(isDamage(error))
        }
    }

    @Test func aWeightThatIsNoNumberIsRefusedAndNamed() throws {
        let error = try reading { data in
            let length = data[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = "\"phones.offsets\":{\"shape\":[158],\"offset\":"
            let place = try #require(data.range(of: Data(name.utf8)))
            let digits = data[place.upperBound...].prefix { (48...57).contains($0) }
            let offset = try #require(Int(String(decoding: digits, as: UTF8.self)))
            let first = 12 + length + offset
            withUnsafeBytes(of: Float.nan.bitPattern.littleEndian) {
                data.replaceSubrange(first..<first + 4, with: $0)
            }
        }
        #expect("\(try #require(error))".contains("'phones.offsets' has a value that is no number"))
    }

    @Test func aConvolutionThatIsNotOf8BitsIsRefused() throws {
        let error = try reading { data in
            let stem = try #require(data.range(of: Data("\"stem\":{".utf8)))
            let scales = try #require(
                data.range(of: Data("\"scales\"".utf8), in: stem.upperBound..<data.endIndex))
            data[scales.lowerBound + 1] = UInt8(ascii: "x")
        }
        #expect("\(try #require(error))".contains("'stem' is not of 8 bits"))
    }
}

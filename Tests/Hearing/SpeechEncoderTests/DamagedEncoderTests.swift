import Foundation
import SpeechEncoder
import TestTraits
import Testing

@Suite("Damaged encoder files", .listening)
struct DamagedEncoderTests {
    /// Reads the tiny net's file after a change, and returns the error.
    private func reading(_ change: (inout Data) throws -> Void) throws -> SpeechEncoderError? {
        var data = try Data(contentsOf: URL(fileURLWithPath: Examples.tiny))
        try change(&data)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString).net")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            _ = try SpeechEncoder(contentsOf: file.path)
            return nil
        } catch {
            return error
        }
    }

    /// Reads the net with another header.
    ///
    /// - Parameter other: changes the data and returns their new checksum; nil to keep both.
    private func readingHeader(
        _ change: (inout [String: Any]) throws -> Void, data other: ((inout Data) -> String)? = nil
    ) throws -> SpeechEncoderError? {
        try reading { data in
            let length = data[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
            let old = try JSONSerialization.jsonObject(with: data[12..<12 + length])
            var header = try #require(old as? [String: Any])
            try change(&header)
            var weights = Data(data[((12 + length + 63) / 64 * 64)...])
            if let other { header["checksum"] = other(&weights) }
            let new = try JSONSerialization.data(withJSONObject: header)
            var start = Data("ALOUDEAR".utf8)
            start += withUnsafeBytes(of: UInt32(new.count).littleEndian) { Data($0) }
            start += new
            start += Data(count: (64 - start.count % 64) % 64)
            data = start + weights
        }
    }

    private func isDamage(_ error: SpeechEncoderError?, _ reason: String) -> Bool {
        guard case .damaged(_, let told) = error else { return false }
        return told.contains(reason)
    }

    @Test("a missing file is named with a remedy") func aFileThatIsNotThereIsNamedWithAWayOut() {
        let error = #expect(throws: SpeechEncoderError.self) {
            try SpeechEncoder(contentsOf: "/nowhere/ear.net")
        }
        #expect(
            error?.description
                == "The speech encoder '/nowhere/ear.net' cannot be read: No such file or directory."
                + " Take models/ear.net from the release again, or rebuild it with training/ear.")
    }

    @Test("a folder is refused") func whatIsNoFileIsRefused() {
        for path in ["/", "/dev/null"] {
            #expect(throws: SpeechEncoderError.unreadable(path: path, reason: "it is not a file")) {
                try SpeechEncoder(contentsOf: path)
            }
        }
    }

    @Test("a file of another kind is refused") func aFileOfAnotherKindIsRefused() throws {
        #expect(isDamage(try reading { $0 = Data() }, "it is empty"))
        for text in ["no net", "ALOUDNET and more", "ALOUDEAR"] {
            #expect(isDamage(try reading { $0 = Data(text.utf8) }, "does not begin with"))
        }
        #expect(isDamage(try reading { $0 = Data("ALOUDEAR1234".utf8) }, "ends within its header"))
        #expect(isDamage(try reading { $0[20] = 0xFF }, "header is not as expected"))
    }

    @Test("a truncated or extended file is refused") func aFileCutShortOrTooLongIsRefused() throws {
        let count = try Data(contentsOf: URL(fileURLWithPath: Examples.tiny)).count
        for kept in stride(from: 1, to: count, by: 777) {
            #expect(try reading { $0 = $0.prefix(kept) } != nil)
        }
        #expect(isDamage(try reading { $0.removeLast() }, "bytes after its header"))
        #expect(isDamage(try reading { $0.append(0) }, "bytes after its header"))
    }

    @Test("a flipped bit is noticed") func aBitThatFlippedIsNoticed() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let (back, bit) = (
                Int.random(in: 1...30_000, using: &generator),
                Int.random(in: 0..<8, using: &generator)
            )
            #expect(
                isDamage(try reading { $0[$0.count - back] ^= 1 << bit }, "checksum"),
                "bit \(bit) of byte \(back) from the end")
        }
    }

    @Test("a rewritten header is read") func aHeaderThatIsWrittenAnewIsRead() throws {
        #expect(try readingHeader({ _ in }) == nil)
    }

    @Test("another version is named") func anotherFormIsNamed() throws {
        let error = try readingHeader { $0 = ["version": 2] }
        #expect(isDamage(error, "its form is 2, and this program reads 1"))
    }

    @Test("impossible sizes are refused") func sizesThatCannotBeAreRefused() throws {
        for (key, value) in [
            ("width", 0), ("width", -32), ("width", Int.max), ("width", 33), ("heads", 3),
            ("layers", 0), ("layers", 1 << 40), ("inner", 63), ("mels", 128),
        ] {
            let error = try readingHeader { header in
                var sizes = try #require(header["sizes"] as? [String: Any])
                sizes[key] = value
                header["sizes"] = sizes
            }
            #expect(isDamage(error, "sizes do not go together"), "\(key) \(value)")
        }
        let more = try readingHeader { header in
            var sizes = try #require(header["sizes"] as? [String: Any])
            sizes["layers"] = 3
            header["sizes"] = sizes
        }
        #expect(isDamage(more, "it has no 'layers.2.attention_norm.weight'"))
    }

    @Test("tokens that do not match the output layer are refused")
    func tokensThatDoNotGoWithTheHeadAreRefused() throws {
        let fewer = try readingHeader { $0["tokens"] = ["-", "A"] }
        #expect(isDamage(fewer, "'head.weight' is f32 [66, 32] instead of f32 [2, 32]"))
        let twice = try readingHeader { $0["tokens"] = ["-", "-"] }
        #expect(isDamage(twice, "the same token twice"))
        #expect(isDamage(try readingHeader { $0["tokens"] = [String]() }, "fewer than two"))
    }

    @Test("tensors of another place or type are refused")
    func tensorsThatAreElsewhereOrOfAnotherTypeAreRefused() throws {
        for (key, value, reason) in [
            ("offset", -64, "is outside"), ("offset", 1 << 40, "is outside"),
            ("offset", Int.max - 63, "is outside"), ("offset", 4, "is outside"),
            ("type", "i8", "is i8"), ("shape", [32, -1], "[32, -1]"), ("name", "x", "it has no"),
        ] as [(String, Any, String)] {
            let error = try readingHeader { header in
                var tensors = try #require(header["tensors"] as? [[String: Any]])
                let index = try #require(
                    tensors.firstIndex { $0["name"] as? String == "head.bias" })
                tensors[index][key] = value
                header["tensors"] = tensors
            }
            #expect(isDamage(error, reason), "\(key) \(value)")
        }
        let scaleless = try readingHeader { header in
            let tensors = try #require(header["tensors"] as? [[String: Any]])
            header["tensors"] = tensors.map { $0.filter { $0.key != "scales" } }
        }
        #expect(isDamage(scaleless, "'conv1.weight' has no scales"))
    }

    @Test("a weight that is not finite is refused and named")
    func aWeightThatIsNoNumberIsRefusedAndNamed() throws {
        var place = 0
        let error = try readingHeader { header in
            let tensors = try #require(header["tensors"] as? [[String: Any]])
            let norm = try #require(tensors.first { $0["name"] as? String == "norm.weight" })
            place = try #require(norm["offset"] as? Int)
        } data: { data in
            withUnsafeBytes(of: Float.nan.bitPattern.littleEndian) {
                data.replaceSubrange(place..<place + 4, with: $0)
            }
            var sums: [UInt64] = [0, 0]
            for index in 0..<data.count / 4 {
                let bytes = data[index * 4..<index * 4 + 4]
                let word = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                sums[0] &+= word
                sums[1] &+= word &* UInt64(index + 1)
            }
            return sums.map { sum in
                let digits = String(sum, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
        #expect(isDamage(error, "'norm.weight' has a value that is not a number"))
    }
}

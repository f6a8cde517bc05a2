import Foundation
import Sealing
import TestTraits
import Testing

@Suite("A sealed file", .listening)
struct SealedFileTests {
    private func bytes(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }

    @Test(
        "opens with its passphrase to the same bytes",
        arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func opens(count: Int) throws {
        try RecordFolder.with { folder in
            let (plain, sealed, opened) = (folder + "/a", folder + "/b", folder + "/c")
            try bytes(count).write(to: URL(fileURLWithPath: plain))
            try SealedFile.seal(plain, to: sealed, passphrase: "größer als zwölf")
            #expect(SealedFile.isOne(sealed) && !SealedFile.isOne(plain))
            try SealedFile.open(sealed, to: opened, passphrase: "größer als zwölf")
            #expect(FileManager.default.contents(atPath: opened) == bytes(count))
        }
    }

    @Test("a wrong passphrase, a changed bit and a missing end leave no output")
    func damaged() throws {
        try RecordFolder.with { folder in
            let (plain, sealed) = (folder + "/a", folder + "/b")
            try bytes(200_000).write(to: URL(fileURLWithPath: plain))
            try SealedFile.seal(plain, to: sealed, passphrase: "the right passphrase")
            func open(_ data: Data, _ passphrase: String = "the right passphrase") throws {
                try data.write(to: URL(fileURLWithPath: folder + "/d"))
                try SealedFile.open(folder + "/d", to: folder + "/c", passphrase: passphrase)
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: sealed))
            #expect(throws: SealingError.wrongPassphrase) { try open(whole, "another one") }
            for place in [20, 100, 70_000, whole.count - 1] {
                var changed = whole
                changed[place] ^= 1
                #expect(throws: SealingError.self, "byte \(place)") { try open(changed) }
            }
            #expect(throws: SealingError.self) { try open(whole.dropLast(1)) }
            // A whole piece less: the stream has no end.
            #expect(throws: SealingError.self) { try open(whole.prefix(83 + 2 * (65_536 + 17))) }
            #expect(throws: SealingError.self) { try open(whole + Data([0])) }
            #expect(throws: SealingError.self) { try open(Data("ALOUDSEALED1\n".utf8)) }
            #expect(!FileManager.default.fileExists(atPath: folder + "/c"))
        }
    }

    @Test("an existing file is not replaced") func existing() throws {
        try RecordFolder.with { folder in
            try bytes(10).write(to: URL(fileURLWithPath: folder + "/a"))
            try bytes(20).write(to: URL(fileURLWithPath: folder + "/b"))
            #expect(throws: SealingError.exists(folder + "/b")) {
                try SealedFile.seal(folder + "/a", to: folder + "/b", passphrase: "x")
            }
            #expect(FileManager.default.contents(atPath: folder + "/b") == bytes(20))
        }
    }
}

import Foundation
import Glibc
import RecordSQL
import RecordStore
import SQLiteRecords
import Sealing
import TestTraits
import Testing

@Suite("Plain copies of the records", .listening)
struct PlainCopyTests {
    private func records(_ path: String) throws -> SQLiteRecords {
        let clock = SampleClock()
        return try SQLiteRecords(path, digest: BLAKE2b.digest, now: { clock.now })
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("only their owner can read them") func permissions() throws {
        try RecordFolder.with { folder in
            let records = try records(folder + "/records.db")
            defer { records.close() }
            let copy = try PlainCopy(.backup, beside: folder + "/records.db")
            #expect(try mode(copy.path) == 0o600)
            try records.copy(to: copy.path)
            #expect(try mode(copy.path) == 0o600)
            copy.remove()
            #expect(try names(folder) == ["records.db", "records.db-wal"])
            try records.copy(to: folder + "/copy.db")
            #expect(try mode(folder + "/copy.db") == 0o600)
            #expect(throws: RecordError.self) { try records.copy(to: folder + "/copy.db") }
        }
    }

    @Test("a check leaves no copies") func verify() throws {
        try RecordFolder.with { folder in
            let records = try records(folder + "/records.db")
            defer { records.close() }
            try SampleTest().keep(in: records)
            #expect(try records.verify() == [])
            #expect(try names(folder) == ["records.db", "records.db-wal"])
        }
    }

    @Test("a start removes abandoned copies, and nothing else") func left() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            try records(path).close()
            let used = try PlainCopy(.backup, beside: path)
            let name = UUID().uuidString
            let left = [
                ".backup-\(name)", ".restore-\(name).db", ".verify-\(name)-journal",
            ]
            let others = [
                ".backup-mine", ".backup-\(name).txt", "backup-\(name)", "other.db",
            ]
            for file in left + others {
                try Data([1]).write(to: URL(fileURLWithPath: folder + "/" + file))
            }
            // Another name of a file, and a link to one.
            let linked = [".backup-\(UUID().uuidString)", ".backup-\(UUID().uuidString)"]
            try #require(link(folder + "/other.db", folder + "/" + linked[0]) == 0)
            try #require(symlink("other.db", folder + "/" + linked[1]) == 0)
            #expect(PlainCopy.left(besides: path).count == left.count)
            try records(path).close()
            let usedName = URL(fileURLWithPath: used.path).lastPathComponent
            #expect(try names(folder) == (others + linked + [usedName, "records.db"]).sorted())
            used.remove()
        }
    }

    @Test("erasing a person also removes abandoned copies") func erased() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            let records = try records(path)
            defer { records.close() }
            let sample = try SampleTest()
            try sample.keep(in: records)
            let left = "\(folder)/.backup-\(UUID().uuidString)"
            try Data([1]).write(to: URL(fileURLWithPath: left))
            _ = try records.erase(sample.test.id, by: Author("tester", reason: "asked for"))
            #expect(try names(folder) == ["records.db", "records.db-wal"])
        }
    }

    @Test(
        "a complete file gets its name even without hard links",
        arguments: [EPERM, ENOTSUP, EXDEV])
    func noHardLinks(code: Int32) throws {
        try RecordFolder.with { folder in
            let (made, path) = (folder + "/made", folder + "/records.db")
            let noLinks: (String, String) -> Int32 = { _, _ in
                errno = code
                return -1
            }
            try Data("new".utf8).write(to: URL(fileURLWithPath: made))
            try NewFile.place(made, at: path, link: noLinks)
            #expect(try names(folder) == ["records.db"])
            #expect(FileManager.default.contents(atPath: path) == Data("new".utf8))
            try Data("newer".utf8).write(to: URL(fileURLWithPath: made))
            #expect(throws: SealingError.exists(path)) {
                try NewFile.place(made, at: path, link: noLinks)
            }
            #expect(throws: SealingError.exists(path)) { try NewFile.place(made, at: path) }
            #expect(FileManager.default.contents(atPath: path) == Data("new".utf8))
        }
    }
}

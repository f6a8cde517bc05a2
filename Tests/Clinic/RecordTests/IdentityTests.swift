import Foundation
import RecordExports
import RecordStore
import Records
import TestTraits
import Testing

/// One person, however their identifier is written; two people, however alike theirs are.
@Suite("Identities of people", .listening)
struct IdentityTests {
    private static let author = Author("tester", reason: "a reason")

    private static func person(_ id: String?, _ name: String? = nil) -> Person {
        Person(key: RecordID(at: SampleClock.start), id: id, name: name)
    }

    /// Spellings of one identifier: as typed, and in other widths, forms and scripts, with characters
    /// that nobody sees.
    private static let spellings: [[String]] = [
        [
            "1042", "１０４２", "1042\u{200B}", "\u{FEFF}1042", "10\u{AD}42", "1042\u{A0}",
            "1042\u{202E}",
            "\u{2066}1042\u{2069}", "१०४२", "1042\u{FE0F}",
            "10\u{9B}42",
        ],
        ["Mu\u{308}ller-1", "Müller-1", "Müller\u{2060}-1"],
        ["A 7", "A\u{A0}7", "A\u{3000}7", "Ａ　７"],
    ]

    @Test("any spelling of an identifier finds the same person", arguments: spellings)
    func oneOf(spellings: [String]) throws {
        for first in spellings {
            try StoreKind.sqlite.with { records, _ in
                let saved = try records.save(Self.person(first), by: Self.author)
                for other in spellings {
                    #expect(try records.person(withID: other)?.key == saved.key)
                    #expect(throws: RecordError.taken) {
                        _ = try records.save(Self.person(other), by: Self.author)
                    }
                    #expect(try records.people(PersonQuery(text: other)) == [saved])
                    let entered = try PersonEntry(id: other).person(
                        in: records, by: Self.author, at: SampleClock.start)
                    #expect(entered?.key == saved.key)
                }
                #expect(try records.verify() == [])
            }
        }
    }

    @Test(
        "a person without an identifier is found among many whose names contain theirs",
        arguments: [StoreKind.sqlite, .postgresql])
    func shortName(kind: StoreKind) throws {
        try kind.with { records, _ in
            for number in 0..<101 {
                _ = try records.save(Self.person("\(number)", "Ali \(number)"), by: Self.author)
            }
            let keys = try (0..<2).map { _ in
                try PersonEntry(name: "Li").person(
                    in: records, by: Self.author, at: SampleClock.start)?.key
            }
            #expect(keys[0] != nil && keys[0] == keys[1])
        }
    }

    @Test(
        "identifiers that look different belong to different people", arguments: StoreKind.allCases)
    func different(kind: StoreKind) throws {
        try kind.with { records, _ in
            for id in ["1042", "01042", "1042-", "a1", "A1", "A[1]", "Ⅻ", "XII"] {
                let saved = try records.save(Self.person(id), by: Self.author)
                #expect(saved.id == id)
            }
            #expect(try records.people(PersonQuery()).count == 8)
        }
    }

    @Test(
        "leading signs of an identifier are kept", arguments: ["-1042", "+49", "@a", "=2+3"])
    func signs(id: String) throws {
        try StoreKind.sqlite.with { records, _ in
            let saved = try records.save(Self.person(id), by: Self.author)
            #expect(saved.id == id)
        }
    }

    @Test(
        "deceptive text is refused",
        arguments: ["Ann\u{202E}", "\u{2067}Ann", "An\u{9B}31mn", "An\u{7}n", "Ann\u{2029}B"])
    func deceiving(text: String) throws {
        try StoreKind.sqlite.with { records, _ in
            #expect(throws: RecordError.self) {
                _ = try records.save(Self.person("1", text), by: Self.author)
            }
            let sample = try SampleTest()
            try sample.keep(in: records)
            #expect(throws: RecordError.self) {
                _ = try records.erase(sample.test.id, by: Author("tester", reason: text))
            }
            var amended = try #require(try records.test(sample.test.id))
            amended.circumstances.correction = Correction.none
            #expect(throws: RecordError.self) {
                _ = try records.amend(amended, by: Author("tester", reason: text))
            }
            amended.circumstances.note = text
            #expect(throws: RecordError.self) { _ = try records.amend(amended, by: Self.author) }
        }
    }

    @Test(
        "a name from right to left, or with joiners, is kept as it is",
        arguments: ["אבגד, דבורה", "محمد علی", "नरेन्‍द्र", "علی‌رضا"])
    func names(name: String) throws {
        try StoreKind.sqlite.with { records, _ in
            let saved = try records.save(Self.person("1", name), by: Self.author)
            #expect(saved.name == name)
            #expect(try records.people(PersonQuery(text: name)).count == 1)
        }
    }

    @Test("a person of a former version is found by the stored spelling and by others")
    func former() throws {
        try RecordFolder.with { folder in
            let path = folder + "/records.db"
            try StoreFile.make(path) { try $0.save(Self.person("1042"), by: Self.author) }
            try StoreFile.run("UPDATE person SET id = '１０４２'", in: path)
            try StoreFile.make(path) { records in
                let found = try records.person(withID: "1042")
                #expect(found?.id == "１０４２")
                #expect(try records.person(withID: "１０４２") != nil)
                #expect(throws: RecordError.taken) {
                    _ = try records.save(Self.person("1042"), by: Self.author)
                }
            }
        }
    }

    // DICOM.

    private func objects(
        _ id: String, _ name: String? = nil
    ) throws -> (dump: String?, leftOut: [AcuityObject.LeftOut.Reason]) {
        let sample = try SampleTest()
        let (objects, leftOut) = AcuityObject.objects([
            ExportedTest(sample.finished, person: Self.person(id, name))
        ])
        return (objects.first?.dump, leftOut.map(\.reason))
    }

    @Test(
        "an identifier that DICOM allows is unchanged", arguments: ["A[1]", "A1", "-1042", "Ⅻ"])
    func whole(id: String) throws {
        #expect(try objects(id).dump?.contains("(0010,0020) LO [\(id)]\n") == true)
    }

    @Test(
        "a person whose identifier DICOM would change is left out",
        arguments: [
            #"CLINIC\1042"#, String(repeating: "x", count: 64) + "a", "1042\u{200B}", "１０４２",
        ])
    func partly(id: String) throws {
        let (dump, leftOut) = try objects(id)
        #expect(dump == nil && leftOut == [.identifier])
    }

    @Test(
        "a name stays within its components",
        arguments: [
            ("Doe, Jo", "Doe^Jo"), ("Doe", "Doe"), ("Doe^Jo^^Dr", "Doe^Jo^^Dr"),
            ("Adams=Brown, Ann", "Adams Brown^Ann"), ("Doe, Jo^Dr", "Doe^Jo Dr"),
            (#"Doe\Roe, Jo"#, "Doe Roe^Jo"), ("a^b^c^d^e^f", "a b c d e f"),
            ("Doe\u{202E}, Jo", "Doe^Jo"),
        ])
    func personName(name: String, components: String) throws {
        #expect(try objects("1", name).dump?.contains("PN [\(components)]\n") == true)
    }
}

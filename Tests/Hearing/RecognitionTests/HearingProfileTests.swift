import Foundation
import Grammar
import TestSpeech
import TestTraits
import Testing

@testable import Recognition

@Suite(.listening) struct HearingProfileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A profile without costs of rules.
    private static let fixture = Checkout.root.appending(
        path: "Tests/Hearing/RecognitionTests/Profiles/without-rules"
    ).path()
    /// A profile with costs of rules.
    private static let fixtureWithRules = Checkout.root.appending(
        path: "Tests/Hearing/RecognitionTests/Profiles/with-rules"
    ).path()

    private struct NoFile: Error {}

    private static func size(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw NoFile() }
        return "\(data.count)"
    }

    private func copy() throws -> String {
        let place = folder.file("profile")
        try FileManager.default.copyItem(atPath: Self.fixture, toPath: place)
        return place
    }

    private func failure(_ change: (inout [String: Any]) -> Void) throws -> String? {
        let place = try copy()
        let card = URL(fileURLWithPath: place + "/profile.json")
        var object =
            try JSONSerialization.jsonObject(with: Data(contentsOf: card)) as? [String: Any] ?? [:]
        change(&object)
        try JSONSerialization.data(withJSONObject: object).write(to: card)
        do {
            _ = try HearingProfile(contentsOf: place, digest: Self.size)
            return nil
        } catch { return error.description }
    }

    @Test("every part of a profile is read")
    func whole() throws {
        let profile = try HearingProfile(contentsOf: Self.fixture, digest: Self.size)
        #expect(profile.card.name == "spanish" && profile.card.accept == 0.66)
        #expect(profile.card.costs == ["others": 0.5] && profile.card.emphasis == -0.2)
        #expect(profile.variants.map(\.word) == ["aitch", "aitch", "zulu"])
        #expect(profile.variants[1].phones == ["EH", "CH"])
        #expect(profile.answers?.offsets?["B"] == 0.25)
        #expect(profile.card.proof?.isProven == true && profile.card.openings.count == 1)
        try profile.check(in: "p", model: "0123456789abcdef", unproven: false)
    }

    @Test("a profile can have costs of rules and earlier openings")
    func rules() throws {
        let profile = try HearingProfile(contentsOf: Self.fixtureWithRules, digest: Self.size)
        #expect(profile.card.rules == ["again": 1.25, "cannotSee": 0.4])
        #expect(profile.card.earlier?.map(\.profile) == ["first"])
        #expect(throws: HearingProfileError.self) {
            try profile.check(in: "p", model: "0123456789abcdef", unproven: false)
        }
        let grammar = try ListeningGrammar(
            bytes: Array(FileManager.default.contents(atPath: Self.etdrs) ?? Data()),
            file: Self.etdrs,
            dictionary: PronunciationDictionary.load(
                bytes: Array(
                    FileManager.default.contents(atPath: Checkout.grammars + "/letters.dict")
                        ?? Data()), file: "letters.dict"))
        func weights(_ word: String, in grammar: ListeningGrammar) -> Set<Double> {
            Set(
                grammar.utterance.network.arcs.filter { $0.word == word }
                    .map { ($0.weight * 1_000).rounded() / 1_000 })
        }
        let weighed = profile.weighing(grammar)
        #expect(weights("repeat", in: grammar) == [1] && weights("repeat", in: weighed) == [0.287])
        #expect(weights("stop", in: weighed) == [1])
        var card = profile.card
        card.weigh(rules: [:])
        #expect(!card.json.contains("rules"))
    }

    private static let etdrs = Checkout.grammars + "/etdrs.gram"

    @Test("a written profile is read unchanged", arguments: [fixture, fixtureWithRules])
    func roundTrip(fixture: String) throws {
        let read = try HearingProfile(contentsOf: fixture, digest: Self.size)
        let place = folder.file("again")
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false)
        try #require(read.dictionaryText).write(
            toFile: place + "/pronunciations.dict", atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(
            atPath: fixture + "/answers.json", toPath: place + "/answers.json")
        var card = read.card
        for name in card.files.keys { card.files[name] = try Self.size(place + "/" + name) }
        try card.json.write(
            toFile: place + "/profile.json", atomically: true, encoding: .utf8)
        let again = try HearingProfile(contentsOf: place, digest: Self.size)
        #expect(again.card == card && again.answers == read.answers)
        #expect(again.variants.map(\.phones) == read.variants.map(\.phones))
    }

    @Test("a newer profile is refused with its format")
    func newer() throws {
        let words = try failure { $0["format"] = 2 }
        #expect(words?.contains("is a profile of format 2; this program reads format 1") == true)
    }

    @Test("a folder without a card, and an invalid card, are refused")
    func noCard() throws {
        #expect(throws: HearingProfileError.missing(folder.path)) {
            try HearingProfile(contentsOf: folder.path, digest: Self.size)
        }
        for text in ["", "[]", "{\"format\":\"one\"}", "{\"format\":0}", "{\"format\":1}"] {
            try folder.write(text, to: "profile.json")
            #expect(throws: HearingProfileError.self) {
                try HearingProfile(contentsOf: folder.path, digest: Self.size)
            }
        }
    }

    @Test("numbers out of range are refused")
    func ranges() throws {
        let changes: [(inout [String: Any]) -> Void] = [
            { $0["accept"] = 1.5 }, { $0["emphasis"] = 3 }, { $0["costs"] = ["others": 99] },
            { $0["costs"] = ["nobody": 1] }, { $0["rules"] = ["again": -1] },
            { $0["letters"] = "greek" },
            { $0["files"] = ["../answers.json": "1"] },
        ]
        for change in changes {
            let words = try failure(change)
            #expect(words?.contains("is damaged") == true, "\(words ?? "it was read")")
            try FileManager.default.removeItem(atPath: folder.file("profile"))
        }
    }

    @Test("a changed or removed file is refused by name")
    func changedFile() throws {
        let place = try copy()
        try "zulu S UW".write(
            toFile: place + "/pronunciations.dict", atomically: true, encoding: .utf8)
        #expect {
            try HearingProfile(contentsOf: place, digest: Self.size)
        } throws: { "\($0)".contains("pronunciations.dict was changed after it was made") }
        try FileManager.default.removeItem(atPath: place + "/answers.json")
        #expect {
            try HearingProfile(contentsOf: place, digest: Self.size)
        } throws: { "\($0)".contains("answers.json is missing") }
    }

    @Test("a profile is refused with another model, and without proof")
    func refused() throws {
        var profile = try HearingProfile(contentsOf: Self.fixture, digest: Self.size)
        #expect {
            try profile.check(in: "p", model: "fedcba9876543210", unproven: true)
        } throws: {
            "\($0)".contains("made for the model 01234567, and the model in use is fedcba98")
        }
        profile.card.proof = nil
        #expect {
            try profile.check(in: "p", model: profile.card.model, unproven: false)
        } throws: { "\($0)".contains("were not heard yet") }
        try profile.check(in: "p", model: profile.card.model, unproven: true)
    }

    @Test("new pronunciations of known words are added to the dictionary")
    func variants() throws {
        let dictionary = try PronunciationDictionary.load(
            bytes: Array("aitch EY CH\naitch(2) HH EY CH\n".utf8), file: "d")
        let more = dictionary.adding([
            ("aitch", ["EH", "CH"]), ("aitch", ["EY", "CH"]), ("nobody", ["N", "OW"]),
        ])
        #expect(more.entries.map(\.spelling) == ["aitch", "aitch(2)", "aitch(3)"])
        #expect(more.pronunciations(of: "aitch").last == ["EH", "CH"])
        let grammar = try RealHearing.grammar("etdrs")
        let costs = WordGroup.costs(["codeWords": 1, "others": 2, "phrases": 3], in: grammar)
        #expect(costs["zulu"] == 1 && costs["seven"] == 2 && costs["pass"] == 3)
        #expect(costs["see"] == nil && WordGroup.costs([:], in: grammar).isEmpty)
    }

    @Test("the filter keeps the level at 1,000 Hz, and tilts the rest")
    func emphasis() {
        func gain(_ hertz: Double, _ coefficient: Double) -> Double {
            let tone = (0..<16_000).map { Float(sin(2 * .pi * hertz * Double($0) / 16_000)) }
            let heard = EmphasisingEncoder.filtered(tone, coefficient: coefficient)
            return heard.dropFirst(100).reduce(0.0) { $0 + Double($1 * $1) } / 7_950
        }
        #expect(abs(gain(1_000, 0.5) - 1) < 0.02 && abs(gain(1_000, -0.5) - 1) < 0.02)
        #expect(gain(5_000, 0.5) > 2 && gain(200, 0.5) < 0.8)
        #expect(gain(5_000, -0.5) < 0.5 && gain(200, -0.5) > 1.02)
    }
}

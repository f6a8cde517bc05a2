import Acuity
import Foundation
import Grammar
import PhoneticMapping
import Testing

@Suite("Speech before a test", .timeLimit(.minutes(1)))
struct SpokenSettingTests {
    @Test(
        "Distances, numbers, yes and no are understood",
        arguments: [
            ("forty centimetres", SpokenSetting.distance(.fortyCentimetres)),
            ("thirty three centimetres", .distance(Self.metres(0.33))),
            ("four metres", .distance(.fourMetres)), ("one metre", .distance(.oneMetre)),
            ("two and a half metres", .distance(Self.metres(2.5))),
            ("twenty feet", .distance(Self.metres(6.096))),
            ("five", .number(5)), ("line twelve", .number(12)), ("number fourteen", .number(14)),
            ("the third", .number(3)), ("second line", .number(2)), ("the eighth one", .number(8)),
            ("stop", .here), ("i can't see it", .cannotSee), ("don't know", .cannotSee),
            ("right", .yes), ("wrong", .no), ("go back", .again), ("go on", .resume),
        ])
    func meanings(phrase: String, meaning: SpokenSetting) {
        #expect(SpokenSetting(heard: phrase) == meaning)
    }

    private static func metres(_ metres: Double) -> Distance {
        (try? Distance(metres: metres)) ?? .oneMetre
    }

    @Test(
        "Words that name no setting have no meaning",
        arguments: ["", "hello", "metres", "and a half metres", "up"])
    func nothing(phrase: String) { #expect(SpokenSetting(heard: phrase) == nil) }

    /// Everything that the recogniser can hear as a command means something.
    @Test("Every command of the grammars has a meaning", arguments: ["steps", "distances"])
    func grammars(name: String) throws {
        let commands = try ShippedGrammar.checked(name, rule: "command")
        var found = 0
        for phrase in Self.phrases(of: commands.words.sorted(), upTo: 3)
        where commands.network.accepts(phrase) {
            found += 1
            let text = phrase.joined(separator: " ")
            #expect(SpokenSetting(heard: text) != nil, "\(text)")
        }
        #expect(found > 40, "\(found)")
    }

    private static func phrases(of words: [String], upTo length: Int) -> [[String]] {
        var phrases: [[String]] = [[]]
        var last: [[String]] = [[]]
        for _ in 0..<length {
            last = last.flatMap { start in words.map { start + [$0] } }
            phrases += last
        }
        return phrases
    }
}

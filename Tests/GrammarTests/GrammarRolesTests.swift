import Grammar
import PhoneticMapping
import Testing

@Suite("Rules that are read by their names")
struct GrammarRolesTests {
    private static let commands = SpokenCommand.allCases.map(\.rawValue)

    /// The problems of a shipped grammar in which some text stands in place of another.
    private func problems(
        _ changes: KeyValuePairs<String, String>, in name: String = "chart",
        commands: [String] = Self.commands
    ) throws -> [String] {
        var text = String(decoding: try ShippedGrammar.bytes(name + ".gram"), as: UTF8.self)
        for (old, new) in changes {
            try #require(text.contains(old), "\(old)")
            text = text.split(separator: old, omittingEmptySubsequences: false)
                .joined(separator: new)
        }
        let words = "louder L AW D ER\nhalt HH AO L T\nplease P L IY Z\n"
        let dictionary = try PronunciationDictionary.load(
            bytes: ShippedGrammar.bytes("letters.dict") + Array(words.utf8), file: "letters.dict")
        do {
            _ = try ListeningGrammar(
                bytes: Array(text.utf8), file: "g.gram", dictionary: dictionary, commands: commands)
            return []
        } catch {
            return error.problems.map { String("\($0)".dropFirst("g.gram:".count)) }
        }
    }

    @Test("The shipped grammars have no problem")
    func shipped() throws {
        for name in ShippedGrammar.ofTests where name != "commands" {
            #expect(try problems([:], in: name) == [], "\(name)")
        }
        let steps = ["number", "here", "cannotSee", "again", "pause", "resume"]
        #expect(try problems([:], in: "steps", commands: steps) == [])
        let distances = ["distance", "yes", "no", "again", "here"]
        #expect(try problems([:], in: "distances", commands: distances) == [])
    }

    @Test(
        "A rule that is renamed wherever it stands is told at its place",
        arguments: [
            (("talk", "chat"), "69:1", ""), (("letter", "letters"), "17:1", "<letter>"),
            (("codeWord", "codeWords"), "53:1", "<codeWord>"),
            (("direction", "directions"), "50:1", "<direction>"),
            (("otherAlone", "alone"), "", ""), (("begun", "begin"), "", ""),
        ])
    func renamed(change: (rule: String, name: String), place: String, meant: String) throws {
        let (rule, name) = change
        let problems = try problems(["<\(rule)>": "<\(name)>"])
        guard !place.isEmpty else {
            #expect(problems == [], "a rule that nobody reads may have any name")
            return
        }
        let first = try #require(problems.first)
        #expect(first.hasPrefix("\(place): error: nothing reads the rule <\(name)>"), "\(problems)")
        #expect(first.contains("call it from one of <letter>, <offChart>, <codeWord>, <direction>"))
        #expect(meant.isEmpty || first.contains("did you mean \(meant)?"))
        #expect(problems.count == 1, "\(problems)")
    }

    @Test("A rule of diagonals that is renamed is told, not the one within it")
    func diagonals() throws {
        let problems = try problems(["<diagonal>": "<diag>"], in: "diagonals")
        #expect(problems.count == 1)
        #expect(problems.first?.contains("error: nothing reads the rule <diag>") == true)
    }

    @Test("A command that is renamed or invented, and one that is missing")
    func commands() throws {
        let renamed = try problems(["<stop>": "<stopp>"])
        #expect(renamed.count == 2)
        #expect(renamed[0].hasPrefix("23:1: error: <command> does not lead to <stop>, which a per"))
        #expect(renamed[1].contains("error: nothing acts on <stopp>: rename it (did you mean <sto"))
        let invented = try problems(["| <stop>;": "| <stop> | <louder>;\n<louder> = louder;"])
        #expect(invented.count == 1)
        #expect(
            invented[0].hasPrefix("23:99: error: nothing acts on <louder>: rename it, or call it"))
        #expect(invented[0].contains("one of <cannotSee>, <cannotSeeAny>, <again>, <correction>"))
        let missing = try problems(["| <pause> | <resume> | <stop>;": ";"])
        #expect(missing.count == 1)
        #expect(missing[0].contains("does not lead to <pause>, <resume>, <stop>, which a person"))
        let nameless = try problems(["| <stop>;": "| <stop> | louder;"])
        #expect(nameless.count == 1)
        #expect(nameless[0].hasPrefix("23:99: error: nothing acts on these words: move them into"))
    }

    @Test("A word that stands in no rule that is read")
    func word() throws {
        let problems = try problems(["<letter> | <codeWord> | <direction> |": "<letter> | halt |"])
        #expect(problems.first?.contains("\"halt\" stands in no rule that is read") == true)
    }

    @Test("Helpers are free: within commands, around them, and between answers and letters")
    func helpers() throws {
        #expect(try problems(["<stop> = stop;": "<stop> = <end>;\n<end> = stop | halt;"]) == [])
        #expect(try problems(["| <stop>;": "| [please] (<stop> | halt);"]) == [])
        #expect(
            try problems([
                "| <pause> | <resume> | <stop>;":
                    "| <waiting> | <stop>;\n<waiting> = <pause> | <resume>;"
            ]) == [])
        #expect(
            try problems([
                "(<letter> | <codeWord> | <command> | <talk> | <other>)+ |":
                    "<anything>+ |",
                "// A single answer":
                    "<anything> = <letter> | <codeWord> | <command> | <talk> | <other>;\n// A",
            ]) == [])
        // "No" and "correction", of which the command begins.
        #expect(try problems(["= (no | correction) (": "= <begun> ("]) == [])
    }
}

import Grammar
import PhoneticMapping
import Testing

@Suite("Rules that are read by their names", .timeLimit(.minutes(1)))
struct GrammarRolesTests {
    private static let commands = SpokenCommand.allCases.map(\.rawValue)

    /// The problems of a shipped grammar after replacements in it and in commands.gram.
    private func problems(
        _ changes: KeyValuePairs<String, String>, in name: String = "chart",
        commands: [String] = Self.commands
    ) throws -> [String] {
        var files: [String: String] = [:]
        for file in [name + ".gram", "commands.gram"] {
            files[file] = String(decoding: try ShippedGrammar.bytes(file), as: UTF8.self)
        }
        for (old, new) in changes {
            try #require(files.values.contains { $0.contains(old) }, "\(old)")
            files = files.mapValues {
                $0.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
            }
        }
        let words = "louder L AW D ER\nhalt HH AO L T\nplease P L IY Z\n"
        let dictionary = try PronunciationDictionary.load(
            bytes: ShippedGrammar.bytes("letters.dict") + Array(words.utf8), file: "letters.dict")
        let changed = files
        do {
            _ = try ListeningGrammar(
                bytes: Array((changed[name + ".gram"] ?? "").utf8), file: name + ".gram",
                dictionary: dictionary, commands: commands
            ) { path in changed[path].map { Array($0.utf8) } }
            return []
        } catch {
            return error.problems.map { "\($0)" }
        }
    }

    @Test("The shipped grammars have no problem")
    func shipped() throws {
        for name in ShippedGrammar.ofTests {
            #expect(try problems([:], in: name) == [], "\(name)")
        }
        let steps = ["number", "here", "cannotSee", "again", "pause", "resume"]
        #expect(try problems([:], in: "steps", commands: steps) == [])
        let distances = ["distance", "yes", "no", "again", "here"]
        #expect(try problems([:], in: "distances", commands: distances) == [])
    }

    @Test(
        "A rule that is renamed everywhere is reported at its position",
        arguments: [
            ("talk", "chat", "commands.gram:90:8", ""),
            ("letter", "letters", "chart.gram:18:1", "<letter>"),
            ("codeWord", "codeWords", "commands.gram:48:8", "<codeWord>"),
            ("direction", "directions", "commands.gram:72:8", "<direction>"),
            ("spelled", "spelling", "commands.gram:53:8", ""),
            ("otherAlone", "alone", "", ""), ("begun", "begin", "", ""),
        ])
    func renamed(rule: String, name: String, place: String, meant: String) throws {
        let problems = try problems(["<\(rule)>": "<\(name)>"])
        guard !place.isEmpty else {
            #expect(problems == [], "a rule without a meaning may have any name")
            return
        }
        let first = try #require(problems.first)
        #expect(
            first.hasPrefix("\(place): error: no part of Aloud uses the rule <\(name)>"),
            "\(problems)")
        #expect(first.contains("call it from one of <letter>, <offChart>, <codeWord>, <spelled>"))
        #expect(meant.isEmpty || first.contains("did you mean \(meant)?"))
        #expect(problems.count == 1, "\(problems)")
    }

    @Test("A rule of diagonals that is renamed is reported, not the one within it")
    func diagonals() throws {
        let problems = try problems(["<diagonal>": "<diag>"], in: "diagonals")
        #expect(problems.count == 1)
        #expect(problems.first?.contains("error: no part of Aloud uses the rule <diag>") == true)
    }

    @Test("A renamed, unknown or missing command is reported")
    func commands() throws {
        let renamed = try problems(["<stop>": "<stopp>"])
        #expect(renamed.count == 2)
        #expect(renamed[0].contains("error: <command> does not lead to <stop>, which a person"))
        #expect(
            renamed[1].contains("error: <stopp> is not a command: rename it (did you mean <sto"))
        let invented = try problems(["| <stop>;": "| <stop> | <louder>;\n<louder> = louder;"])
        #expect(invented.count == 1)
        #expect(
            invented[0].hasPrefix("chart.gram:24:99: error: <louder> is not a command: rename it"))
        #expect(invented[0].contains("one of <cannotSee>, <cannotSeeAny>, <again>, <correction>"))
        let missing = try problems(["| <pause> | <resume> | <stop>;": ";"])
        #expect(missing.count == 1)
        #expect(missing[0].contains("does not lead to <pause>, <resume>, <stop>, which a person"))
        let nameless = try problems(["| <stop>;": "| <stop> | louder;"])
        #expect(nameless.count == 1)
        #expect(
            nameless[0].hasPrefix("chart.gram:24:99: error: these words belong to no command: mo"))
    }

    @Test("A word outside the rules with a meaning is reported")
    func word() throws {
        let problems = try problems(["<spelled> | <direction> |": "<spelled> | halt |"])
        #expect(problems.first?.contains("\"halt\" is in no rule that Aloud uses") == true)
    }

    @Test("Helper rules may have any name, inside commands and around answers")
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
                "(<letter> | <codeWord> | <spelled> | <command> | <talk> | <other>)+ |":
                    "<anything>+ |",
                "// A single answer":
                    "<anything> = <letter> | <codeWord> | <spelled> | <command> | <talk> | <other>;\n// A",
            ]) == [])
        // "No" and "correction", the beginnings of the command.
        #expect(try problems(["= <corrects> (": "= <begun> ("]) == [])
    }
}

import Foundation
import TestProgram
import TestSpeech
import Testing

@testable import CommandLineKit
@testable import Doctor
@testable import Exam
@testable import aloud

/// Grammars and what lies with them, spoilt on purpose.
extension DoctorCommandTests {
    /// A copy of the grammars to spoil, given to `body` and removed.
    private func withGrammars(_ body: (URL) throws -> Void) throws {
        let own = try ResourceFolder.find(
            .grammars, variables: [:], executable: AloudBinary.url.path)
        let folder = try TemporaryFolder()
        let copy = folder.url("grammars")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: own.path), to: copy)
        try body(copy)
    }

    @Test("All problems of a grammar are listed with their places, and nothing is heard")
    func brokenGrammar() throws {
        try withGrammars { folder in
            let file = folder.appendingPathComponent("etdrs.gram")
            try """
            #JSGF V1.0;
            grammar etdrs;
            public <answers> = <answer>+;
            <answer> = see | blorf | <nope>;
            """.write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("phrases.txt"))
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            let problems = lines.filter { $0.check == "grammar etdrs.gram" }
            #expect(problems.map(\.status) == ["error", "error"])
            #expect(problems.map(\.line) == [4, 4])
            #expect(problems.map(\.column) == [18, 26])
            #expect(problems.allSatisfy { $0.message.contains("etdrs.gram:4:") })
            #expect(status("grammar alphabet.gram", in: lines) == "ok")
            #expect(status("phrases", in: lines) == "error")
            #expect(status("hearing", in: lines) == "skipped")
            #expect(run.status == 1)
        }
    }

    @Test(
        "A letter or direction without a name in the grammar is reported",
        arguments: [
            ("chart.gram", "see | ", "names C:"), ("hotv.gram", " | tea", "names T:"),
            ("commands.gram", "= up | ", "names up:"),
        ])
    func names(file: String, word: String, told: String) throws {
        try withGrammars { folder in
            let url = folder.appendingPathComponent(file)
            let text = try String(contentsOf: url, encoding: .utf8)
            let place = try #require(text.range(of: word))
            try text.replacingCharacters(in: place, with: word.hasPrefix("=") ? "= " : "")
                .write(to: url, atomically: true, encoding: .utf8)
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            let errors = lines.filter { $0.status == "error" }
            // Two grammars import the directions.
            let checks = file == "commands.gram" ? ["diagonals.gram", "directions.gram"] : [file]
            #expect(errors.map(\.check) == checks.map { "grammar \($0)" })
            #expect(errors.allSatisfy { $0.message.contains(told) }, "\(errors)")
            #expect(run.status == 1)
        }
    }

    /// The text of a file in a folder with a part of it replaced, once it is sure to be there.
    private func spoil(_ file: String, in folder: URL, _ old: String, _ new: String) throws {
        let url = folder.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let place = try #require(text.range(of: old), "\(file): \(old)")
        try text.replacingCharacters(in: place, with: new)
            .write(to: url, atomically: true, encoding: .utf8)
    }

    @Test(
        "A phrase without a meaning, or with the wrong one, is a warning with its place",
        arguments: [
            (
                [
                    ("chart.gram", "<onChart> = see", "<onChart> = see | blorf"),
                    ("letters.dict", "stop S T AA P", "stop S T AA P\nblorf B L AO R F"),
                ], "grammar chart.gram", "<letter> has 'blorf', which names no letter"
            ),
            (
                [("chart.gram", "<offChart> = ay", "<offChart> = ay | kay")],
                "grammar chart.gram", "'K' is named in <offChart> and outside of it"
            ),
            (
                [("commands.gram", "<stop> = stop;", "<stop> = [stop];")],
                "grammar commands.gram", "commands.gram:38:8: <stop> matches silence"
            ),
            (
                [("letters.dict", "dee D IY", "dee S IY")], "dictionary",
                "letters.dict:13:1: 'dee' sounds like 'see' at 12:1, so that D and C"
            ),
            (
                [("letters.dict", "kay K EY", "kay F IY")], "dictionary",
                "letters.dict:22:1: 'kay' names K but sounds more like V"
            ),
            (
                [("letters.dict", "kay K EY", "kay B L AE NG K EH T")], "dictionary",
                "letters.dict:22:1: 'kay' names K but sounds like no letter's name"
            ),
        ])
    func warned(spoilt: [(String, String, String)], check: String, told: String) throws {
        try withGrammars { folder in
            for (file, old, new) in spoilt { try spoil(file, in: folder, old, new) }
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            let warnings = lines.filter { $0.status == "warning" && $0.check == check }
            #expect(warnings.count == 1 && warnings[0].message.contains(told), "\(warnings)")
            #expect(run.status == 0, "\(lines.filter { $0.status == "error" })")
        }
    }

    @Test("A command without a phrase is an error")
    func lostCommand() throws {
        try withGrammars { folder in
            try spoil("commands.gram", in: folder, "<stop> = stop;", "<stop> = see;")
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            let errors = lines.filter { $0.status == "error" }
            #expect(errors.map(\.line) == [38])
            #expect(errors.first?.message.contains("<stop> has \"see\"") == true)
            #expect(run.status == 1)
        }
    }

    /// The first block of docs/grammars.md that begins so.
    private func block(_ begins: String) throws -> String {
        let page = Checkout.root.appending(path: "docs/grammars.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```\n")
        return try #require(blocks.first { $0.hasPrefix(begins) })
    }

    @Test("The first grammar of docs/grammars.md works")
    func documentedGrammar() throws {
        try withGrammars { folder in
            try block("#JSGF V1.0;\ngrammar mine;").write(
                to: folder.appendingPathComponent("etdrs.gram"), atomically: true, encoding: .utf8)
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            #expect(status("grammar etdrs.gram", in: lines) == "ok")
            #expect(run.status == 0, "\(lines.filter { $0.status != "ok" })")
        }
    }

    @Test("Unknown command rules and command words without a meaning are reported")
    func commands() throws {
        try withGrammars { folder in
            func spoil(_ file: String, _ old: String, _ new: String) throws {
                let url = folder.appendingPathComponent(file)
                let text = try String(contentsOf: url, encoding: .utf8)
                try #require(text.contains(old))
                try text.replacingOccurrences(of: old, with: new)
                    .write(to: url, atomically: true, encoding: .utf8)
            }
            try spoil("commands.gram", "<stop> = stop;", "<stop> = stop | halt it | halt at it;")
            try spoil("letters.dict", "stop S T AA P", "stop S T AA P\nhalt HH AO L T")
            let (lines, fine) = try examine("--no-microphone", "--grammars", folder.path)
            let warning = try #require(lines.first { $0.status == "warning" })
            #expect(warning.check == "grammar commands.gram" && warning.line == 38)
            #expect(warning.message.contains("<stop> has \"halt it\" and 1 more, which does not"))
            #expect(warning.message.contains("under 'stop:' in phrases.txt"))
            #expect(fine.status == 0)
            try spoil("phrases.txt", "stop:\n", "stop:\n    halt [at] it\n")
            let (ruled, _) = try examine("--no-microphone", "--grammars", folder.path)
            #expect(ruled.allSatisfy { $0.status == "ok" })
            try spoil("chart.gram", "<pause>", "<paws>")
            let (renamed, run) = try examine("--no-microphone", "--grammars", folder.path)
            let errors = renamed.filter { $0.check == "grammar chart.gram" }
            #expect(errors.map(\.status) == ["error"] && errors.map(\.line) == [24])
            #expect(run.status == 1)
            // And nothing is listened for with it.
            let heard = try AloudBinary.run(
                ["transcribe", "--letters", "chart", "--grammars", folder.path, "/nowhere.wav"])
            #expect(heard.status == 1 && heard.output == "")
            #expect(
                heard.messages.contains("chart.gram:24:69: error: the rule <paws> is not defined"))
            // Of what sets a test up, too.
            try spoil("steps.gram", "<here>", "<halt>")
            let (steps, _) = try examine("--no-microphone", "--grammars", folder.path)
            #expect(status("grammar steps.gram", in: steps) == "error")
        }
    }

    @Test("A mistake in an imported file is reported once; importers refer to it")
    func importedFile() throws {
        try withGrammars { folder in
            try spoil("commands.gram", in: folder, "<stop> = stop;", "<stop> = stop | ;")
            let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
            let errors = lines.filter { $0.status == "error" }
            let own = errors.filter { $0.check == "grammar commands.gram" }
            #expect(own.map(\.line) == [38] && own.map(\.column) == [24], "\(own)")
            #expect(status("grammar chart.gram", in: lines) == "error")
            #expect(
                errors.filter { $0.check != "grammar commands.gram" }
                    .allSatisfy { $0.message.hasSuffix("correct the files that it imports first") })
            #expect(run.status == 1)
            // Verbs report the mistake itself.
            let heard = try AloudBinary.run(
                ["transcribe", "--letters", "chart", "--grammars", folder.path, "/nowhere.wav"])
            #expect(
                heard.messages.contains("commands.gram:38:24: error: this alternative is empty"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("commands.gram"))
            let (gone, _) = try examine("--no-microphone", "--grammars", folder.path)
            let chart = gone.filter { $0.check == "grammar chart.gram" }
            #expect(chart.map(\.status) == ["error"] && chart.map(\.line) == [8], "\(chart)")
        }
    }

    @Test("A hearing file that is missing, malformed or of other letters is reported")
    func mishearing() throws {
        try withGrammars { folder in
            let letters = folder.appendingPathComponent("hearing.json")
            let directions = folder.appendingPathComponent("hearing-directions.json")
            func told(_ check: String) throws -> String {
                let (lines, run) = try examine("--no-microphone", "--grammars", folder.path)
                let line = try #require(lines.first { $0.check == check })
                #expect(line.status == "error" && run.status == 1)
                return line.message
            }
            try FileManager.default.removeItem(at: directions)
            let missing = try told("measured mishearing of directions")
            #expect(missing.hasPrefix("'\(directions.path)' cannot be read. Restore it"))
            try FileManager.default.copyItem(at: letters, to: directions)
            let other = try told("measured mishearing of directions")
            #expect(other.contains("counts nothing that a test of landolt asks for. Restore it"))
            try #"{"version":1,"listenedFor":"etdrs","right":9,"confusions":{"D as V":-1}}"#
                .write(to: letters, atomically: true, encoding: .utf8)
            let wrong = try told("measured mishearing")
            #expect(wrong.hasPrefix("'\(letters.path)': the field 'confusions' > 'D as V' is wr"))
            #expect(wrong.contains("Restore it from the Aloud package"))
        }
    }

    @Test("A valid grammar that lacks a required rule is reported")
    func ruleMissing() throws {
        try withGrammars { folder in
            try "#JSGF V1.0;\ngrammar etdrs;\npublic <answers> = see | dee;\n".write(
                to: folder.appendingPathComponent("etdrs.gram"), atomically: true, encoding: .utf8)
            let (lines, _) = try examine("--no-microphone", "--grammars", folder.path)
            #expect(status("grammar etdrs.gram", in: lines) == "error")
        }
    }
}

import Acuity
import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program with whole spoken tests, taken by a synthesiser's voice as a recorded person.
@Suite("aloud-workbench evaluate --tests", .listening) struct EvaluateSpokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records each letter of a person, and gives the rows of the manifest.
    ///
    /// - Parameter sounds: words spoken for a letter instead of its name.
    private func record(
        _ letters: [Letter] = Letter.sloan, by person: String, saying sounds: [Letter: String] = [:]
    ) throws -> String {
        try letters.map { letter in
            // "zee" is hard to tell from C in this voice.
            let text = sounds[letter] ?? (letter == .z ? "zed" : FliteVoice.spelling(of: letter))
            let name = "\(person)-\(letter).wav"
            try SoundFile.write(
                Scene.saying([text], by: FliteVoice(.rms)).inRoom(), to: folder.file(name))
            return "\(name)\t\(letter)\t\(person)\tletters\n"
        }.joined()
    }

    private func manifest(_ rows: String) throws -> String {
        try folder.write(rows, to: "manifest.tsv")
    }

    private func object(_ run: AloudBinary.Run) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func tests(of person: String, in object: [String: Any]) throws -> [[String: Any]] {
        let people = try #require(object["people"] as? [String: [[String: Any]]])
        return try #require(people[person])
    }

    @Test("a clear voice gets its score; a speaker who lacks letters is named", .long)
    func clearVoice() throws {
        let path = try manifest(
            try record(by: "ann") + record([.c, .d, .h, .k, .n, .o, .r, .s], by: "bob"))
        let events = folder.file("events.jsonl")
        let words = ["evaluate", "--tests", "--tests-each", "2", path]
        let run = try AloudBinary.run(words + ["--json", "--evidence", events])
        #expect(run.status == 0 && run.messages == "", "\(run.messages)")
        let all = try object(run)
        #expect(all["tests"] as? Int == 2 && all["scored"] as? Int == 2, "\(run.output)")
        #expect(all["wrong"] as? Int == 0 && all["off"] as? Int == 0)
        #expect(all["leftOut"] as? [String: String] == ["bob": "VZ"])
        for test in try tests(of: "ann", in: all) {
            // This voice's O is not always understood; a fresh letter takes the place of one that is
            // not, so that the score loses nothing.
            #expect(
                try #require(test["open"] as? Int) <= 1 && test["error"] as? Double == 0, "\(test)")
            #expect(try #require(test["seconds"] as? Double) > 30)
            #expect(abs(try #require(test["estimateError"] as? Double)) < 0.05)
        }
        let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
        #expect(lines.first?.contains(#""event":"present""#) == true)
        #expect(lines.allSatisfy { $0.contains(#""person":"ann""#) && $0.contains(#""test":"#) })
        #expect(lines.contains { $0.contains(#""event":"says","letters":""#) })
        // Any number of listeners gives the same result; another seed gives a different one.
        let again = try AloudBinary.run(words + ["--json", "--jobs", "2"])
        #expect(again.output == run.output)
        let other = try AloudBinary.run(["evaluate", "--tests", "--seed", "2", path])
        let table = other.output.split(separator: "\n").map(String.init)
        #expect(table[0].hasPrefix("1 person takes a spoken test, "))
        #expect(table[2].hasPrefix("ann     yes "), "\(other.output)")
        let acuity = try #require(try tests(of: "ann", in: all)[0]["acuity"] as? Double)
        #expect(!table[2].hasPrefix("ann     yes       \(LogMAR(acuity))  "), "\(table[2])")
        #expect(table.contains("scored 100.0 %"))
        #expect(table.contains { $0.hasPrefix("left out, ") && $0.hasSuffix("bob (lacks V, Z)") })
    }

    @Test("a letter that is always misheard stays wrong and changes the score", .long)
    func misheard() throws {
        // The recording of a V says a Z.
        let path = try manifest(try record(by: "ann", saying: [.v: "zed"]))
        let errors = folder.file("errors.md")
        let run = try AloudBinary.run([
            "evaluate", "--tests", "--json", path, "--errors", errors,
        ])
        #expect(run.status == 0, "\(run.messages)")
        let all = try object(run)
        let test = try #require(try tests(of: "ann", in: all).first)
        let mistakes = try #require(test["mistakes"] as? [String])
        #expect(mistakes.contains("V as Z") && test["wrong"] as? Int == mistakes.count)
        #expect(try #require(test["error"] as? Double) > 0.01, "\(test)")
        let listed = try #require(all["mistakes"] as? [[String: Any]])
        #expect(listed.contains { $0["mistake"] as? String == "V as Z" })
        let table = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(table.hasPrefix("| person | test | line | said | answer | misheard |"))
        #expect(table.contains("V as Z |"), "\(table)")
    }

    @Test("a warm-up precedes the test on request", .long)
    func warmUp() throws {
        let path = try manifest(try record(by: "ann"))
        let run = try AloudBinary.run(["evaluate", "--tests", "--warmed-up", "--json", path])
        #expect(run.status == 0, "\(run.messages)")
        let all = try object(run)
        #expect(all["warmedUp"] as? Bool == true)
        let test = try #require(try tests(of: "ann", in: all).first)
        #expect(try #require(test["understood"] as? Int) >= 8 && test["error"] as? Double == 0)
    }

    @Test("a manifest without speakers, and options without effect, are refused")
    func refused() throws {
        let some = try manifest(try record([.c, .d], by: "ann"))
        let nobody = try AloudBinary.run(["evaluate", "--tests", some])
        #expect(nobody.status == 1 && nobody.output == "")
        #expect(
            nobody.messages.contains("has recorded all ten letters")
                && nobody.messages.contains("'ann' lacks H, K, N, O, R, S, V, Z."),
            "\(nobody.messages)")
        for (words, reason) in [
            (["--tests-each", "2"], "'--tests-each' has no effect without '--tests'"),
            (["--warmed-up"], "'--warmed-up' has no effect without '--tests'"),
            (["--tests", "--lines"], "'--lines' has no effect with '--tests'"),
            (["--tests", "--join", "0.1"], "'--join' has no effect with '--tests'"),
            (["--tests", "--letters", "etdrs"], "'--letters' has no effect with '--tests'"),
            (["--tests", "--each-alone"], "'--each-alone' has no effect with '--tests'"),
            (["--tests", "--talk", "letters"], "'--talk' has no effect with '--tests'"),
            (["--tests", "--tests-each", "0"], "expected a whole number from 1 to 100"),
        ] {
            let run = try AloudBinary.run(["evaluate", some] + words)
            #expect(run.status == 64 && run.messages.contains(reason), "\(run.messages)")
        }
    }
}

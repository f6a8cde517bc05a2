import Acuity
import Foundation
import MeasurementBench
import Testing

@testable import AloudCommands

@Suite struct ConfusionFileTests {
    private func file(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "aloud-confusions-\(UUID().uuidString).json").path()
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func anEvaluationBecomesAHearing() throws {
        let path = try file(
            #"{"letters":100,"right":89,"wrong":4,"unclear":5,"missed":2,"confusions":"#
                + #"{"C as V":1,"D as V":3},"speakers":{}}"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let hearing = try SimulatedHearing(evaluation: path, showing: [.sloan])
        #expect(hearing.name == path)
        #expect(abs(hearing.matrix.unclear() - 0.07) < 1e-9)
        #expect(
            abs(hearing.matrix.chance(of: .v, whenSaid: .d, among: .sloan) - 3 / 9.3) < 1e-9)
        #expect(abs(hearing.matrix.misheard() - 4 / 93) < 1e-9)
    }

    @Test(
        "a file that is none says so and what to do",
        arguments: [
            ("", "is no evaluation"), ("{}", "is no evaluation"),
            (#"{"right":0,"confusions":{}}"#, "counts no letter"),
            (#"{"right":9,"confusions":{"D V":1}}"#, "the confusion 'D V'"),
            (#"{"right":9,"confusions":{"D as D":1}}"#, "the confusion 'D as D'"),
            (#"{"right":9,"unclear":-1,"confusions":{}}"#, "is no evaluation"),
            (#"{"right":9223372036854775807,"confusions":{"D as V":5}}"#, "is no evaluation"),
            (#"{"right":9,"confusions":{"D as V":9223372036854775807}}"#, "is no evaluation"),
        ])
    func faults(text: String, told: String) throws {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try AloudBinary.run(["simulate", "--confusions", path, "--runs", "2"])
        #expect(run.status == 1 && run.output == "")
        #expect(run.messages.contains(told) && run.messages.contains("aloud evaluate --json"))
    }

    @Test("hearing of other letters than those shown is refused")
    func otherLetters() throws {
        let checkout = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../grammars").standardizedFileURL.path()
        let directions = checkout + "/hearing-directions.json"
        let letters = checkout + "/hearing.json"
        func refused(_ words: [String]) throws -> Bool {
            let run = try AloudBinary.run(words, input: "stop\n")
            if run.status == 0 { return false }
            #expect(run.status == 1 && run.output == "", "\(run.output)")
            return run.messages.contains("counts nothing that a test of")
        }
        for (file, own, other) in [
            (letters, "etdrs", "landolt"), (directions, "landolt", "etdrs"),
        ] {
            let simulate = ["simulate", "--runs", "2", "--confusions", file, "--procedure"]
            #expect(try refused(simulate + [other]) && !refused(simulate + [own]))
            let test = ["test", "--answers", "-", "--hearing", file, "--procedure"]
            #expect(try refused(test + [other]) && !refused(test + [own]))
        }
        // A file that does not say what was listened for: by what was confused.
        let path = try file(#"{"right":9,"confusions":{"B as P":1}}"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try refused(["simulate", "--runs", "2", "--confusions", path]))
    }

    @Test func itIsTriedInPlaceOfEvenMishearing() throws {
        let path = try file(#"{"right":87,"confusions":{"D as V":3}}"#)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let words = ["simulate", "--procedure", "etdrs", "--runs", "4", "--json"]
        let alone = try AloudBinary.run(words + ["--confusions", path]).output
        #expect(alone.split(separator: "\n").count == 2)
        #expect(alone.contains("\"misheard\":0.03333"))
        let both = try AloudBinary.run(words + ["--confusions", path, "--misheard", "1%"]).output
        #expect(both.split(separator: "\n").count == 4)
        let missing = try AloudBinary.run(words + ["--confusions", "/nowhere.json"])
        #expect(missing.status == 1 && missing.messages.contains("'/nowhere.json' cannot be read"))
    }
}

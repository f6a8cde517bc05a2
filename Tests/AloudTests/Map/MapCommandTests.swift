import Foundation
import TestProgram
import TestSpeech
import Testing

@Suite("aloud map", .timeLimit(.minutes(1)))
struct MapCommandTests {
    @Test("One line in, one line out")
    func lines() throws {
        let run = try AloudBinary.run(
            ["map"],
            input: """
                see zee are aitch yes

                I can't see it
                no, N
                C or D
                I went to the shop yesterday
                zed
                """)
        #expect(
            run.output == """
                C Z R H S
                -
                cannotSee
                correction N
                ?
                -
                Z

                """)
        #expect(run.messages == "")
        #expect(run.status == 0)
    }

    @Test("'-' is standard input; for a file the message shows the redirection")
    func dash() throws {
        #expect(try AloudBinary.run(["map", "-"], input: "see zee\n").output == "C Z\n")
        let named = try AloudBinary.run(["map", "words.txt"])
        #expect(named.status == 64 && named.messages.contains("aloud map < words.txt"))
    }

    @Test("As JSON Lines, every answer with its words")
    func json() throws {
        struct Line: Decodable, Equatable {
            struct Answer: Decodable, Equatable {
                var kind: String
                var letter: String?
                var command: String?
                var confidence: Double
                var heard: String?
            }
            var text: String
            var line: String
            var answers: [Answer]
        }
        let run = try AloudBinary.run(["map", "--json"], input: "aye\npass\n\n")
        let lines = try run.lines(Line.self)
        try #require(lines.count == 3)
        #expect(lines.map(\.text) == ["aye", "pass", ""])
        #expect(lines.map(\.line) == ["A", "cannotSee", "-"])
        #expect(lines[0].answers.map(\.letter) == ["A"])
        #expect(lines[0].answers.map(\.heard) == ["aye"])
        #expect(lines[1].answers.map(\.command) == ["cannotSee"])
        #expect(lines[2].answers.isEmpty)
        #expect(lines.flatMap(\.answers).allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test("Explanations go to standard error, and the answers are unchanged")
    func explain() throws {
        let run = try AloudBinary.run(["map", "--explain"], input: "vee\n")
        #expect(run.output == "V\n")
        #expect(run.messages.contains("V IY (in the dictionary)"))
        #expect(run.messages.contains("=> V"))
        let json = try AloudBinary.run(["map", "--explain", "--json"], input: "vee\n")
        #expect(json.output.contains(#","explain":["vee: V IY"#))
        #expect(json.messages == "")
    }

    @Test("--letters limits the matches by sound, not the names of letters")
    func letters() throws {
        #expect(try AloudBinary.run(["map"], input: "hie\n").output == "P\n")
        let ten = try AloudBinary.run(["map", "--letters", "etdrs"], input: "hie\n").output
        #expect(ten != "P\n")
        let names = "tee\nsee dee pea gee are\n"
        let four = try AloudBinary.run(["map", "--letters", "hotv"], input: names).output
        #expect(four == "T\nC D P G R\n")
    }

    @Test("directions are neither letters nor suggestions", arguments: ["directions", "diagonals"])
    func directions(choice: String) throws {
        let run = try AloudBinary.run(["map", "--letters", choice], input: "down\n")
        #expect(run.status == 64 && run.output == "")
        #expect(run.messages.contains("expected one of 'etdrs', 'alphabet', 'hotv'"))
    }

    @Test("Each line is answered before the next one is read")
    func dialogue() throws {
        let process = Process()
        process.executableURL = AloudBinary.url
        process.arguments = ["map"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for (said, answer) in [("see", "C\n"), ("nothing at all to do with it", "-\n")] {
            try input.fileHandleForWriting.write(contentsOf: Data((said + "\n").utf8))
            let line = output.fileHandleForReading.availableData
            #expect(String(decoding: line, as: UTF8.self) == answer)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("A folder without the files, and a missing folder, are errors")
    func badFolders() throws {
        let empty = try TemporaryFolder()
        let run = try AloudBinary.run(["map", "--grammars", empty.path], input: "see\n")
        #expect(run.messages.contains("phrases.txt: is missing"))
        #expect(run.output == "")
        #expect(run.status == 1)
        let none = try AloudBinary.run(["map", "--grammars", empty.file("none")])
        #expect(none.messages.contains("is not a folder"))
        #expect(none.status == 1)
    }

    @Test("The examples in its help text are correct")
    func helpIsTrue() throws {
        let help = try AloudBinary.run(["map", "--help"]).output
        let said = "see zee are aitch yes"
        #expect(help.contains("$ echo \"\(said)\" | aloud map"))
        #expect(help.contains("\n  " + (try AloudBinary.run(["map"], input: said).output)))
        // The object is broken into two lines there.
        let object = try AloudBinary.run(["map", "--json"], input: "see").output
        #expect(help.filter { !$0.isWhitespace }.contains(object.filter { !$0.isWhitespace }))
    }
}

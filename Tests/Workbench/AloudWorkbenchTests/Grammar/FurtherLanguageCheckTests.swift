import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// `aloud-workbench grammar check` on the folder of a language that somebody adds, spoilt on purpose.
@Suite("grammar check of a further language", .timeLimit(.minutes(1)))
struct FurtherLanguageCheckTests {
    private let folder: TemporaryFolder
    private let grammars: String

    /// A copy of the grammars with the Spanish ones as those of a further language.
    init() throws {
        folder = try TemporaryFolder()
        grammars = folder.file("grammars")
        try FileManager.default.copyItem(atPath: Checkout.grammars, toPath: grammars)
        try FileManager.default.copyItem(
            atPath: Checkout.grammars + "/es", toPath: grammars + "/it")
    }

    private func check() throws -> AloudBinary.Run {
        try AloudBinary.run([
            "grammar", "check", "chart", "--language", "it", "--grammars", grammars,
        ])
    }

    /// The lines of the dictionary, with the pronunciation of "hache" replaced; nil leaves it out.
    ///
    /// - Returns: the number of its line.
    private func spoil(_ pronunciation: String?) throws -> Int {
        let url = URL(fileURLWithPath: grammars + "/it/letters.dict")
        var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
        let place = try #require(lines.firstIndex { $0.hasPrefix("hache ") })
        if let pronunciation {
            lines[place] = pronunciation
        } else {
            lines.remove(at: place)
        }
        try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
        return place + 1
    }

    @Test("A correct folder has no mistakes")
    func sound() throws {
        let run = try check()
        #expect(run.status == 0 && run.messages.contains("it/chart.gram: no errors"))
    }

    @Test("A word without a pronunciation is named with its place in the grammar")
    func missingWord() throws {
        _ = try spoil(nil)
        let run = try check()
        #expect(run.status == 1)
        let place = #/it/chart\.gram:\d+:\d+: error: "hache" has no pronunciation/#
        #expect(run.output.contains(place), "\(run.output)\(run.messages)")
    }

    @Test(
        "A wrong or missing phone is named with its line",
        arguments: [("hache QQ CH EH", "\"QQ\" in \"hache\""), ("hache", "\"hache\" has no")])
    func wrongPhone(_ line: String, _ told: String) throws {
        let number = try spoil(line)
        let run = try check()
        #expect(run.status == 1)
        #expect(run.messages.contains("it/letters.dict:\(number):"), "\(run.messages)")
        #expect(run.messages.contains(told), "\(run.messages)")
    }

    @Test(
        "French directions exclude the letter O, which sounds like haut",
        arguments: ["directions", "diagonals"])
    func frenchUp(_ grammar: String) throws {
        func isHeard(_ words: String) throws -> Bool {
            try AloudBinary.run(["grammar", "parse", grammar, words, "--language", "fr"]).status
                == 0
        }
        #expect(try isHeard("haut"))
        #expect(try isHeard("pé"))
        #expect(try !isHeard("o"))
    }
}

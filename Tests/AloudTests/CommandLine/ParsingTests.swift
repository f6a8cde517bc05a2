import Acuity
import TestTraits
import Testing

@testable import CommandLineKit

@Suite("Parsing a command line", .listening)
struct ParsingTests {
    private func parse(_ words: String...) throws -> ParsedArguments {
        try ParsedArguments(words, for: SampleCommand.verb)
    }

    @Test("A missing option has its default value")
    func defaults() throws {
        let parsed = try parse("1")
        #expect(try parsed[SampleCommand.eye] == .right)
        #expect(try parsed[SampleCommand.distance] == 4)
        #expect(try parsed[SampleCommand.seed] == nil)
        #expect(try parsed[SampleCommand.notes] == [])
        #expect(try parsed[SampleCommand.json] == false)
        #expect(try parsed[SampleCommand.files] == [])
        #expect(!parsed.wasGiven(SampleCommand.eye))
    }

    @Test(
        "An option is understood in every form",
        arguments: [
            ["--distance", "2.5", "1"], ["--distance=2.5", "1"], ["-d", "2.5", "1"],
            ["-d2.5", "1"], ["1", "--dist", "2.5"], ["1", "a.wav", "--dist=2.5"],
            ["-jd2.5", "1"], ["-d", "9", "1", "-d", "2.5"], ["--distance=2.5", "--", "1"],
        ])
    func forms(words: [String]) throws {
        let parsed = try ParsedArguments(words, for: SampleCommand.verb)
        #expect(try parsed[SampleCommand.distance] == 2.5)
        #expect(try parsed[SampleCommand.chart] == 1)
        #expect(parsed.wasGiven(SampleCommand.distance))
    }

    @Test("Operands keep their order, with options between them")
    func operands() throws {
        let parsed = try parse("2", "b.wav", "-j", "a.wav", "--", "--eye", "-")
        #expect(try parsed[SampleCommand.files] == ["b.wav", "a.wav", "--eye", "-"])
        #expect(try parsed[SampleCommand.json])
        #expect(try parsed[SampleCommand.eye] == .right)
    }

    @Test("A repeating option keeps all values in order")
    func repeating() throws {
        let parsed = try parse("1", "--note", "-j", "--note=a=b", "--note", "één 👁")
        #expect(try parsed[SampleCommand.notes] == ["-j", "a=b", "één 👁"])
        #expect(try parsed[SampleCommand.json] == false)
    }

    @Test("The largest seed fits; choices ignore case")
    func values() throws {
        let parsed = try parse("1", "--seed", "18446744073709551615", "--eye", "LEFT")
        #expect(try parsed[SampleCommand.seed] == .max)
        #expect(try parsed[SampleCommand.eye] == .left)
    }

    @Test(
        "Invalid values are refused with the reason",
        arguments: [
            (["1", "--colour"], "Unknown option '--colour'."),
            (["1", "--eyes=left"], "Unknown option '--eyes'. Did you mean '--eye'?"),
            (["1", "-eye"], "Unknown option '-eye'. Did you mean '--eye'?"),
            (["1", "-jx"], "Unknown option '-x'."),
            (["1", "-é"], "Unknown option '-é'."),
            (["1", "--s", "3"], "Ambiguous option '--s': it could be '--seed' or '--start'."),
            (["1", "--seed"], "Missing value for '--seed <number>'."),
            (["1", "-d"], "Missing value for '--distance <metres>'."),
            (["1", "--json=yes"], "The option '--json' takes no value: 'yes'."),
            (
                ["1", "--eye", "third"],
                "The value 'third' is invalid for '--eye <right|left|both>': expected one of"
                    + " 'right', 'left', 'both'."
            ),
            (
                ["1", "--distance", "4m"],
                "The value '4m' is invalid for '--distance <metres>': expected a number from"
                    + " 0.25 to 10.0."
            ),
            (
                ["1", "-dnan"],
                "The value 'nan' is invalid for '--distance <metres>': expected a number from"
                    + " 0.25 to 10.0."
            ),
            (
                ["4"],
                "The value '4' is invalid for '<chart>': expected a whole number from 1 to 3."
            ),
            (["1", ""], "The value '' is invalid for '<file>': expected the path of a file."),
            ([], "Missing expected argument '<chart>'."),
        ])
    func refusals(words: [String], reason: String) {
        #expect(throws: Misuse(reason)) { try ParsedArguments(words, for: SampleCommand.verb) }
    }

    @Test("An extra argument is refused")
    func tooMany() {
        let file = Argument<String>("file", .file, help: "A recording.")
        let verb = Verb("one", summary: "Takes one file.", arguments: [file])
        #expect(throws: Misuse("Unexpected argument 'b'.")) {
            try ParsedArguments(["a", "b"], for: verb)
        }
    }

    @Test("A required argument has priority over an optional one before it")
    func keptBack() throws {
        let from = Argument<[String]>(repeating: "from", atLeastOne: false, .file, help: "")
        let to = Argument<String>("to", .file, help: "")
        let verb = Verb("copy", summary: "Copies.", arguments: [from, to])
        let one = try ParsedArguments(["b"], for: verb)
        #expect(try one[from] == [])
        #expect(try one[to] == "b")
        let two = try ParsedArguments(["a", "b"], for: verb)
        #expect(try two[from] == ["a"])
        #expect(try two[to] == "b")
    }

    @Test("Parsing finds an invalid default value")
    func brokenDefault() {
        let broken = Option<Int>("lines", .whole("n", in: 1...14), default: "15", help: "")
        let verb = Verb("broken", summary: "Has a broken default.", options: [broken])
        #expect(throws: Misuse.self) { try ParsedArguments([], for: verb) }
    }

    @Test("Order and form of options do not matter", arguments: 0..<50)
    func orderAndForm(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let abbreviations = ["--distance", "--distanc", "--dis", "--d"]
        var pieces: [[String]] = [
            [["--eye", "both"], ["--eye=both"], ["--ey", "both"]].randomElement(using: &random),
            abbreviations.randomElement(using: &random).map { ["\($0)=0.5"] },
            [["--json"], ["-j"], ["--j"]].randomElement(using: &random),
            ["--note=n"],
        ].compactMap { $0 }
        pieces.shuffle(using: &random)
        for operand in ["x.wav", "2"] {
            pieces.insert([operand], at: Int.random(in: 0...pieces.count, using: &random))
        }
        let words = pieces.flatMap { $0 }.sorted { ($0 == "2" ? 0 : 1) < ($1 == "2" ? 0 : 1) }
        let parsed = try ParsedArguments(words, for: SampleCommand.verb)
        #expect(try parsed[SampleCommand.eye] == .both, "seed \(seed): \(words)")
        #expect(try parsed[SampleCommand.distance] == 0.5, "seed \(seed): \(words)")
        #expect(try parsed[SampleCommand.json], "seed \(seed): \(words)")
        #expect(try parsed[SampleCommand.notes] == ["n"], "seed \(seed): \(words)")
        #expect(try parsed[SampleCommand.chart] == 2, "seed \(seed): \(words)")
        #expect(try parsed[SampleCommand.files] == ["x.wav"], "seed \(seed): \(words)")
    }

    @Test("Many threads may parse at once, although getopt has global state")
    func threads() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let words = ["-j", "1", "--seed", "\(number)", "f\(number)"]
                    let parsed = try ParsedArguments(words, for: SampleCommand.verb)
                    return try parsed[SampleCommand.seed] == UInt64(number)
                        && parsed[SampleCommand.files] == ["f\(number)"]
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

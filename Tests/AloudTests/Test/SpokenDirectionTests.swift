import Acuity
import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program with recordings of a voice that says where optotypes point, or names HOTV.
@Suite("aloud test --procedure tumbling-e and hotv, by voice", .listening)
struct SpokenDirectionTests {
    private static let words: [Letter: [String]] = [
        .u: ["up"], .d: ["down"], .l: ["left"], .r: ["right"],
    ]

    /// Answers a procedure by voice and gives what the program made of it.
    ///
    /// - Parameters:
    ///   - script: what is said to each optotype, and the answer that the procedure should get.
    private func run(
        _ procedure: any AcuityProcedure, _ options: [String], voice: FliteVoice.Name,
        script: (_ number: Int, Letter) -> (said: String, means: Response)
    ) throws -> (run: AloudBinary.Run, test: TestRun, said: [Response]) {
        var scene = Scene()
        scene.pause(0.8)
        var procedure = procedure
        var meant: [Response] = []
        while let shown = procedure.next {
            for letter in shown.letters {
                let (said, means) = script(meant.count, letter)
                for (index, words) in said.split(separator: "...").enumerated() {
                    if index > 0 { scene.pause(0.6) }
                    try scene.say(String(words), by: FliteVoice(voice))
                }
                scene.pause(2.0)
                meant.append(means)
                try procedure.take([Answer(means)])
            }
        }
        let folder = try TemporaryFolder()
        let file = folder.file("said.wav")
        try SoundFile.write(scene.inRoom(), to: file)
        let run = try AloudBinary.run(["test", "--events", "--input", file] + options)
        return (run, try TestRun(run.output), meant)
    }

    private func letters(_ responses: [Response]) -> String {
        responses.map { response in
            if case .named(let letter) = response { letter.description } else { "-" }
        }.joined()
    }

    @Test(
        "The tumbling E accepts up, down, left and right",
        arguments: [FliteVoice.Name.slt])
    func tumblingE(voice: FliteVoice.Name) throws {
        let start = try SnellenLine(named: "20/50")
        let (run, test, said) = try run(
            NearStaircase(.sixInARow, start: start, seed: 8),
            ["--procedure", "tumbling-e", "--start", "20/50", "--seed", "8"], voice: voice
        ) { number, letter in
            // Two lines right, the third not seen.
            if number >= 12 { return ("I can't see it", .missed) }
            let words = Self.words[letter] ?? []
            return (words[number % words.count], .named(letter))
        }
        #expect(run.status == 0, "\(run.messages)")
        #expect(said.count == 14)
        #expect(Set(said).count == 5, "all four directions are asked for")
        #expect(test.heard == letters(said))
        #expect(try test.result().part("score")["logMAR"] as? Double == 0.3)
    }

    @Test(
        "A ring of eight directions accepts two words, with or without a pause",
        arguments: [FliteVoice.Name.slt])
    func diagonals(voice: FliteVoice.Name) throws {
        let start = try SnellenLine(named: "20/50")
        let ways: [Letter: [String]] = [
            .u: ["up"], .d: ["down"], .l: ["left"], .r: ["right"],
            .q: ["up left", "left...up", "top left"], .e: ["top right", "up...right", "right up"],
            .z: ["down left", "left...down", "lower left"],
            .c: ["bottom right", "down...right", "right down"],
        ]
        var times: [Letter: Int] = [:]
        let (run, test, said) = try run(
            NearStaircase(.sixInARow, start: start, optotypes: .landolt8, seed: 3),
            ["--procedure", "landolt-8", "--start", "20/50", "--seed", "3"], voice: voice
        ) { number, letter in
            if number >= 18 { return ("I can't see it", .missed) }
            let words = ways[letter] ?? []
            times[letter, default: 0] += 1
            return (words[(times[letter] ?? 0) % words.count], .named(letter))
        }
        #expect(run.status == 0, "\(run.messages)")
        #expect(said.count == 20)
        #expect(Set(said).count == 9, "all eight directions are asked for")
        #expect(test.finalAnswers == letters(said))
        #expect(try test.result().part("score")["logMAR"] as? Double == 0.2)
    }

    @Test("A direction can be corrected, and letters are not directions")
    func mended() throws {
        let start = try SnellenLine(named: "20/200")
        let others: [Letter: String] = [.u: "left", .d: "left", .l: "up", .r: "up"]
        let (run, test, said) = try run(
            NearStaircase(.sixInARow, start: start, seed: 8),
            ["--procedure", "tumbling-e", "--start", "20/200", "--seed", "8"], voice: .slt
        ) { number, letter in
            let right = Self.words[letter]?.first ?? ""
            switch number {
            case 1: return ("\(others[letter] ?? ""), no, \(right)", .named(letter))
            case 3...: return (others[letter] ?? "", .named(letter == .u || letter == .d ? .l : .u))
            default: return (right, .named(letter))
            }
        }
        #expect(run.status == 0, "\(run.messages)")
        #expect(said.count == 5)
        #expect(test.events("correction").count == 1)
        #expect(test.finalAnswers == letters(said))
    }

    @Test("HOTV is named by voice")
    func hotv() throws {
        let (run, test, said) = try run(
            HOTVTest(seed: 4), ["--procedure", "hotv", "--seed", "4"], voice: .awb
        ) { number, letter in
            number < 6
                ? (FliteVoice.spelling(of: letter), .named(letter)) : ("I can't see it", .missed)
        }
        withKnownIssue("the net hears no O in these synthetic voices", isIntermittent: true) {
            #expect(run.status == 0, "\(run.messages)")
            #expect(test.heard == letters(said))
        }
    }
}

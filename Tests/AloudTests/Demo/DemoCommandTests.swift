import Acuity
import Exam
import Foundation
import TestProgram
import TestTraits
import Testing

@testable import CommandLineKit
@testable import aloud

@Suite("aloud demo, from the patient's eyes to the score", .listening)
struct DemoCommandTests {
    /// The output of `--json`, as far as it is looked at here.
    private struct Result: Decodable {
        var event: String
        var score: Score
        var truth: Double
        var heardPerfectly: Double
        var complete: Bool
        var answers: Int
        var misheard: Int

        struct Score: Decodable {
            var logMAR: Double
            var lettersCredited: Int
            var lines: [Line]
        }

        struct Line: Decodable {
            var logMAR: Double
            var letters: String
            var right: Int
        }
    }

    /// How far the measured acuity may lie from what a perfect ear would have measured: two letters
    /// misheard. With the default voice, rms, none of 245 letters was misheard (seeds 1 to 5); with
    /// flite's other voices 0.04 to 0.26 logMAR were lost by mishearing.
    private let hearingTolerance = 0.04
    /// How far it may lie from the truth: chance moves the score of a simulated observer on a chart
    /// by up to 0.12 in 95 of 100 tests, with a bias of 0.03. Seeds 1 to 5 lie 0.00 to 0.06 from it.
    private let chanceTolerance = 0.15

    @Test("The patient's acuity is found through sound and ALSA only")
    func findsTheAcuity() throws {
        let run = try AloudBinary.run(
            ["demo", "--quick", "--seed", "1", "--acuity", "0.3", "--json"])
        try #require(run.status == 0, "\(run.messages)")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(result.event == "result")
        #expect(result.truth == 0.3)
        #expect(result.complete, "\(run.messages)")
        // The lines from 20/80 down are read, those above it credited.
        #expect(result.score.lines.first?.logMAR == 0.6)
        #expect(result.score.lettersCredited == 20)
        #expect(result.score.lines.last?.right == 0)
        #expect(result.answers == 5 * result.score.lines.count)
        #expect(
            abs(result.score.logMAR - result.heardPerfectly) <= hearingTolerance + 1e-9,
            "\(run.messages)")
        #expect(
            abs(result.score.logMAR - result.truth) <= chanceTolerance + 1e-9, "\(run.messages)")
        // The narration has every line, and the true acuity at the end.
        for line in result.score.lines {
            let letters = line.letters.map(String.init).joined(separator: " ")
            #expect(run.messages.contains("shown    \(letters)\n"))
            #expect(run.messages.contains("\(line.right) of 5 right\n"))
        }
        #expect(run.messages.contains("\ntruth 0.30, measured "))
        // No colour where there is no terminal.
        #expect(!run.messages.contains("\u{1B}"))
    }

    @Test(
        "A patient with another language is heard through sound and ALSA only", .long,
        arguments: ["de", "es", "fr", "hi"])
    func speaksAnotherLanguage(_ language: String) throws {
        let run = try AloudBinary.run(
            ["demo", "--language", language, "--quick", "--acuity", "0.5", "--json"])
        try #require(run.status == 0, "\(run.messages)")
        let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
        #expect(result.complete, "\(run.messages)")
        #expect(result.answers >= 15 && result.misheard <= 2, "\(run.messages)")
        #expect(
            abs(result.score.logMAR - result.heardPerfectly) <= 2 * hearingTolerance + 1e-9,
            "\(run.messages)")
    }

    @Test("An unknown language, or an English voice for another language, is refused")
    func refusesLanguages() throws {
        let unknown = try AloudBinary.run(["demo", "--language", "tlh"])
        #expect(unknown.status != 0 && unknown.messages.contains("no language 'tlh'"))
        #expect(unknown.messages.contains("en, de, es, fr, hi"))
        let voice = try AloudBinary.run(["demo", "--language", "de", "--voice", "slt"])
        #expect(voice.status == 64 && voice.messages.contains("'--voice'"))
    }

    @Test("A signal ends the test with the results so far")
    func stopped() throws {
        let program = try RunningAloud(["demo", "--events"])
        try program.wait(for: #""event":"line""#)
        program.signal(SIGTERM)
        let run = try program.end()
        #expect(run.status == 0 && !run.wasEndedBySignal)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"event":"present","letters":""#) == true)
        #expect(lines.contains { $0.hasPrefix(#"{"event":"says","text":""#) })
        let last = try #require(lines.last)
        let result = try JSONDecoder().decode(Result.self, from: Data(last.utf8))
        #expect(!result.complete)
        #expect(result.score.lines.first?.letters.count == 5)
    }

    @Test("Only a person has a microphone option")
    func deviceWithoutMicrophone() throws {
        let run = try AloudBinary.run(["demo", "--device", "hw:1"])
        #expect(run.status == 64)
        #expect(
            run.messages.hasPrefix(
                "Error: '--device' names a real microphone; give '--microphone' with it.\n"))
    }

    @Test(
        "Options of the simulated patient are refused for a person", arguments: ["acuity", "voice"])
    func patientsOptions(name: String) throws {
        let value = name == "voice" ? "kal16" : "1"
        let run = try AloudBinary.run(["demo", "--microphone", "--\(name)", value])
        #expect(run.status == 64)
        #expect(run.messages.hasPrefix("Error: '--\(name)' is for the simulated patient;"))
    }

    /// The test of a person that options of the demonstration ask for.
    private func exam(_ given: String...) throws -> ExamConfiguration {
        let console = Console(
            output: MemoryOutput(), messages: MemoryOutput(), input: MemoryInput(""),
            executable: AloudBinary.url.path)
        return try DemoOptions.examOfPerson(
            try ParsedArguments(["--microphone"] + given, for: DemoCommand.verb),
            in: CommandEnvironment(console: console, instruments: .absent) {
                .aloud(with: .absent)
            })
    }

    @Test("The options for hearing apply to a person too")
    func optionsOfHearing() throws {
        func acceptance(_ exam: ExamConfiguration) -> HearingConfiguration.Acceptance? {
            guard case .voice(_, let hearing) = exam.answers else { return nil }
            return hearing.acceptance
        }
        #expect(try acceptance(exam()) == .usual)
        #expect(try acceptance(exam("--accept", "0.8")) == .confidence(0.8))
        #expect(try acceptance(exam("--wrong-at-most", "1%")) == .wrongAtMost(0.01))
    }

    @Test("A person gets the same test as a patient: eyes, chart, start and seed")
    func testOfPerson() throws {
        #expect(
            try exam().measurement == MeasurementConfiguration(eye: .both, chart: .random))
        #expect(
            try exam("--quick", "--seed", "12").measurement
                == MeasurementConfiguration(
                    eye: .both, chart: .random, start: SnellenLine(named: "20/80"), seed: 12))
    }

    @Test("An impossible acuity is refused", arguments: ["-0.3", "1.1", "nan", "20/40"])
    func acuityOutOfRange(acuity: String) throws {
        let run = try AloudBinary.run(["demo", "--acuity=\(acuity)"])
        #expect(run.status == 64)
        #expect(run.messages.contains("expected a number from -0.2 to 1.0"))
    }
}

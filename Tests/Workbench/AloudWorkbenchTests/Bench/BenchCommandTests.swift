import Acuity
import Audio
import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The real program measures itself on letters that a voice says.
@Suite("bench-speed", .listening)
struct BenchCommandTests {
    private struct Report: Decodable {
        struct Live: Decodable {
            var accepted: Int
            var notAccepted: Int
            var different: Int
            var added: Int
            var median: Double?
            var p90: Double?
            var worst: Double?
        }

        var recordings: Int
        var sessions: Int
        var synthetic: Bool
        var seconds: Double
        var speechSeconds: Double
        var processorSeconds: Double
        var timesRealTime: Double
        var programProcessorSeconds: Double
        var peakMemoryBytes: Int
        var ready: Double
        var readySinceStart: Double
        var live: Live?
        var unread: Int
    }

    private static func report(_ run: AloudBinary.Run) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    }

    /// Letters that a voice says, two seconds apart, over a faint hiss, in a new folder.
    private static func recording(
        of letters: [Letter]
    ) throws -> (folder: TemporaryFolder, file: URL) {
        let folder = try TemporaryFolder()
        var noise = SplitMix64(seed: 1)
        var samples = (0..<(2 * letters.count + 1) * speechRate).map { _ in
            Float.random(in: -0.001...0.001, using: &noise)
        }
        for (index, letter) in letters.enumerated() {
            let start = (2 * index + 1) * speechRate
            for (place, sample) in try FliteVoice().say(letter).enumerated() {
                samples[start + place] += sample * 0.5
            }
        }
        let file = folder.url("letters.wav")
        try SoundFile.write(samples, to: file.path)
        return (folder, file)
    }

    @Test("A recording, played live too, and saved for another recogniser")
    func recording() throws {
        let (folder, file) = try Self.recording(of: [.r, .k])
        let raw = folder.file("raw")
        let run = try AloudBinary.run(
            program: "bench-speed", ["measure", "--json", "--save", raw, file.path])
        #expect(run.status == 0)
        let report = try Self.report(run)
        #expect(report.recordings == 1 && report.sessions == 1 && !report.synthetic)
        #expect(report.unread == 0)
        #expect(abs(report.seconds - 5) < 0.001)
        // Two letters of about half a second each.
        #expect(0.4...2 ~= report.speechSeconds)
        #expect(abs(report.timesRealTime * report.processorSeconds / report.seconds - 1) < 0.05)
        #expect(report.programProcessorSeconds > report.processorSeconds)
        #expect(report.readySinceStart >= report.ready)
        #expect(report.peakMemoryBytes > 10_000_000)

        let live = try #require(report.live)
        #expect(live.accepted + live.notAccepted == 2)
        #expect(live.accepted >= 1)
        #expect(live.different == 0 && live.added == 0)
        let median = try #require(live.median)
        // Nothing is accepted before the quiet that ends a stretch of speech has passed: a shorter
        // delay would be measured from the wrong end of the letter.
        #expect(median > 0.1)
        #expect(median <= live.p90 ?? 0 && live.p90 ?? 0 <= live.worst ?? 0)

        let saved = try Data(contentsOf: URL(fileURLWithPath: raw + "/0001.raw"))
        #expect(saved.count == 5 * speechRate * 2)
        #expect(try String(contentsOfFile: raw + "/recordings.ctl", encoding: .utf8) == "0001\n")
    }

    @Test("If no recording can be read, nothing is measured and no numbers are printed")
    func noneRead() throws {
        let run = try AloudBinary.run(program: "bench-speed", ["measure", "/absent/absent.wav"])
        #expect(run.status == 1)
        #expect(run.messages.contains("absent.wav"))
        #expect(run.output.isEmpty)
    }

    @Test("An unreadable recording is reported, and the rest is measured")
    func unread() throws {
        let (folder, file) = try Self.recording(of: [.r])
        let absent = folder.file("absent.wav")
        let cut = folder.url("cut.wav")
        try Data(contentsOf: file).dropLast(16_000).write(to: cut)
        let run = try AloudBinary.run(
            program: "bench-speed",
            ["measure", "--json", "--skip-live", absent, cut.path, file.path])
        #expect(run.status == 1)
        #expect(run.messages.contains("absent.wav"))
        #expect(run.messages.contains("cut.wav: the file lacks 0.5 s"), "\(run.messages)")
        let report = try Self.report(run)
        #expect(report.unread == 2)
        #expect(abs(report.seconds - 3) < 0.001)
        #expect(report.live == nil)
    }

    @Test("A set is chosen only from a manifest")
    func setWithoutManifest() throws {
        for files in [[], ["letters.wav"]] {
            let run = try AloudBinary.run(
                program: "bench-speed", ["measure", "--set", "letters"] + files)
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.messages.contains("give one (a .tsv) with it"), "\(run.messages)")
        }
    }

    @Test("An unwritable folder is reported before hearing, and no input is replaced")
    func saveFolder() throws {
        let (folder, file) = try Self.recording(of: [.r])
        let manifest = folder.url("recordings.tsv")
        let text = "letters.wav\tR\tann\n"
        try Data(text.utf8).write(to: manifest)
        for (place, input, reason) in [
            (file.path, file.path, "because its folder cannot be made"),
            ("/proc/self", file.path, "Cannot write the recordings to '/proc/self/recordings.ctl'"),
            (folder.path, manifest.path, "which this command also reads"),
        ] {
            // With a model that is not there, nothing can have been heard before the refusal.
            let run = try AloudBinary.run(
                program: "bench-speed",
                ["measure", "--save", place, input, "--model", "/nowhere"])
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.messages.contains(reason), "\(run.messages)")
        }
        #expect(try String(contentsOf: manifest, encoding: .utf8) == text)
    }
}

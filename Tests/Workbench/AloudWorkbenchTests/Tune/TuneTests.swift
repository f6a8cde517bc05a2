import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Tuning

/// A whole tuning by the real program on a few recordings by a synthesiser.
@Suite(.listening) struct TuneTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let voices: [FliteVoice.Name] = [.slt, .awb, .rms, .kal16, .slt, .rms]
    /// The people say "soo loo" for zulu.
    private static let said = [("K", "kay"), ("O", "oh"), ("zulu", "soo loo")]

    /// Six people who say three words each.
    ///
    /// - Returns: the manifest, and the paths of the recordings of each part.
    private func record() throws -> (manifest: String, files: [SpeakerSplit.Part: [String]]) {
        var rows: [ReferenceRow] = []
        for (number, voice) in Self.voices.enumerated() {
            for (word, sound) in Self.said {
                let path = "p\(number)-\(word).wav"
                let loud = Float(number < 4 ? 1 : 0.5)
                let samples = try Scene.saying([sound], by: FliteVoice(voice)).inRoom()
                try SoundFile.write(samples.map { loud * $0 }, to: folder.file(path))
                rows.append(
                    ReferenceRow(path: path, transcript: [word], speaker: "p\(number)", set: ""))
            }
        }
        let text = rows.map { "\($0.path)\t\($0.transcript[0])\t\($0.speaker)\n" }.joined()
        let split = try SpeakerSplit(rows, seed: 1)
        return (
            try folder.write(text, to: "manifest.tsv"),
            Dictionary(grouping: rows) { split.parts[$0.speaker] ?? .train }
                .mapValues { $0.map { folder.file($0.path) } }
        )
    }

    private func tune(
        _ manifest: String, _ words: [String] = [], into profile: String = "profile"
    ) throws -> AloudBinary.Run {
        try AloudBinary.run(
            ["tune", manifest, "--output", folder.file(profile), "--jobs", "2"] + words,
            variables: ["XDG_DATA_HOME": folder.file("data")])
    }

    @Test("a tuning ignores final recordings; its proof hears them once", .long)
    func whole() throws {
        let (manifest, files) = try record()
        let finals = try #require(files[.final])
        // The final recordings are moved away during the tuning, so that nothing can hear them.
        let aside = folder.file("aside")
        try FileManager.default.createDirectory(atPath: aside, withIntermediateDirectories: false)
        for file in finals {
            let name = URL(fileURLWithPath: file).lastPathComponent
            try FileManager.default.moveItem(atPath: file, toPath: aside + "/" + name)
        }
        let tuned = try tune(manifest, ["--parts", "pronunciations,answers,accept"])
        #expect(tuned.status == 0, "\(tuned.messages)")
        #expect(tuned.messages.contains("kept for the proof and not heard now"))
        let card = try Data(contentsOf: folder.url("profile/profile.json"))
        let again = try tune(manifest, ["--parts", "pronunciations,answers,accept"])
        #expect(again.output == tuned.output)
        #expect(!card.isEmpty)
        let report = try String(contentsOf: folder.url("profile/report.html"), encoding: .utf8)
        #expect(report.contains("Not proven yet") && report.contains("Pronunciations"))
        #expect(report.contains("<h2>Learning curve</h2>") && report.contains("<h2>Phones</h2>"))
        #expect(
            report.contains("<summary>Alignment</summary>") && report.contains("class=\"cell\""))
        #expect(tuned.messages.contains("loss by the number of speakers fitted on: "))
        for file in finals {
            let name = URL(fileURLWithPath: file).lastPathComponent
            try FileManager.default.moveItem(atPath: aside + "/" + name, toPath: file)
        }
        // There are too few people for a proof. The final recordings may be opened once, and the
        // log records it.
        let proof = try tune(manifest, ["--prove"])
        #expect(proof.status == 1 && proof.output.contains("Not proven"))
        let opened = try String(contentsOf: folder.url("profile/profile.json"), encoding: .utf8)
        #expect(opened.contains("\"isFinished\" : true"))
        let second = try tune(manifest, ["--prove"])
        #expect(second.status == 1 && second.messages.contains("may be heard only once"))
        let retuned = try tune(manifest)
        #expect(retuned.status == 1 && retuned.messages.contains("give '--output' another folder"))
        let profile = ["transcribe", "--profile", folder.file("profile"), finals[0]]
        let refused = try AloudBinary.run(profile)
        #expect(refused.status == 1 && refused.messages.contains("is not proven"))
        #expect(try AloudBinary.run(profile + ["--unproven"]).status == 0)
        try checkSecondFolder(manifest)
        let counts = try AloudBinary.run(
            ["evaluate", "--json", "--profile", folder.file("profile"), "--unproven", manifest])
        let named = "\"profile\":{\"made\":"
        #expect(counts.output.contains(named) && counts.output.contains("\"name\":\"profile\""))
        let test = try AloudBinary.run([
            "test", "--input", finals[0], "--json", "--profile", folder.file("profile"),
            "--unproven",
        ])
        #expect(test.output.contains(named) && test.output.contains("\"proven\":false"))
    }

    /// A second folder and another path of the manifest do not hide that the final people were
    /// heard.
    private func checkSecondFolder(_ manifest: String) throws {
        let copy = try folder.write(
            String(contentsOfFile: manifest, encoding: .utf8), to: "copy.tsv")
        let tuned = try tune(copy, ["--parts", "accept"], into: "second's place")
        #expect(tuned.status == 0)
        let place = folder.file(#"second'\''s place"#)
        #expect(
            tuned.output.hasSuffix("aloud-workbench tune --prove \(copy) --output '\(place)'\n"))
        #expect(tuned.messages.contains("cannot be proven on them"), "\(tuned.messages)")
        let proof = try tune(copy, ["--prove"], into: "second's place")
        #expect(proof.status == 1)
        #expect(
            proof.output.contains("final speakers were heard before")
                && proof.output.contains("for the profile 'profile'"))
        let card = try String(
            contentsOf: folder.url("second's place/profile.json"), encoding: .utf8)
        #expect(card.contains("\"earlier\"") && card.contains("were heard before"))
        // A log that cannot be read stops the proof before anything is heard.
        let log = folder.url("data/aloud/openings.jsonl")
        try Data("nothing\n".utf8).write(to: log)
        _ = try tune(copy, ["--parts", "accept"], into: "third")
        let damaged = try tune(copy, ["--prove"], into: "third")
        #expect(damaged.status == 1)
    }

    @Test("a recording that cannot be heard fails a tuning, and the others count", .long)
    func failing() throws {
        let (manifest, files) = try record()
        let damaged = try #require(files[.train]?.first)
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: damaged))
        let tuned = try tune(manifest, ["--parts", "accept"])
        #expect(tuned.status == 1)
        let name = URL(fileURLWithPath: damaged).lastPathComponent
        let errors = tuned.messages.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
        #expect(!errors.isEmpty && errors.allSatisfy { $0.contains(name) }, "\(tuned.messages)")
        #expect(tuned.messages.contains("The profile is \(folder.file("profile"))"))
    }

    @Test("ineffective options, a folder without a profile and too few people are refused")
    func misuse() throws {
        let manifest = try folder.write("a.wav\tC\tann\n", to: "few.tsv")
        #expect(try AloudBinary.run(["tune", manifest]).status == 64)
        let few = try tune(manifest)
        #expect(few.status == 1 && few.messages.contains("1 speaker to tune on: at least 6"))
        let proof = try tune(manifest, ["--prove"])
        #expect(proof.status == 1 && proof.messages.contains("has no profile.json"))
        let seed = try tune(manifest, ["--prove", "--seed", "2"])
        #expect(seed.status == 64)
        #expect(seed.messages.contains("'--seed' has no effect with '--prove'"))
        let plan = try AloudBinary.run(["tune", "--plan", "24", "--endpoint", "right"])
        #expect(plan.status == 0 && plan.output.contains("points of the share right at once"))
        let bound = try AloudBinary.run(["tune", "--plan", "24", "--bound", "1%"])
        #expect(bound.status == 64)
        #expect(bound.messages.contains("'--bound' has no effect with '--plan'"))
        let unproven = try AloudBinary.run(["transcribe", "--unproven", "a.wav"])
        #expect(unproven.status == 64 && unproven.messages.contains("without '--profile'"))
    }
}

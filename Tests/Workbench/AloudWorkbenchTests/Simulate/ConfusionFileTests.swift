import Acuity
import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Recognition
@testable import Simulation
@testable import aloud_workbench

@Suite(.listening) struct ConfusionFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file of counts: the version and the letters that were listened for are added to a text that
    /// leaves them out.
    private func file(_ text: String) throws -> String {
        let version = text.contains(#""version""#) ? "" : #""version":1,"#
        let letters = text.contains(#""listenedFor""#) ? "" : #""listenedFor":"etdrs","#
        let whole =
            text.contains(#""right""#)
            ? text.replacing("{", with: "{" + version + letters, maxReplacements: 1) : text
        return try folder.write(whole, to: "\(UUID().uuidString).json")
    }

    @Test("an evaluation becomes a hearing file") func anEvaluationBecomesAHearing() throws {
        let path = try file(
            #"{"letters":100,"right":89,"wrong":4,"unclear":5,"missed":2,"confusions":"#
                + #"{"C as V":1,"D as V":3},"speakers":{}}"#)
        let hearing = try SimulatedRecognition(evaluation: path, showing: [.sloan])
        #expect(hearing.name == path)
        #expect(abs(hearing.matrix.unclear() - 0.07) < 1e-9)
        #expect(
            abs(hearing.matrix.chance(of: .v, whenSaid: .d, among: .sloan) - 3 / 9.3) < 1e-9)
        #expect(abs(hearing.matrix.misheard() - 4 / 93) < 1e-9)
    }

    @Test(
        "a wrong file names the field, the expected value and the remedy",
        arguments: [
            ("", "this is not an evaluation: expected a JSON object with 'right' and 'confusions'"),
            ("[1]", "this is not an evaluation: expected a JSON object"),
            ("{}", "the field 'version' is missing: expected 1."),
            (#"{"version":1}"#, "the field 'right' is missing: expected a whole number from 0 to"),
            (
                #"{"version":2,"counts":{}}"#,
                "the field 'version' is wrong: expected at most 1, as this Aloud reads, not 2"
            ),
            (#"{"right":9}"#, "the field 'confusions' is missing: expected an object of counts"),
            (#"{"right":9,"confusions":[]}"#, "the field 'confusions' is wrong: expected an obj"),
            (#"{"right":0,"confusions":{}}"#, "counts no letter"),
            (#"{"right":"9","confusions":{}}"#, "the field 'right' is wrong: expected a whole"),
            (#"{"right":1.5,"confusions":{}}"#, "the field 'right' is wrong: expected a whole"),
            (#"{"right":1e400,"confusions":{}}"#, "the field 'right' is wrong: expected a whole"),
            (
                #"{"right":9,"confusions":{"D V":1}}"#,
                "the field 'confusions' > 'D V' is wrong: expected two letters, such as 'D as V'"
            ),
            (#"{"right":9,"confusions":{"D as D":1}}"#, "'D as D' is wrong: expected two letters"),
            (#"{"right":9,"confusions":{"D as V":-1}}"#, "'D as V' is wrong: expected a whole"),
            (#"{"right":9,"unclear":-1,"confusions":{}}"#, "the field 'unclear' is wrong"),
            (#"{"right":9,"missed":true,"confusions":{}}"#, "the field 'missed' is wrong"),
            (
                #"{"right":9,"listenedFor":"greek","confusions":{}}"#,
                "the field 'listenedFor' is wrong: expected one of 'etdrs', 'alphabet'"
            ),
            (
                #"{"right":9,"confusions":{},"calibration":{"bins":[{"letters":1,"right":2}]}}"#,
                "'calibration' > 'bins' > '1' > 'right' is wrong: expected no more than its 'let"
            ),
            (
                #"{"right":9,"confusions":{},"calibration":{"bins":[{"letters":1}]}}"#,
                "'calibration' > 'bins' > '1' > 'right' is missing: expected a whole number"
            ),
            (
                #"{"right":9,"confusions":{},"calibration":{"bins":[3]}}"#,
                "'calibration' > 'bins' > '1' is wrong: expected an object with 'letters' and 'r"
            ),
            (#"{"right":9223372036854775807,"confusions":{"D as V":5}}"#, "'right' is wrong"),
            (#"{"right":9,"confusions":{"D as V":9223372036854775807}}"#, "'D as V' is wrong"),
        ])
    func faults(text: String, told: String) throws {
        let path = try file(text)
        for words in [
            ["simulate", "--confusions", path, "--runs", "2"],
            ["test", "--answers", "-", "--hearing", path],
        ] {
            let run = try AloudBinary.run(words)
            #expect(run.status == 1 && run.output == "")
            #expect(run.messages.hasPrefix("Error: '\(path)'"))
            #expect(run.messages.contains(told), "\(run.messages)")
            #expect(run.messages.contains("aloud-workbench evaluate --json"))
        }
    }

    @Test("a file of version 1 is read") func version1() throws {
        let path = Checkout.root.appending(
            path: "Tests/Workbench/AloudWorkbenchTests/Simulate/Hearing/version-1.json"
        ).path()
        let file = try RecognitionErrorFile(path)
        #expect(file.counts.right == 185 && file.listenedFor == .etdrs)
        let wrong = file.counts.wrong.values.flatMap(\.values).reduce(0, +)
        #expect(185 + wrong + file.lost == 193)
        #expect(file.counts.tenths.count == 10)
        let run = try AloudBinary.run(
            ["test", "--answers", "-", "--hearing", path], input: "stop\n")
        #expect(run.status == 0, "\(run.messages)")
    }

    @Test("the shipped files have the current version")
    func shippedVersions() throws {
        struct Form: Decodable { var version: Int }
        for name in [RecognitionErrorFile.usual, RecognitionErrorFile.usualOfDirections] {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: Checkout.grammars + "/" + name))
            #expect(
                try JSONDecoder().decode(Form.self, from: data).version
                    == RecognitionErrorFile.version)
        }
    }

    @Test(
        "with the shipped hearing a confident letter is rarely another"
    )
    func shipped() throws {
        let counts = try RecognitionErrorFile(Checkout.grammars + "/hearing.json").counts(
            toAnswer: .sloan)
        let model = RecognitionErrorModel(counts)
        let misheard = model.bands.map { $0.relativeRisk * model.misheard }
        #expect(misheard.count == 10)
        #expect(misheard[9] < 0.03)
    }

    @Test("a hearing of other letters than those shown is refused")
    func otherLetters() throws {
        let directions = Checkout.grammars + "/hearing-directions.json"
        let letters = Checkout.grammars + "/hearing.json"
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
    }

    @Test("a pipe with a hearing file is read once")
    func pipe() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let aloud = try RunningAloud(["test", "--answers", "-", "--hearing", pipe])
        aloud.write(Data("stop\n".utf8), ends: true)
        // Opening it waits for the program.
        Thread.detachNewThread {
            let counted = Data(
                #"{"version":1,"listenedFor":"etdrs","right":90,"confusions":{"D as V":2}}"#.utf8)
            try? FileHandle(forWritingAtPath: pipe)?.write(contentsOf: counted)
        }
        let run = try aloud.end()
        #expect(run.status == 0, "\(run.messages)")
    }

    @Test("uncounted letters are reported; a file without most letters is refused")
    func lettersMissing() throws {
        let hotv = try file(#"{"listenedFor":"hotv","right":90,"confusions":{"T as V":2}}"#)
        let ten = try file(#"{"listenedFor":"etdrs","right":90,"confusions":{"D as V":2}}"#)
        for verb in [
            ["simulate", "--runs", "2", "--confusions"], ["test", "--answers", "-", "--hearing"],
        ] {
            let few = try AloudBinary.run(verb + [hotv, "--procedure", "etdrs"], input: "stop\n")
            #expect(few.status == 1 && few.output == "")
            #expect(few.messages.contains("has no counts for C, D, K, N, R, S, Z, most of"))
            let one = try AloudBinary.run(verb + [ten, "--procedure", "hotv"], input: "stop\n")
            #expect(one.messages.contains("has no counts for T, which a test of hotv shows too"))
            let all = try AloudBinary.run(verb + [ten, "--procedure", "etdrs"], input: "stop\n")
            #expect(all.status == 0 && !all.messages.contains("counts nothing"))
        }
    }

    @Test("a hearing file replaces even mishearing")
    func itIsTriedInPlaceOfEvenMishearing() throws {
        let path = try file(#"{"right":87,"confusions":{"D as V":3}}"#)
        let words = ["simulate", "--procedure", "etdrs", "--runs", "4", "--json"]
        let alone = try AloudBinary.run(words + ["--confusions", path]).output
        #expect(alone.split(separator: "\n").count == 2)
        #expect(alone.contains("\"misheard\":0.03333"))
        let both = try AloudBinary.run(words + ["--confusions", path, "--misheard", "1%"]).output
        #expect(both.split(separator: "\n").count == 4)
        let missing = try AloudBinary.run(words + ["--confusions", "/nowhere.json"])
        #expect(missing.status == 1 && missing.messages.contains("'/nowhere.json' cannot be read"))
    }

    @Test("every spoken letter was a possible answer", arguments: LetterChoice.allCases)
    func said(choice: LetterChoice) throws {
        let path = try file(
            """
            {"listenedFor": "\(choice.rawValue)", "letters": 100, "right": 100, "wrong": 0,
             "unclear": 0, "missed": 0, "inserted": 0, "confusions": {}}
            """)
        let counts = try RecognitionErrorFile(path).counts
        let optotypes = choice.pointing ?? (choice == .hotv ? .hotv : .sloan)
        #expect(Set(optotypes.choices).isSubset(of: counts.said(toAnswer: optotypes.choices)))
        let misheard = RecognitionErrorModel(counts, toAnswer: optotypes).misheard
        #expect(misheard > 0.002 && misheard < 0.01)
    }
}

import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud test --procedure", .listening)
struct ProcedureCommandTests {
    @Test(
        "An outside program plays the patient of every procedure",
        arguments: [
            ("etdrs", 0.4, 0.4), ("e-etdrs", 0.4, 0.4), ("near", 0.4, 0.4),
            ("tumbling-e", 0.4, 0.4), ("best-pest", 0.43, 0.4), ("adaptive", 0.35, 0.35),
            ("hotv", 0.4, 0.4), ("landolt", 0.4, 0.4), ("landolt-8", 0.4, 0.4),
        ])
    func outsidePatient(name: String, logMAR: Double, estimate: Double) throws {
        let outcome = try OutsidePatient(readsFrom: 0.4).take(["--procedure", name, "--seed", "3"])
        #expect(outcome.status == 0)
        #expect(outcome.result["complete"] as? Bool == true)
        #expect(outcome.result.part("setup")["procedure"] as? String == name)
        let found = try #require(outcome.result.part("score")["logMAR"] as? Double)
        #expect(abs(found - logMAR) < 0.05)
        let estimated = try #require(outcome.result.part("estimate")["logMAR"] as? Double)
        let interval = try #require(outcome.result.part("estimate")["interval95"] as? [Double])
        #expect(interval.count == 2 && interval[0] < estimated && estimated < interval[1])
        // An eye that reads from 0.4 on has its threshold a little below.
        #expect(interval[0] < 0.4 && interval[1] > 0.3)
        #expect(outcome.result.part("estimate")["flags"] as? [String] == [])
        let letters = outcome.shown.reduce(0) { $0 + ($1["letters"] as? String ?? "").count }
        #expect(outcome.result.part("estimate")["letters"] as? Int == letters)
    }

    @Test(
        "Typed answers are read in the language of the options",
        arguments: [
            ("de", "nächster", "ich sehe nichts"), ("es", "paso", "no veo nada"),
            ("fr", "je passe", "je ne vois rien"), ("hi", "अगला", "कुछ नहीं दिखता"),
        ])
    func typedLanguage(language: String, pass: String, none: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("n, \(pass), k, z, o\n\(none)\n", to: "answers.txt")
        let run = try AloudBinary.run([
            "test", "--language", language, "--chart", "1", "--json", "--answers",
            folder.file("answers.txt"),
        ])
        #expect(run.status == 0, "\(run.messages)")
        // Four of the first line, and nothing of the second one.
        #expect(run.output.contains("\"lettersRight\":4"), "\(run.output)")
    }

    @Test("an unknown language of typed answers is refused") func unknownLanguage() throws {
        let run = try AloudBinary.run(["test", "--language", "xx", "--answers", "/dev/null"])
        #expect(run.status == 1 && run.messages.contains("Use one of en, de, es, fr, hi"))
    }

    @Test("Monoyer's letters are shown by the adaptive test") func monoyer() throws {
        let outcome = try OutsidePatient(readsFrom: 0.4).take([
            "--optotype", "monoyer", "--seed", "3",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.result.part("setup")["procedure"] as? String == "adaptive")
        #expect(outcome.shown.allSatisfy { $0["optotypes"] as? String == "monoyer" })
        let letters = Set(outcome.shown.flatMap { $0["letters"] as? String ?? "" })
        #expect(!letters.subtracting("CDHKNORSVZ").isEmpty && letters.isDisjoint(with: "GJQ"))
        let interval = try #require(outcome.result.part("estimate")["interval95"] as? [Double])
        #expect(interval[0] < 0.4 && interval[1] > 0.3)
    }

    @Test(
        "A test of contrast needs a page, and options that measure it",
        arguments: [
            (["test", "--quantity", "contrast"], "'--display web'"),
            (["test", "--procedure", "mars"], "'--display web'"),
            (
                ["test", "--quantity", "contrast", "--procedure", "etdrs"],
                "Use one that does: contrast, pelli-robson, mars"
            ),
            (["test", "--quantity", "contrast", "--chart", "1"], "'--chart' has no effect"),
            (["demo", "--test", "contrast", "--acuity", "0.2"], "'--acuity' has no effect"),
            (["demo", "--contrast", "1"], "'--contrast' has no effect without"),
        ])
    func contrastNeedsAPage(words: [String], way: String) throws {
        let run = try AloudBinary.run(words)
        #expect(run.status == 64)
        #expect(run.messages.contains(way), "\(run.messages)")
    }

    @Test("The line-by-line chart is the default")
    func usual() throws {
        let outcome = try OutsidePatient(readsFrom: 0.4).take([])
        #expect(outcome.result.part("setup")["procedure"] as? String == "etdrs")
        #expect(outcome.shown.allSatisfy { ($0["letters"] as? String)?.count == 5 })
        #expect(outcome.shown.allSatisfy { $0["sizes"] == nil && $0["optotypes"] == nil })
    }

    @Test("Each test draws fresh letters, and a seed or a chart draws the same again")
    func freshLetters() throws {
        func letters(_ words: [String]) throws -> [String] {
            let run = try AloudBinary.run(
                ["test", "--answers", "-", "--events"] + words, input: "I can't see any\n",
                variables: ["ALOUD_CHART": ""])
            struct Event: Decodable { var letters: String? }
            return try run.lines(Event.self).compactMap(\.letters)
        }
        // Two of them may be alike by chance.
        let fresh = try (0..<4).map { _ in try letters([]) }
        #expect(Set(fresh).count >= 3)
        #expect(try letters(["--seed", "4"]) == letters(["--seed", "4"]))
        #expect(try letters(["--chart", "by-eye"]).first == "NCKZO")
        #expect(try letters(["--chart", "by-eye", "--eye", "left"]).first == "DSRKN")
    }

    @Test(
        "The optotype can be chosen, and an unnamed procedure is named",
        arguments: [
            (["--optotype", "landolt-8"], "adaptive", "landolt-8"),
            (["--optotype", "tumbling-e"], "adaptive", "tumbling-e"),
            (["--procedure", "best-pest", "--optotype", "landolt-8"], "best-pest", "landolt-8"),
            (["--procedure", "near", "--optotype", "landolt"], "near", "landolt"),
            (
                ["--procedure", "adaptive", "--optotype", "tumbling-e", "--letters", "15"],
                "adaptive", "tumbling-e"
            ),
        ])
    func optotypes(words: [String], procedure: String, optotypes: String) throws {
        let outcome = try OutsidePatient(readsFrom: 0.4).take(words + ["--seed", "3"])
        #expect(outcome.status == 0)
        #expect(outcome.result.part("setup")["procedure"] as? String == procedure)
        #expect(
            outcome.result.part("setup")["optotypes"] as? String
                == (procedure == optotypes ? nil : optotypes))
        #expect(outcome.shown.allSatisfy { $0["optotypes"] as? String == optotypes })
        let estimate = try #require(outcome.result.part("estimate")["logMAR"] as? Double)
        #expect(abs(estimate - 0.35) < 0.15)
    }

    @Test("A person who reads little at 4 m continues at 1 m")
    func oneMetre() throws {
        let outcome = try OutsidePatient(readsFrom: 1.3).take(["--one-metre"])
        #expect(outcome.result.part("score")["letterScore"] as? Int == 20)
        #expect(outcome.shown.map { $0["distance"] as? Double } == [nil, 1, 1, 1, 1, 1])
    }

    @Test("The adaptive test ends as configured")
    func ends() throws {
        let patient = OutsidePatient(readsFrom: 0.4)
        let few = try patient.take(["--procedure", "adaptive", "--letters", "20", "--seed", "1"])
        #expect(few.result.part("estimate")["letters"] as? Int == 20)
        #expect(few.result["ended"] as? String == "allLettersShown")
        let narrow = try patient.take(
            ["--procedure", "adaptive", "--interval", "0.2", "--seed", "1"])
        #expect(narrow.result["ended"] as? String == "intervalReached")
        let interval = try #require(narrow.result.part("estimate")["interval95"] as? [Double])
        #expect(interval[1] - interval[0] <= 0.2)
    }

    @Test("Letters of different sizes have their mean as the size shown and reported")
    func meanOfSizes() throws {
        let patient = OutsidePatient(readsFrom: 0.4)
        let outcome = try patient.take(["--procedure", "adaptive", "--seed", "3"])
        let lines = try #require(outcome.result.part("score")["lines"] as? [[String: Any]])
        for events in [outcome.shown, lines] {
            let mixed = events.filter { $0["sizes"] != nil }
            #expect(!mixed.isEmpty)
            for event in mixed {
                let sizes = try #require(event["sizes"] as? [Double])
                let mean = sizes.reduce(0, +) / Double(sizes.count)
                #expect(abs(try #require(event["logMAR"] as? Double) - mean) < 1e-5)
            }
        }
    }

    @Test("Possible mishearing counts less against the eye")
    func hearing() throws {
        let patient = OutsidePatient(readsFrom: 0.4, slips: [5, 6, 7])
        let estimates = try ["0", "2%", "0.1"].map { share in
            let outcome = try patient.take(["--hearing", share])
            return try #require(outcome.result.part("estimate")["logMAR"] as? Double)
        }
        #expect(estimates[0] > estimates[1] + 0.005 && estimates[1] > estimates[2])
    }

    @Test(
        "a spoken test of Monoyer's letters needs no counts of one's own",
        arguments: ["en", "es", "fr"])
    func spokenMonoyer(language: String) throws {
        let folder = try TemporaryFolder()
        let quiet = folder.file("quiet.wav")
        try SoundFile.write([Float](repeating: 0, count: 8000), to: quiet)
        let run = try AloudBinary.run([
            "test", "--events", "--optotype", "monoyer", "--language", language, "--input", quiet,
        ])
        #expect(run.output.contains(#""optotypes":"monoyer""#), "\(run.messages)")
        #expect(run.output.contains(#""name":"measured""#), "\(run.messages)")
    }

    @Test("An evaluation file gives the mishearing")
    func hearingFile() throws {
        let folder = try TemporaryFolder()
        let head = #"{"version":1,"listenedFor":"etdrs","#
        let file = try folder.write(
            head + #""letters":95,"right":86,"confusions":{"D as V":6,"Z as C":3}}"#,
            to: "hearing.json")
        let outcome = try OutsidePatient(readsFrom: 0.4).take(["--hearing", file])
        #expect(outcome.status == 0 && outcome.result.part("estimate")["logMAR"] is Double)

        for (text, part) in [
            ("no json", "is not an evaluation"),
            (head + #""right":1,"confusions":{"DV":1}}"#, "'DV'"),
            (head + #""right":0,"confusions":{}}"#, "counts no letter"),
            (
                head + #""right":9,"confusions":{},"#
                    + #""calibration":{"bins":[{"letters":1,"right":2}]}}"#,
                "'right' is wrong"
            ),
        ] {
            try folder.write(text, to: "hearing.json")
            let run = try AloudBinary.run(["test", "--answers", "-", "--hearing", file])
            #expect(run.status == 1 && run.messages.contains(part))
        }
    }

    @Test(
        "Contradictory options are refused",
        arguments: [
            (["--procedure", "adaptive", "--chart", "1"], "'--chart' has no effect"),
            (["--procedure", "hotv", "--letters", "20"], "'--letters' has no effect"),
            (["--interval", "0.1"], "'--interval' has no effect"),
            (["--procedure", "e-etdrs", "--one-metre"], "'--one-metre' has no effect"),
            (["--one-metre", "--distance", "3m"], "is for a chart read from its top at 4 m"),
            (["--procedure", "etdrs", "--optotype", "landolt"], "Use '--procedure adaptive'"),
            (["--optotype", "landolt-8", "--chart", "1"], "'--procedure adaptive'"),
            (["--procedure", "near", "--start", "20/10"], "is smaller than the last line"),
            (["--procedure", "landolt", "--start", "20/12.5"], "'--procedure landolt', 20/16"),
            (["--hearing", "60%"], "a share from 0% to 50%"),
            (["--distance", "4"], "expected a unit after '4'"),
            (["--distance", "25m"], "expected a distance from 10 cm to 20 m"),
            (["--distance", "4yd"], "expected one of the units m, cm, mm, in, ft"),
            (["--eye", "OX"], "or 'OD', 'OS', 'OU'"),
            (["--procedure", "staircase"], "expected one of 'etdrs', 'e-etdrs'"),
        ])
    func misuse(words: [String], part: String) throws {
        let run = try AloudBinary.run(["test", "--answers", "-"] + words)
        #expect(run.status == 64)
        #expect(run.messages.contains(part), "\(run.messages)")
    }

    @Test(
        "An eye is written as clinicians write it",
        arguments: [
            ("OD", "right"), ("o.s.", "left"), ("BE", "both"), ("OU", "both"), ("Left", "left"),
            ("right", "right"),
        ])
    func eye(text: String, eye: String) throws {
        let run = try AloudBinary.run(
            ["test", "--events", "--answers", "-", "--eye", text, "--distance", "16\""],
            input: "stop\n")
        let result = try TestRun(run.output).result()
        #expect(result.part("setup")["eye"] as? String == eye)
        #expect(result.part("setup")["distance"] as? Double == 0.4064)
    }

    @Test("A test in a terminal is marked as uncalibrated for people and programs")
    func uncalibrated() throws {
        let text = try AloudBinary.run(["test", "--answers", "-"], input: "N C K Z O\nstop\n")
        #expect(text.output.contains("Screen         uncalibrated"))
        #expect(text.messages.hasPrefix("A terminal shows no true letter sizes: the result is"))
        let json = try AloudBinary.run(["test", "--json", "--answers", "-"], input: "stop\n")
        #expect(try TestRun(json.output).result().part("setup")["calibrated"] as? Bool == false)
    }

    @Test("A missing hearing file is named")
    func noHearing() throws {
        let missing = try AloudBinary.run(["test", "--answers", "-", "--hearing", "/no/file"])
        #expect(missing.status == 1 && missing.messages.contains("'/no/file' cannot be read"))
    }

    @Test("Guessing at huge letters withholds the score and gives the reason")
    func withheld() throws {
        let run = try AloudBinary.run(
            [
                "test", "--answers", "-", "--procedure", "adaptive", "--letters", "10", "--seed",
                "3",
            ], input: String(repeating: "h\n", count: 10))
        #expect(run.status == 0)
        #expect(run.output.contains("withheld: the answers are unreliable"))
        #expect(run.output.contains("huge letters were named no better than by guessing"))
    }
}

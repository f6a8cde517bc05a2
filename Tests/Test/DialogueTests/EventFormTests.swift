import Acuity
import Dialogue
import Foundation
import Records
import Testing

/// The events in the form that programs rely on.
@Suite("Events and results as text", .timeLimit(.minutes(1)))
struct EventFormTests {
    @Test("each event has its JSON form") func formOfTheEvents() throws {
        let c = HeardAnswer(.named(.c), heard: "see", confidence: 0.97)
        let shown = Chart(.one).lines[3]
        let expected: [(TestEvent, String)] = [
            (.present(shown), #"{"event":"present","letters":"CZRHS","line":4,"logMAR":0.7}"#),
            (
                .answer(line: 4, position: 0, c, clock: nil),
                #"{"confidence":0.97,"event":"answer","heard":"see","#
                    + #""letter":"C","line":4,"position":0}"#
            ),
            (
                .answer(
                    line: 4, position: 1,
                    HeardAnswer(.missed, heard: "pass", confidence: 0.5, time: 1.5...2.0004),
                    clock: 2.3),
                #"{"clock":2.3,"confidence":0.5,"end":2,"event":"answer","#
                    + #""heard":"pass","letter":null,"line":4,"missed":true,"position":1,"start":1.5}"#
            ),
            (
                .askAgain(line: 4, positions: [3]),
                #"{"event":"askAgain","line":4,"positions":[3]}"#
            ),
            (
                .askAgain(line: 4, positions: [1, 3], unclear: [3]),
                #"{"event":"askAgain","line":4,"positions":[1,3],"unclear":[3]}"#
            ),
            (.line(4, right: 4), #"{"event":"line","line":4,"right":4}"#),
            (
                .correction(line: 4, position: 2),
                #"{"event":"correction","line":4,"position":2}"#
            ),
            (.pause(.silence), #"{"event":"pause","reason":"silence"}"#),
            (.resume, #"{"event":"resume"}"#),
            (.trouble("gone"), #"{"event":"trouble","reason":"gone"}"#),
            (.recovered, #"{"event":"recovered"}"#),
            (.soundMissing("ran over"), #"{"event":"soundMissing","reason":"ran over"}"#),
            (
                .language(.init(language: "en", from: "de", isAccepted: true, by: .voice)),
                #"{"accepted":true,"by":"voice","event":"language","from":"de","language":"en"}"#
            ),
        ]
        for (event, line) in expected { #expect(event.recorded.jsonText == line) }
    }

    /// 33 letters right below one line credited, as in the example of the issue.
    private func example() throws -> ScriptedTest {
        try ScriptedTest(
            [
                "R H S D K", "D O V H R", "C Z R H S", "O N H R C", "D K S N V", "Z S O K -",
                "C K D - -", "S - - - -", "- - - - -",
            ].map(typed), start: "20/160")
    }

    @Test("the result has its JSON form") func formOfTheResult() throws {
        let test = try example()
        let line = try #require(test.events.last).recorded.jsonText
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let setup = try #require(object["setup"] as? [String: Any])
        let score = try #require(object["score"] as? [String: Any])
        #expect(object["event"] as? String == "result" && setup["eye"] as? String == "right")
        #expect(score["logMAR"] as? Double == 0.34 && score["letterScore"] as? Int == 68)
        #expect(score["snellen"] as? String == "20/40" && object["complete"] as? Bool == true)
        #expect(score["notation"] as? String == "20/40 -2" && line.contains("\"logMAR\":0.34,"))
        #expect(score["snellenMetres"] as? String == "6/12")
        #expect(score["lettersCredited"] as? Int == 5)
        #expect(object["ended"] as? String == "stopRuleMet")
        let lines = try #require(score["lines"] as? [[String: Any]])
        #expect(lines.map { $0["right"] as? Int } == [5, 5, 5, 5, 5, 4, 3, 1, 0])
    }

    @Test("values that were not measured are null") func whatWasNotMeasuredIsNull() throws {
        let test = try ScriptedTest([])
        let line = try #require(test.events.last).recorded.jsonText
        for part in [
            #""logMAR":null"#, #""letterScore":null"#, #""snellen":null"#, #""lettersRight":0"#,
            #""complete":false"#, #""estimate":null"#, #""seed":null"#,
        ] { #expect(line.contains(part)) }
        #expect(test.report.text.contains("not measured"))
    }

    @Test("a replay reads the printed events") func recordIsReadBackAsItWasWritten() throws {
        for test in [
            try example(), try ScriptedTest([]),
            try ScriptedTest([typed("N C K Z O"), typed("R H S D -"), typed("stop")]),
        ] {
            for event in test.events.map(\.recorded) {
                let read = try JSONDecoder().decode(
                    RecordedEvent.self, from: Data(event.jsonText.utf8))
                #expect(read.jsonText == event.jsonText)
            }
            let record = try JSONDecoder().decode(
                TestRecord.self, from: Data(test.report.jsonText.utf8))
            #expect(record.text == test.report.text)
        }
    }

    @Test("the end of a warm-up has the number of letters understood") func endOfWarmUp() throws {
        let line = #"{"event":"warmUp","step":"end","end":"finished","lettersUnderstood":9}"#
        let event = try JSONDecoder().decode(RecordedEvent.self, from: Data(line.utf8))
        guard case .warmUp(let step) = event else { throw Unexpected() }
        #expect(step.understoodAtEnd == 9)
    }

    private struct Unexpected: Error {}

    @Test("every line is valid JSON") func everyLineIsJSON() throws {
        for line in try example().lines {
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
        }
    }

    @Test(
        "text survives JSON",
        arguments: ["", "a \"b\" \\ c", "line\nend\r\t", "\u{1}\u{1f}\u{7f}", "é 字 👁"])
    func textSurvivesJSON(text: String) throws {
        let line = [text].jsonText
        #expect(!line.contains("\n"))
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String]
        #expect(read == [text])
    }

    @Test("numbers that JSON cannot represent are null")
    func numbersThatJSONCannotWriteAreNull() {
        #expect([rounded(.nan), rounded(-.infinity), rounded(1)].jsonText == "[null,null,1]")
        #expect([rounded(0.12345), rounded(0.1 + 0.2, places: 6)].jsonText == "[0.123,0.3]")
    }

    @Test("the report as text") func textOfTheReport() throws {
        let text = try example().report.text
        #expect(
            text == """
                Right eye, chart 1, at 4 m
                  logMAR         0.34
                  Snellen        20/40, 6/12, decimal 0.50
                  By letters     20/40 -2
                  ETDRS letters  68
                  Estimate       0.31, with 95 % between 0.23 and 0.38, from 45 letters
                  Letters right  33, and 5 credited for larger lines
                  Asked again    0
                  Time           1 s
                  Complete       yes
                Test complete.

                  Line      Shown     Answered  Right
                  20/160    RHSDK     RHSDK     5 of 5
                  20/125    DOVHR     DOVHR     5 of 5
                  20/100    CZRHS     CZRHS     5 of 5
                  20/80     ONHRC     ONHRC     5 of 5
                  20/63     DKSNV     DKSNV     5 of 5
                  20/50     ZSOKN     ZSOK-     4 of 5
                  20/40     CKDNR     CKD--     3 of 5
                  20/32     SRZKD     S----     1 of 5
                  20/25     HZOVC     -----     0 of 5
                """)
    }

    /// Two lines of a chart, and "stop": no more is known than that the acuity is no worse.
    @Test("a stopped test is reported as a bound") func aStoppedTestIsToldAsABound() throws {
        let test = try ScriptedTest([typed("N C K Z O"), typed("R H S D -"), typed("stop")])
        let text = test.report.text
        #expect(text.contains("  Acuity         Not finished: 20/160 or better\n"))
        #expect(text.contains("  logMAR         0.92 or better\n"))
        #expect(text.contains("  Snellen        20/160, 6/48, decimal 0.125 or better\n"))
        #expect(text.contains("  By letters     20/160 -1 or better\n"))
        #expect(!text.contains("ETDRS letters"))
        let json = try #require(test.events.last).recorded.jsonText
        for part in [#""logMAR":0.92"#, #""letterScore":null"#, #""snellen":"20/160""#] {
            #expect(json.contains(part))
        }
        #expect(json.contains(#""orBetter":true"#))
        #expect(try example().report.jsonText.contains(#""orBetter":false"#))
        #expect(try ScriptedTest([]).report.jsonText.contains(#""orBetter":false"#))
    }

    /// The smallest letters that a screen could show were read.
    @Test("a test limited by the screen is reported as a bound")
    func aScreenThatEndsTheTestIsToldAsABound() throws {
        var reading = ChartReading(
            chart: Chart(.one), range: SizeRange(largest: LogMAR(2), smallest: LogMAR(0.7)))
        while let shown = reading.next { try reading.take(shown.letters.map { .named($0) }) }
        let report = TestRecord(
            setup: TestSetup(eye: .right, chart: .one), score: reading.score,
            lettersAskedAgain: 0, duration: .seconds(9), end: .finished(.smallestLineRead))
        #expect(report.headline == "20/100 or better")
        #expect(report.text.contains("  Acuity         20/100 or better\n"))
        #expect(!report.text.contains("ETDRS letters"))
    }

    @Test("prompts name the positions") func promptsNameThePositions() {
        #expect(Prompt.readAgain([1], of: 5).words == "Once more, please: the second letter.")
        #expect(
            Prompt.readAgain([0, 2, 4], of: 5).words
                == "Once more, please: the first, third and fifth letters.")
        #expect(Prompt.readAgain([0, 1, 2, 3, 4], of: 5).words == "Please read the line again.")
        #expect(Prompt.readAgain([0], of: 1).words == "Once more, please.")
    }
}

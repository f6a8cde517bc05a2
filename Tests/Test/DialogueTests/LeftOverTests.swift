import Acuity
import Dialogue
import Records
import Testing

/// Speech after the end of a test in a recording.
@Suite("Letters after a short reading", .timeLimit(.minutes(1)))
struct LeftOverTests {
    /// A script as a recording: every event takes a second.
    private final class RecordedScript: AnswerSource {
        private let script: Script
        init(_ events: [AnswerEvent]) { script = Script(events) }
        var listened: Duration? { .seconds(script.awaited.count) }
        func next(_ awaited: ExpectedAnswer) -> AnswerEvent { script.next(awaited) }
    }

    private func report(_ events: [AnswerEvent], hearsRest: Bool = true) throws -> TestRecord {
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one), procedure: ChartReading(chart: Chart(.one)),
            source: RecordedScript(events), display: Screen(),
            settings: ConductSettings(hearsRest: hearsRest))
        return try conductor.run()
    }

    /// The first line, then the second with an unclear letter, to whose asking the third line is the
    /// reply: the rule ends the test there.
    private static let misread: [AnswerEvent] = [
        spoken("N C K Z O"), .settled, spoken("R H ? D K"), .settled, spoken("D O V H R"), .settled,
    ]

    @Test("reading beyond the end of the test withholds the score")
    func readsOn() throws {
        let rest = [spoken("C Z"), .silence, spoken("R ? H"), spoken("-"), .settled]
        let report = try report(Self.misread + rest)
        #expect(report.end == .finished(.stopRuleMet))
        // The end was reported in the last second.
        #expect(
            report.leftOver
                == SoundLeftOver(answers: 6, heard: .seconds(6), whole: .seconds(12)))
        #expect(report.score.logMAR == nil && report.estimate?.isReliable == false)
        #expect(report.duration == .seconds(6))
        let json = report.jsonText
        for part in [
            #""logMAR":null"#, #""complete":false"#, #""flags":["atFloor","soundLeftOver"]"#,
            #""soundLeftOver":{"answers":6,"heard":6,"seconds":12}"#,
        ] {
            #expect(json.contains(part), "\(json)")
        }
        #expect(report.text.contains("the test heard 6 of 12 s; 6 answers came after it\n"))
        #expect(report.text.contains("No score: the recording continues after the end of"))
    }

    @Test("the end of a misread line may be left: \"I can't see any\"")
    func seesNone() throws {
        #expect(try report(Self.misread + [spoken("--")]).leftOver?.answers == 1)
        // If nothing was asked for again, it is a remark.
        let asRead = [spoken("N C K Z O"), .settled, spoken("--"), .settled]
        #expect(try report(asRead + [spoken("--")]).leftOver == nil)
    }

    @Test("words after the end, or after a stop, do not withhold the score")
    func remarks() throws {
        let rests: [[AnswerEvent]] = [
            [], [spoken("C Z R H stop"), .talk(nil)], [spoken("C ? ? ? ? Z")],
        ]
        for rest in rests {
            let report = try report(Self.misread + rest)
            #expect(report.leftOver == nil && report.score.logMAR != nil)
        }
        let stopped = try report([spoken("N C stop"), spoken("N C K Z O")])
        #expect(stopped.leftOver == nil && stopped.end == .stoppedByPerson)
    }

    @Test("at a microphone nobody waits for letters after the end")
    func live() throws {
        let rest = [spoken("C Z R H S")]
        #expect(try report(Self.misread + rest, hearsRest: false).leftOver == nil)
        #expect(try ScriptedTest(Self.misread + rest).report.leftOver == nil)
    }
}

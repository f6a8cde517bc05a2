import Acuity
import Dialogue
import Records
import Testing

/// Tests whose answers are spoken: an utterance may be a part of a line.
@Suite("A test by voice", .timeLimit(.minutes(1)))
struct SpokenTestTests {
    @Test("single letters complete the line after a quiet second")
    func lettersOneAtATimeCloseTheLineWhenTheySettle() throws {
        let test = try ScriptedTest([
            spoken("N"), spoken("C K"), spoken(""), spoken("Z"), spoken("O"), .idle, .settled,
        ])
        #expect(
            test.story == [
                "present 1", "0N", "1C", "2K", "3Z", "4O", "right 5", "present 2",
                "result answersEnded",
            ])
        #expect(
            test.script.awaited == [
                .answers(5), .answers(4), .answers(2), .answers(2), .answers(1), .correction,
                .correction, .answers(5),
            ])
    }

    @Test("a correction counts until that second is over") func aCorrectionBeforeItSettles() throws
    {
        let test = try ScriptedTest([spoken("N C K Z N"), spoken("no"), spoken("O"), .settled])
        #expect(
            test.story.prefix(9) == [
                "present 1", "0N", "1C", "2K", "3Z", "4N", "correction 4", "4O", "right 5",
            ])
        #expect(
            test.script.awaited.prefix(4) == [
                .answers(5), .correction, .answers(1), .correction,
            ])
    }

    @Test("nothing is asked within a line until there is silence")
    func nothingIsAskedInMidLineUntilSilence() throws {
        let test = try ScriptedTest([
            spoken("N ?"), spoken("K"), .settled, .silence, spoken("C K Z O"), .settled,
        ])
        #expect(
            test.story.prefix(8) == [
                "present 1", "0N", "ask 1234", "1C", "2K", "3Z", "4O", "right 5",
            ])
    }

    @Test("an unclear position is asked for when the line is complete")
    func anUnclearPlaceIsAskedForWhenTheLineSettles() throws {
        let test = try ScriptedTest([
            spoken("N C ? Z O"), .settled, spoken("?"), .settled, spoken("K"), .settled,
        ])
        #expect(
            test.story.prefix(9) == [
                "present 1", "0N", "1C", "3Z", "4O", "ask 2", "ask 2", "2K", "right 5",
            ])
        #expect(test.report.lettersAskedAgain == 2)
    }

    @Test("a sixth letter opens the line again") func aSixthLetterOpensTheLineAgain() throws {
        let test = try ScriptedTest([
            spoken("N C K Z O"), spoken("O"), .settled, spoken("N C K Z O"), .settled,
        ])
        #expect(test.story[6...7] == ["ask 01234", "0N"])
    }

    @Test("\"again\" is answered at once") func againIsAnsweredAtOnce() throws {
        let test = try ScriptedTest([spoken("N"), spoken("again"), spoken("N C K Z O"), .settled])
        #expect(test.story.prefix(4) == ["present 1", "0N", "ask 01234", "0N"])
    }

    @Test("several silences pause the test") func severalSilencesPauseTheTest() throws {
        let test = try ScriptedTest([
            .silence, .silence, .silence, .silence, .talk(nil), spoken("again"), spoken("go"),
            spoken("N C K Z O"), .settled,
        ])
        #expect(
            test.story.prefix(6) == [
                "present 1", "ask 01234", "ask 01234", "pause silence", "resume", "0N",
            ])
        #expect(test.screen.prompts.contains(.paused(.silence)))
        #expect(Prompt.paused(.silence).words.contains("go on"))
        #expect(test.script.awaited[3] == .resumption)
    }

    @Test("reading on ends an automatic pause")
    func whoReadsOnEndsAPauseThatNobodyAskedFor() throws {
        let silences = Array(repeating: AnswerEvent.silence, count: 3)
        let test = try ScriptedTest(silences + [spoken("N"), spoken("C K Z O"), .settled])
        #expect(
            test.story.prefix(7) == [
                "present 1", "ask 01234", "ask 01234", "pause silence", "resume", "0N", "1C",
            ])
        #expect(test.story.contains("right 5"))
        // Not clearly, or not understood at all.
        for said in [spoken("?"), spoken("N ?"), .maybe(nil)] {
            let test = try ScriptedTest(silences + [said, spoken("C K Z O")])
            #expect(test.story.prefix(5).last == "resume")
        }
        let asked = try ScriptedTest([spoken("wait"), spoken("N C K Z O"), spoken("go")])
        #expect(!asked.story.contains("0N"))
    }

    @Test("letters read before \"again\" are reported as open")
    func whatWasReadBeforeAgainIsToldToBeAskedFor() throws {
        let test = try ScriptedTest([spoken("N C"), spoken("again K"), .silence])
        #expect(test.story.prefix(5) == ["present 1", "0N", "1C", "ask 01234", "0K"])
    }

    @Test("speech between silences keeps the test going")
    func speechBetweenSilencesKeepsTheTestGoing() throws {
        let test = try ScriptedTest(
            [.silence, spoken("N"), .silence, spoken("C K Z O"), .silence],
            settings: ConductSettings(silencesBeforePause: 2))
        #expect(!test.story.contains("pause silence"))
        #expect(test.story.contains("right 5"))
    }

    @Test("a pause holds a complete line open") func aPauseHoldsAFullLineOpen() throws {
        let test = try ScriptedTest([
            spoken("N C K Z N wait"), .settled, .silence, spoken("go no O"), .settled,
        ])
        #expect(
            test.story[5...9] == ["4N", "pause asked", "resume", "correction 4", "4O"])
    }

    @Test("a device may be lost and return") func aDeviceThatComesBack() throws {
        let test = try ScriptedTest([
            spoken("N ? K"), .trouble("The microphone is gone."), .idle, .recovered,
            spoken("C K Z O"), .settled,
            spoken("R H S D K"), .trouble("The microphone is gone."), .recovered, .settled,
        ])
        #expect(
            test.story.prefix(10) == [
                "present 1", "0N", "trouble", "recovered", "ask 1234", "1C", "2K", "3Z", "4O",
                "right 5",
            ])
        #expect(
            test.story.dropFirst(10) == [
                "present 2", "0R", "1H", "2S", "3D", "4K", "trouble", "recovered", "right 5",
                "present 3", "result answersEnded",
            ])
        #expect(test.screen.prompts.contains(.trouble("The microphone is gone.")))
    }

    @Test("after a lost screen the unread places of a line are asked for")
    func reloaded() throws {
        let test = try ScriptedTest([
            .trouble("The screen is not connected."), .recovered, spoken("N C K Z O"), .settled,
            spoken("R wait"), .trouble("The screen is not connected."), .recovered, spoken("go"),
            .silence, spoken("H S D K"), .settled,
        ])
        #expect(
            test.story == [
                "present 1", "trouble", "recovered", "ask 01234", "0N", "1C", "2K", "3Z", "4O",
                "right 5", "present 2", "0R", "pause asked", "trouble", "recovered", "resume",
                "ask 1234", "1H", "2S", "3D", "4K", "right 5", "present 3",
                "result answersEnded",
            ])
        #expect(test.report.lettersAskedAgain == 0)
        var reader = EventReader()
        for event in test.events.dropLast() { _ = try reader.read(event.recorded.jsonText) }
        #expect(reader.lettersAskedAgain == 0)
        // The prompt and the places are those of a line that is new.
        let first = test.screen.views.prefix { $0.presentation?.line == 1 }
        #expect(first.map(\.prompt).filter { $0 != .read && $0 != .lineFinished }.count == 1)
        #expect(test.screen.views.allSatisfy { !$0.places.contains(.asked) })
    }

    @Test("the display knows the size of the letters that were read last")
    func lastRead() throws {
        let test = try ScriptedTest([
            spoken("N C K Z O"), .settled, spoken("C C C D K"), .settled, .settled,
        ])
        let sizes = Dictionary(
            test.screen.views.compactMap { view in
                view.presentation.map { ($0.line, view.lastRead) }
            }, uniquingKeysWith: { $1 })
        #expect(sizes[1] == .some(nil))
        #expect(sizes[2] == Chart(.one).lines[0].size)
        // Two of five letters of the second line are right.
        #expect(sizes[3] == Chart(.one).lines[0].size)
    }

    @Test("lost sound is counted and reported") func soundThatIsLostIsCountedAndReported() throws {
        let whole = try ScriptedTest([spoken("N C K Z O"), .settled])
        #expect(!whole.report.text.contains("Sound lost"))
        #expect(whole.report.jsonText.contains(#""soundsMissing":0"#))
        let test = try ScriptedTest([
            spoken("N C"), .soundMissing("ran over"), .soundMissing("ran over"),
            spoken("K Z O"), .settled,
        ])
        #expect(test.story.filter { $0 == "sound missing" }.count == 2)
        #expect(test.story.contains("right 5"))
        #expect(test.report.text.contains("Sound lost     2 times\n"))
        #expect(test.report.jsonText.contains(#""soundsMissing":2"#))
    }

    @Test("a letter that is never understood is left open, and its report is withdrawn")
    func leftOpen() throws {
        // Two letters where one is asked for: neither is sure, although the first was reported.
        let unclear = Array(repeating: [spoken("N"), spoken("O"), .silence], count: 4).flatMap {
            $0
        }
        let test = try ScriptedTest([spoken("? C K Z O"), .silence] + unclear)
        let told = test.events.filter { event in
            switch event {
            case .askAgain, .correction, .line: true
            default: false
            }
        }
        #expect(
            told == [Asking.again, .again, .alone, .codeWord].map {
                .askAgain(line: 1, positions: [0], unclear: [0], by: $0)
            }
                + [.correction(line: 1, position: 0), .line(1, right: 4)])
        #expect(test.report.score.lines.first?.answers[0] == Answer(nil, unclearBefore: 4))
    }

    @Test("nothing is asked while no one can be heard") func nothingIsAskedWhileNobodyCanBeHeard()
        throws
    {
        let test = try ScriptedTest([
            spoken("N wait"), .trouble("Gone."), .silence, .silence, .silence, .recovered,
            spoken("go"), .trouble("Gone."), .silence, .silence, .silence, .recovered,
        ])
        #expect(
            test.story == [
                "present 1", "0N", "pause asked", "trouble", "recovered", "resume", "trouble",
                "recovered", "ask 1234", "result answersEnded",
            ])
    }

    @Test("silence after a complete line closes it") func silenceAfterAFullLineClosesIt() throws {
        let test = try ScriptedTest(
            [spoken("N C K Z O"), .silence], settings: ConductSettings(silencesBeforePause: 1))
        #expect(test.story.contains("right 5") && !test.story.contains("pause silence"))
    }

    @Test("the end of a recording counts a complete line")
    func theEndOfARecordingCountsALineReadWhole() throws {
        #expect(try ScriptedTest([spoken("N C K Z O")]).report.score.lettersRight == 5)
        #expect(try ScriptedTest([spoken("N C ? Z O")]).report.score.logMAR == nil)
        #expect(try ScriptedTest([spoken("N C K Z O no")]).report.score.logMAR == nil)
    }

    private final class Broken: AnswerSource {
        struct Failure: Error, CustomStringConvertible { let description = "the decoder failed" }
        private var answers = [typed("N C K Z O")]
        func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
            guard !answers.isEmpty else { throw Failure() }
            return answers.removeFirst()
        }
    }

    @Test("a source that fails loses no answer") func aSourceThatFailsLosesNothing() throws {
        var conductor = TestConductor(
            setup: TestSetup(eye: .left), procedure: ChartReading(chart: Chart(.one)),
            source: Broken(), display: Screen())
        let report = try conductor.run()
        #expect(report.end == .failed("the decoder failed"))
        #expect(report.score.logMAR == LogMAR(1))
    }
}

import Acuity
import Dialogue
import Foundation
import PhoneticMapping
import Platform
import Records
import Testing

/// Tests whose answers are typed: one line is the whole answer to an asking.
@Suite("A typed test", .timeLimit(.minutes(1)))
struct TypedTestTests {
    /// Chart 1 is NCKZO RHSDK DOVHR CZRHS ONHRC ... from the top.
    @Test("lines and askings alternate") func linesAndAskings() throws {
        let test = try ScriptedTest([
            typed("N C K Z O"), typed("R H ? D K"), typed("S"), typed("? -"), typed(""),
            typed("D O V H R"), typed("Q - X W -"),
        ])
        #expect(
            test.story == [
                "present 1", "0N", "1C", "2K", "3Z", "4O", "right 5",
                "present 2", "0R", "1H", "3D", "4K", "ask 2", "2S", "right 5",
                "present 3", "ask 01234", "ask 01234", "0D", "1O", "2V", "3H", "4R", "right 5",
                "present 4", "0Q", "1-", "2X", "3W", "4-", "right 0", "result stopRuleMet",
            ])
        #expect(test.report.lettersAskedAgain == 11)
        #expect(test.report.score.logMAR == LogMAR(0.8) && test.report.isComplete)
    }

    /// Fresh letters take the place of a line that is never understood; without them there is no
    /// score.
    @Test("a line never understood is replaced; without answers, no score is given")
    func aLineThatIsNeverUnderstood() throws {
        let lines = Chart(.one).lines.map {
            typed($0.letters.map(\.description).joined(separator: " "))
        }
        let readings = LineReading.mostRequests(letters: 5) + 1
        let unclear = Array(repeating: typed("? ? ? ? ?"), count: readings)
        let replaced = try ScriptedTest(
            lines[..<8] + unclear + Array(repeating: typed("-"), count: 5))
        #expect(replaced.report.isComplete && replaced.report.withheld == nil)
        #expect(replaced.report.score.logMAR == LogMAR(0.3))
        #expect(replaced.report.text.contains("  fresh     "))
        let test = try ScriptedTest(lines[..<8] + unclear)
        #expect(!test.report.isComplete && test.report.score.logMAR == nil)
        #expect(test.report.withheld == .notHeardWellEnough)
        #expect(test.report.whyNotMeasured == "withheld: not heard well enough")
        #expect(test.report.text.contains("Acuity         withheld: not heard well enough\n"))
        #expect(test.report.text.contains("Estimate       better than"))
        #expect(test.report.outcome?.hasPrefix("not heard well enough: better than") == true)
        #expect(test.report.jsonText.contains(#""withheld":"notHeardWellEnough""#))
        let read = try JSONDecoder().decode(
            TestRecord.self, from: Data(test.report.jsonText.utf8))
        #expect(read.withheld == .notHeardWellEnough && read.score.logMAR == nil)
    }

    @Test("a person who reads nothing is scored as worse than the top line")
    func whoReadsNothingSeesWorseThanTheTopLine() throws {
        let test = try ScriptedTest([typed("- - - - -")])
        #expect(test.report.text.contains("worse than 20/200, the largest letters shown"))
        #expect(test.report.estimate?.flags == [.atFloor])
    }

    @Test("letters read again at once count as asked again")
    func whatIsReadAgainAtOnceCountsAsAskedAgain() throws {
        let test = try ScriptedTest([typed("N C again N C K Z O")])
        #expect(
            test.story.prefix(7) == ["present 1", "ask 01234", "0N", "1C", "2K", "3Z", "4O"])
        #expect(test.report.lettersAskedAgain == 5)
    }

    @Test("every line of text gets one reaction") func everyLineOfTextGetsOneReaction() throws {
        let other = try ScriptedTest([
            typed("N C again"), typed("no"), typed("N C K Z O"),
        ])
        #expect(
            other.story.prefix(9) == [
                "present 1", "ask 01234", "ask 01234", "0N", "1C", "2K", "3Z", "4O", "right 5",
            ])
        let test = try ScriptedTest([
            typed("again"), typed("no N"), typed("N C K Z N no"), typed("O"),
        ])
        #expect(
            test.story == [
                "present 1", "ask 01234", "ask 01234",
                "0N", "1C", "2K", "3Z", "4N", "ask 4", "4O", "right 5", "present 2",
                "result answersEnded",
            ])
    }

    @Test("a corrected position is reported twice") func aMendedPositionIsToldTwice() throws {
        let test = try ScriptedTest([typed("N C K N no Z O")])
        #expect(
            test.story.prefix(9) == [
                "present 1", "0N", "1C", "2K", "3N", "correction 3", "3Z", "4O", "right 5",
            ])
    }

    @Test("a correction does not reach the line before") func aCorrectionDoesNotReachTheLineBefore()
        throws
    {
        let test = try ScriptedTest([typed("N C K Z N"), typed("no O"), typed("R H S D K")])
        #expect(
            test.story.dropFirst(6) == [
                "right 4", "present 2", "ask 01234", "0R", "1H", "2S", "3D", "4K", "right 5",
                "present 3", "result answersEnded",
            ])
    }

    @Test("a pause ends with \"go on\"") func pauseAndResume() throws {
        let test = try ScriptedTest([
            typed("N C wait"), typed("R H S D K"), typed(""), typed("again"), typed("go"),
            typed("K Z O"),
        ])
        #expect(
            test.story.prefix(10) == [
                "present 1", "0N", "1C", "pause asked", "resume", "ask 234", "2K", "3Z", "4O",
                "right 5",
            ])
        #expect(test.script.awaited[1] == .resumption)
        #expect(test.screen.prompts.contains(.paused(.asked)))
    }

    /// A person who says stop means it, in a pause too, whoever paused the test.
    @Test("\"stop\" ends a paused test") func stopEndsAPausedTest() throws {
        let asked = try ScriptedTest([typed("N C K Z O"), typed("R wait"), typed("H stop")])
        #expect(
            asked.story.suffix(4) == ["present 2", "0R", "pause asked", "result stoppedByPerson"])
        #expect(asked.report.score.lettersRight == 5)

        let full = try ScriptedTest([typed("N C K Z O wait"), typed("stop")])
        #expect(full.report.score.lettersRight == 5)

        let silent = try ScriptedTest([.silence, .silence, .silence, spoken("stop")])
        #expect(silent.story.suffix(2) == ["pause silence", "result stoppedByPerson"])
    }

    @Test("\"stop\" reports the complete lines") func stopReportsWholeLines() throws {
        let midLine = try ScriptedTest([typed("N C K Z O"), typed("R H stop")])
        #expect(midLine.report.end == .stoppedByPerson && !midLine.report.isComplete)
        #expect(midLine.report.score.logMAR == LogMAR(1))
        #expect(midLine.report.score.lettersRight == 5)

        let afterLine = try ScriptedTest([typed("N C K Z O stop")])
        #expect(afterLine.report.score.lettersRight == 5)
        #expect(afterLine.report.end == .stoppedByPerson)

        let atOnce = try ScriptedTest([typed("stop")])
        #expect(atOnce.report.score.logMAR == nil)
        #expect(atOnce.story == ["present 1", "result stoppedByPerson"])
    }

    @Test("\"stop\" after the last line stops nothing") func stopAfterTheLastLineIsNoStop() throws {
        let test = try ScriptedTest([typed("- - - - - stop")])
        #expect(test.report.end == .finished(.stopRuleMet) && test.report.isComplete)
    }

    @Test("a stop from outside reports the measurement so far")
    func theStopFromOutsideReportsWhatWasMeasured() throws {
        let stop = StopRequest()
        stop.request()
        let test = try ScriptedTest([typed("N C K Z O")], stop: stop)
        #expect(test.report.end == .stoppedFromOutside)
        #expect(test.story == ["present 1", "result stoppedFromOutside"])
        #expect(test.report.score.logMAR == nil)
    }

    @Test("feedback is given only on request") func feedbackOnlyIfAskedFor() throws {
        let silent = try ScriptedTest([typed("N C K Z Q")])
        #expect(silent.screen.views.allSatisfy { $0.feedback == nil })
        let telling = try ScriptedTest(
            [typed("N C K Z Q")], settings: ConductSettings(showsRightAndWrong: true))
        #expect(telling.screen.views.compactMap(\.feedback) == [[true, true, true, true, false]])
    }

    /// Five lines leave the letters of a line open, and two such lines end any test.
    @Test(
        "A program that never answers ends the test as not understood",
        arguments: [[""], ["again"], ["go"], ["up"], ["", "again", "up", "N C again"]])
    func nothingForEver(texts: [String]) throws {
        let lines = (0..<200).map { index in
            let text = texts[index % texts.count]
            return text == "up"
                ? .utterance(Utterance([SpokenAnswer(.direction(.up))], isFinal: true))
                : typed(text)
        }
        let test = try ScriptedTest(lines)
        // A line, and five fresh letters.
        let most =
            LineReading.mostRequests(letters: 5) + 1
            + 5 * (LineReading.mostRequests(letters: 1) + 1)
        #expect(test.script.awaited.count <= most)
        #expect(test.report.end == .finished(.notUnderstood))
        #expect(test.story.count { $0.hasPrefix("present") } == 6)
        #expect(test.story.count { $0 == "right 0" } == 6)
        #expect(test.report.score.logMAR == nil)
    }

    @Test("Lines without an answer count only for the letters they reply to")
    func nothingForSome() throws {
        let nothing = Array(repeating: typed(""), count: 2)
        let understood = try ScriptedTest(
            nothing + [typed("N C K Z O"), typed(""), typed("R H S")] + [typed("D K")])
        #expect(understood.story.filter { $0.hasPrefix("right") } == ["right 5", "right 5"])
        let answers = understood.report.score.lines.flatMap(\.answers)
        #expect(answers.allSatisfy { $0.unclearBefore == 0 })

        let left = try ScriptedTest(
            [typed("N C ? ? ?"), typed("? ? ?")]
                + Array(repeating: typed(""), count: 7))
        #expect(left.story.suffix(2) == ["present 1", "result answersEnded"])
        #expect(
            left.report.score.lines.first?.responses == [.named(.n), .named(.c), nil, nil, nil])
    }

    @Test("\"No\" after \"no\" ends the test")
    func noForEver() throws {
        let test = try ScriptedTest(
            [typed("N C K Z")] + Array(repeating: typed("no"), count: 200))
        #expect(test.report.end == .finished(.notUnderstood))
    }

    @Test("A correction of an earlier answer counts as an answer")
    func mendedForLong() throws {
        let mends = (0..<2).map { typed($0.isMultiple(of: 2) ? "no R" : "no Z") }
        let test = try ScriptedTest([typed("N C K Z")] + mends + [typed("O")])
        #expect(test.story.contains("right 5"))
    }

    @Test("Lines without an answer are allowed in a pause, but not endlessly")
    func nothingInAPause() throws {
        let some = Array(repeating: typed(""), count: 20)
        let resumed = try ScriptedTest([typed("wait")] + some + [typed("go"), typed("N C K Z O")])
        #expect(resumed.story.contains("right 5"))
        let test = try ScriptedTest([typed("wait")] + Array(repeating: typed(""), count: 200))
        #expect(test.report.end == .failed("100 lines of text in a row had no answer."))
    }
}

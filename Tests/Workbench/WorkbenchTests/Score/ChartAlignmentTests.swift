import Acuity
import PhoneticMapping
import Recognition
import Testing

@testable import ChartScoring

/// The alignment of whole readings to a chart.
@Suite(.timeLimit(.minutes(1))) struct ChartAlignmentTests {
    private static let chart = Chart(.one)

    /// Answers to a script: letters, "?", "-" (can't see it), "=" (can't see any), "!" (a correction
    /// follows), and "|" for a pause of two seconds.
    private static func heard(_ script: String) -> HeardChart {
        var time = 1.0
        var answers: [HeardChart.TimedAnswer] = []
        for character in script where character != " " {
            if character == "|" {
                time += 2
                continue
            }
            let said =
                switch character {
                case "-": "cannotSee"
                case "=": "cannotSeeAny"
                case "!": "correction"
                default: String(character)
                }
            answers.append(
                HeardChart.TimedAnswer(
                    said: said, heard: said, confidence: 0.98, presence: 0.98,
                    letters: said.count == 1 && said != "?" ? [said: 0.97] : [:], start: time,
                    end: time + 0.4))
            time += 0.7
        }
        return HeardChart(answers: answers, speech: [], duration: time + 1, missing: nil)
    }

    private static func read(_ script: String) -> ReadChart {
        ReadChart(heard(script), chart: chart, counting: .last)
    }

    @Test("letters read in order keep their places")
    func inOrder() {
        let read = Self.read("NCKZO RHSDK DOVHR CZRHS")
        #expect(read.count(.right) == 20 && read.extras.isEmpty && read.changed == 0)
        #expect(read.count(.unread) == 50)
    }

    @Test("a misread line keeps its place")
    func misreadLine() {
        let read = Self.read("NCKZO RHSDK DOVHR CZRHS HNRSD DKHNV")
        #expect(read.lines[4].map(\.outcome) == [.wrong, .right, .wrong, .wrong, .wrong])
        #expect(read.lines[5].map(\.named) == [.d, .k, .h, .n, .v])
        #expect(read.extras.isEmpty && read.changed == 0)
    }

    @Test("a silent letter is missed, and the rest keeps its place")
    func leftOut() {
        let read = Self.read("NCKZO RHDK DOVHR")
        #expect(read.lines[1].map(\.outcome) == [.right, .right, .missed, .right, .right])
        #expect(read.count(.right) == 14)
    }

    @Test("a letter heard twice is extra or repeated, and moves nothing")
    func heardTwice() {
        let read = Self.read("NCKZO RHHSDK DOVHR")
        #expect(read.count(.right) == 15 && read.count(.missed) == 0)
    }

    @Test("the last reading of a repeated line counts")
    func readAgain() {
        let read = Self.read("NCKZO RHSDK DOVHR CZRNS | CZRHS ONHRC")
        #expect(read.count(.right) == 25 && read.changed == 1)
        #expect(read.lines[3][3].readings == ["N", "H"])
        let first = ReadChart(
            Self.heard("NCKZO RHSDK DOVHR CZRNS | CZRHS ONHRC"), chart: Self.chart,
            counting: .first)
        #expect(first.count(.right) == 24)
    }

    @Test("a corrected letter replaces the one before")
    func corrected() {
        let read = Self.read("NCKZO RHSDK DOVNR CZ R N ! H S")
        #expect(read.lines[3].map(\.outcome) == Array(repeating: .right, count: 5))
    }

    @Test("a reading may begin below the top and end within a line")
    func beginsBelow() {
        let read = Self.read("CZRHS ONHRC DKSNV ZS")
        #expect(read.lines[2].allSatisfy { $0.outcome == .unread })
        #expect(
            read.count(.right) == 17
                && read.lines[6].map(\.outcome).suffix(3).allSatisfy { $0 == .missed })
    }

    @Test("'can't see it' is one letter, 'can't see any' the rest of a line")
    func cannotSee() {
        let read = Self.read("NCKZO RH-DK DO= CZ-HS =")
        #expect(read.lines[1].map(\.outcome) == [.right, .right, .missed, .right, .right])
        #expect(read.lines[2].map(\.outcome) == [.right, .right, .missed, .missed, .missed])
        #expect(read.lines[3].map(\.outcome) == [.right, .right, .missed, .right, .right])
        #expect(read.lines[4].allSatisfy { $0.outcome == .missed })
    }

    @Test("an unclear letter is unclear at its place")
    func unclear() {
        let read = Self.read("NCKZO RH?DK DOVHR")
        #expect(read.lines[1][2].outcome == .unclear && read.count(.right) == 14)
    }

    @Test("speech instead of a missing letter makes it unclear, with that sound")
    func speechInGap() {
        var heard = Self.heard("NCKZO RH|DK DOVHR")
        let gap = heard.answers[6].end...heard.answers[7].start
        heard.speech = [[gap.lowerBound + 0.5, gap.lowerBound + 0.9]]
        let read = ReadChart(heard, chart: Self.chart, counting: .last)
        #expect(read.lines[1][2].outcome == .unclear)
        #expect(read.lines[1][2].time == gap.lowerBound + 0.5...gap.lowerBound + 0.9)
    }

    @Test("speech that is recognised at one moment lasts longer: alone, the whole stretch")
    func momentOfSpeech() {
        var alone = UtteranceHypothesis(talk: [2.5...2.5], silence: 0)
        alone.stretch = 2.3...2.7
        let answer = SpokenAnswer(.letter(.k), heard: "kay", confidence: 1, time: 4...4.4)
        let together = UtteranceHypothesis(answers: [answer], talk: [4.6...4.6], silence: 0)
        let heard = HeardChart(
            HeardRecording(
                name: "a", duration: 16, utterances: [alone, together], skipped: [5.5...15]),
            at: AcceptanceThresholds(), offset: 10)
        #expect(heard.answers.map(\.said) == ["K"])
        #expect(
            heard.speech.map { $0.map { ($0 * 100).rounded() / 100 } } == [
                [12.3, 12.7], [12.35, 12.65], [14.45, 14.75], [15.5, 25],
            ])
    }

    @Test("a reading of another chart is detected")
    func otherChart() {
        let read = Self.read("DSRKN CKZOH ONRKD KZVDC VSHZO")
        #expect(read.betterFit == .chart(.two))
        #expect(Self.read("NCKZO RHSDK DOVHR").betterFit == nil)
    }

    @Test("lines read from right to left are detected")
    func rightToLeft() {
        #expect(Self.read("OZKCN KDSHR RHVOD").betterFit == .rightToLeft)
    }

    @Test("the printed chart that fits best is found, if enough of it was read")
    func bestChart() {
        let long = ReadChart.ofBestChart(Self.heard("DSRKN CKZOH ONRKD"), counting: .last)
        #expect(long.name == .two && long.isSure && long.read.count(.right) == 15)
        let short = ReadChart.ofBestChart(Self.heard("ZZ"), counting: .last)
        #expect(!short.isSure)
    }

    @Test("a printed chart that is not named is found from right to left, too")
    func reversedChart() {
        let best = ReadChart.ofBestChart(Self.heard("NKRSD HOZKC DKRNO"), counting: .last)
        #expect(best.name == .two && best.isSure && best.read.betterFit == .rightToLeft)
    }

    @Test("hearing does not depend on the chart")
    func independent() {
        let heard = Self.heard("NCKZO RHSDK DOVHR")
        for name in [ChartName.one, .two, .refraction] {
            let read = ReadChart(heard, chart: Chart(name), counting: .last)
            let named = read.letters.flatMap(\.readings) + read.extras.map(\.heard)
            #expect(named.sorted() == heard.answers.map(\.said).sorted())
        }
    }
}

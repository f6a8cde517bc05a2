import Acuity
import Contrast
import Foundation
import Testing

@Suite struct ContrastProcedureTests {
    static let choices: [ProcedureChoice] = [
        .contrast, .pelliRobson, .mars, .lowContrast2, .lowContrast1,
    ]

    private func begin(
        _ choice: ProcedureChoice, seed: UInt64 = 1, floor: LogCS = ScreenGrey.faintest
    ) -> any AcuityProcedure {
        var start = ProcedureStart(
            optotypes: choice.optotypes, range: .all, seed: seed, hearing: .exact)
        start.floor = floor
        return choice.begin(start)
    }

    private func read(
        _ procedure: inout any AcuityProcedure, by eye: inout ContrastObserver
    ) throws {
        var shown = 0
        while shown < 200, let next = procedure.next {
            try procedure.take(eye.read(next))
            shown += 1
        }
        #expect(procedure.isDone)
    }

    /// No acuity: nothing that reads one can take a contrast for it.
    @Test(arguments: choices) func neverGivesAnAcuity(choice: ProcedureChoice) throws {
        var procedure = begin(choice)
        if choice.lowContrast == nil {
            var eye = ContrastObserver(threshold: LogCS(1.5), seed: 3)
            try read(&procedure, by: &eye)
        } else {
            var eye = SimulatedObserver(threshold: LogMAR(0.5), seed: 3)
            while let next = procedure.next { try procedure.take(eye.read(next)) }
        }
        #expect(procedure.score.logMAR == nil)
        #expect(choice.quantity == .contrast)
        let result = ContrastResult(of: choice, procedure, hearing: .exact)
        #expect((result.logCS == nil) == (choice.lowContrast != nil))
        #expect((result.lettersRight == nil) == (choice.lowContrast == nil))
    }

    @Test(arguments: [0.6, 1.2, 1.8]) func adaptiveTestFindsTheThreshold(truth: Double) throws {
        var procedure = begin(.contrast)
        var eye = ContrastObserver(threshold: LogCS(truth), seed: 5)
        try read(&procedure, by: &eye)
        let result = ContrastResult(of: .contrast, procedure, hearing: .exact)
        let logCS = try #require(result.logCS)
        #expect(abs(logCS.value - truth) < 0.2)
        let interval = try #require(result.interval95)
        #expect(interval.contains(logCS))
        #expect(result.letters == 30)
        #expect(procedure.read.allSatisfy { $0.presentation.size == ContrastTest.letterSize })
    }

    /// 48 letters right are logCS 2.25; two of three wrong end it after a second try.
    @Test func pelliRobsonCountsLetters() throws {
        var procedure = begin(.pelliRobson)
        var shown = 0
        while let next = procedure.next {
            try procedure.take(next.letters.map { Response.named($0) })
            shown += 1
        }
        #expect(shown == 16)
        let all = ContrastResult(of: .pelliRobson, procedure, hearing: .exact)
        #expect(abs((all.logCS?.value ?? 0) - 2.25) < 1e-9)

        procedure = begin(.pelliRobson)
        while let next = procedure.next {
            let isSeen = (next.contrasts?.letters[0].value ?? 0) < 1.0
            try procedure.take(
                next.letters.map { isSeen ? Response.named($0) : .missed })
        }
        // Seven triplets, 0.00 to 0.90, then the next one twice.
        #expect(procedure.read.count == 9)
        #expect(procedure.score.end == .stopRuleMet)
        let some = ContrastResult(of: .pelliRobson, procedure, hearing: .exact)
        #expect(abs((some.logCS?.value ?? 0) - 0.9) < 1e-9)
    }

    @Test func roundLettersCountForEachOther() throws {
        let shown = Presentation(line: 1, size: ContrastTest.letterSize, letters: [.c, .o, .d])
        let answered = try AnsweredPresentation(
            shown, [Response.named(.o), .named(.c), .named(.o)])
        #expect(answered.judged == [false, false, false])
        #expect(answered.countingRoundLetters.judged == [true, true, false])
    }

    /// The last letter right is the 24th, 0.96.
    @Test func marsCountsItsErrors() throws {
        var procedure = begin(.mars)
        while let next = procedure.next {
            let contrasts = next.contrasts?.letters ?? []
            try procedure.take(
                zip(next.letters, contrasts).map { letter, contrast in
                    let isError = abs(contrast.value - 0.4) < 1e-9
                    return contrast.value < 0.98 && !isError ? Response.named(letter) : .missed
                })
        }
        let result = ContrastResult(of: .mars, procedure, hearing: .exact)
        #expect(abs((result.logCS?.value ?? 0) - (0.96 - 0.04)) < 1e-9)
    }

    /// Each chart is two readings of its last row, which would end it, after the rows before it.
    /// Letters after two errors in succession do not count, and the reading with more letters that
    /// count is taken.
    @Test(
        arguments: [
            ("WWR WWR", nil, 0), ("RWW WWR", 0.04, 1), ("RRW WRR WRR", 0.08, 2),
            ("RRW WRR RWW", 0.12, 3), ("RRW RWW WRR", 0.12, 3), ("RRR WWR WWW", 0.12, 3),
            ("WRR RWW RWW", 0.12, 3),
        ] as [(String, Double?, Int)])
    func marsEndsAtTwoErrors(rows: String, logCS: Double?, right: Int) throws {
        var procedure = begin(.mars)
        for row in rows.split(separator: " ") {
            let next = try #require(procedure.next)
            try procedure.take(
                zip(next.letters, row).map { $1 == "R" ? Response.named($0) : .missed })
        }
        #expect(procedure.score.end == .stopRuleMet && procedure.score.lettersRight == right)
        let result = ContrastResult(of: .mars, procedure, hearing: .exact)
        #expect(result.worseThan == (logCS == nil ? LogCS(0.04) : nil))
        #expect(result.logCS.map { ($0.value * 100).rounded() / 100 } == logCS)
    }

    /// Fewer than three letters right would be less than the first triplet, whose letters are black.
    @Test(arguments: 0...3) func hardlyReadTripletsHaveNoFigure(right: Int) throws {
        var procedure = begin(.pelliRobson)
        while let next = procedure.next {
            let isDarkest = next.contrasts?.letters[0] == LogCS(0)
            try procedure.take(
                next.letters.enumerated().map { place, letter in
                    isDarkest && place < right ? Response.named(letter) : .missed
                })
        }
        #expect(procedure.score.end == .stopRuleMet && procedure.score.lettersRight == right)
        let result = ContrastResult(of: .pelliRobson, procedure, hearing: .exact)
        #expect(result.logCS == (right < 3 ? nil : LogCS(0)))
        #expect(result.worseThan == (right < 3 ? LogCS(0) : nil))
        #expect(right == 3 || result.interval95 == nil)
        #expect(result.headline == (right < 3 ? nil : "logCS 0.00"))
        #expect(result.isReliable && !result.isBound)
        #expect((result.percent == nil) == (right < 3))
    }

    /// The first letter of Mars is 0.04.
    @Test(
        arguments: [(.contrast, 0), (.pelliRobson, 0), (.mars, 0.04)]
            as [(ProcedureChoice, Double)])
    func unreadLettersAreWorseThanTheDarkest(choice: ProcedureChoice, darkest: Double) throws {
        var procedure = begin(choice)
        while let next = procedure.next {
            try procedure.take(next.letters.map { _ in Response.missed })
        }
        let result = ContrastResult(of: choice, procedure, hearing: .exact)
        #expect(result.logCS == nil && result.worseThan == LogCS(darkest))
        let words = "worse than logCS \(LogCS(darkest)), the darkest letters shown"
        #expect(result.words == words)
        #expect(result.whyNot == "W\(words.dropFirst()).")
    }

    /// Two letters of each line are not understood; beyond the limit of fresh letters they stay open.
    @Test func openFaintLettersWithholdTheCount() throws {
        var procedure = begin(.lowContrast2)
        while let next = procedure.next {
            try procedure.take(
                next.letters.enumerated().map { place, letter -> Answer in
                    place < 2 && !next.isFresh ? .unclear : Answer(.named(letter))
                })
        }
        #expect(procedure.score.isComplete)
        #expect(procedure.score.remarks.contains(.lettersLeftOpen))
        let result = ContrastResult(of: .lowContrast2, procedure, hearing: .exact)
        #expect(result.isReliable && result.lettersRight == nil && result.headline == nil)
    }

    /// Two letters of the largest line that fits earn no credit for the lines above it.
    @Test func faintLettersThatNeedLargerLinesHaveNoCount() throws {
        var procedure = ProcedureChoice.lowContrast2.begin(
            ProcedureStart(
                optotypes: .sloan,
                range: SizeRange(largest: LogMAR(0.55), smallest: LogMAR(-0.3)), seed: 1,
                hearing: .exact))
        while let next = procedure.next {
            try procedure.take(
                next.letters.enumerated().map { place, letter -> Response in
                    place < 2 ? .named(letter) : .missed
                })
        }
        #expect(procedure.score.end == .largerLettersNeeded)
        let result = ContrastResult(of: .lowContrast2, procedure, hearing: .exact)
        #expect(result.isReliable && result.lettersRight == nil && result.headline == nil)
    }

    @Test(arguments: choices) func neverPassesTheFloor(choice: ProcedureChoice) throws {
        let floor = LogCS(1.43)
        var procedure = begin(choice, floor: floor)
        guard choice.lowContrast == nil else {
            #expect(procedure.next == nil)
            return
        }
        var eye = ContrastObserver(threshold: LogCS(2.4), lapse: 0, seed: 2)
        try read(&procedure, by: &eye)
        let shown = procedure.read.flatMap { $0.presentation.contrasts?.letters ?? [] }
        #expect(shown.allSatisfy { $0.value <= floor.value + 1e-9 })
        let result = ContrastResult(of: choice, procedure, hearing: .exact)
        #expect(result.isBound)
        #expect(result.headline?.hasSuffix("or better") == true)
    }

    @Test(arguments: choices) func nothingIsShownThatDoesNotFit(choice: ProcedureChoice) {
        let start = ProcedureStart(
            optotypes: .sloan, range: SizeRange(largest: LogMAR(-0.5), smallest: LogMAR(-1)),
            seed: 1, hearing: .exact)
        #expect(choice.begin(start).next == nil)
    }

    /// A test without an answer that was understood has a reason instead of a result.
    @Test func lettersNeverUnderstoodGiveNoResult() throws {
        for choice in [ProcedureChoice.contrast, .pelliRobson, .mars] {
            var procedure = begin(choice)
            var count = 0
            while let next = procedure.next, count < 100 {
                try procedure.take(next.letters.map { _ in Answer.unclear })
                count += 1
            }
            #expect(procedure.score.end == .notUnderstood)
            let result = ContrastResult(of: choice, procedure, hearing: .exact)
            #expect(result.headline == nil)
            #expect(result.whyNot != nil)
        }
    }
}

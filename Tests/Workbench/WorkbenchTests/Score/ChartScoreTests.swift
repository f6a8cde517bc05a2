import Acuity
import Foundation
import Testing

@testable import ChartScoring

/// Scores, tables and the agreement of readers.
@Suite(.timeLimit(.minutes(1))) struct ChartScoreTests {
    private static func recording(
        _ chart: ChartName = .one, distance: Distance = .fourMetres
    ) -> ChartRecording {
        ChartRecording(
            record: "a", person: "a", eye: .right, chartName: chart.rawValue, chart: Chart(chart),
            distance: distance, designed: .fourMetres, stop: .noneRight, file: "a.wav",
            channel: nil, examiner: nil, start: 0, end: nil, line: 2)
    }

    /// A chart whose letters have these outcomes, from the first on; the others are unread.
    private static func score(
        _ outcomes: [ReadLetter.Outcome], distance: Distance = .fourMetres,
        hearing: RecognitionErrorModel = .exact
    ) -> ChartScore {
        let heard = HeardChart(
            answers: Chart(.one).lines.flatMap(\.letters).prefix(outcomes.count).enumerated().map {
                HeardChart.TimedAnswer(
                    said: $1.description, heard: "", confidence: 1, presence: 1,
                    letters: [$1.description: 1], start: Double($0), end: Double($0) + 0.4)
            }, speech: [], duration: 99, missing: nil)
        var read = ReadChart(heard, chart: Chart(.one), counting: .last)
        for (index, outcome) in outcomes.enumerated() {
            read.letters[index].outcome = outcome
            read.letters[index].named =
                outcome == .right
                ? read.letters[index].shown : outcome == .wrong ? .a : nil
        }
        return ChartScore(
            recording(distance: distance), read, duration: 99, missing: nil, hearing: hearing)
    }

    private static let right = Array(repeating: ReadLetter.Outcome.right, count: 5)
    private static let missed = Array(repeating: ReadLetter.Outcome.missed, count: 5)

    @Test("28 letters right and a line without any are 0.54 logMAR")
    func plain() {
        let lines = Array(repeating: Self.right, count: 5).flatMap(\.self)
        let score = Self.score(lines + [.right, .right, .right, .wrong, .wrong] + Self.missed)
        #expect(score.status == .scored && score.worst == LogMAR(hundredths: 54))
        #expect(score.letters == 28...28 && !score.isBound)
    }

    @Test("two unclear letters make a range of two letters")
    func range() {
        let lines = Array(repeating: Self.right, count: 5).flatMap(\.self)
        let score = Self.score(lines + [.right, .right, .unclear, .unclear, .wrong] + Self.missed)
        #expect(score.status == .range && score.letters == 27...29)
        #expect(score.worst == LogMAR(hundredths: 56) && score.best == LogMAR(hundredths: 52))
        #expect(score.logMAR == nil && score.letterScore == nil)
    }

    @Test("letters that may be misheard widen a range, and no score without unclear letters")
    func misheard() throws {
        let lines = Array(repeating: Self.right, count: 5).flatMap(\.self)
        let unclear: [ReadLetter.Outcome] = [.right, .right, .unclear, .wrong, .wrong]
        let hearing = RecognitionErrorModel(misheard: 0.1)
        let score = Self.score(lines + unclear + Self.missed, hearing: hearing)
        let letters = try #require(score.letters)
        #expect(score.status == .range && letters.lowerBound <= 27 && letters.upperBound > 28)
        #expect(score.best == LogMAR(hundredths: 110 - 2 * letters.upperBound))
        #expect(score.worst == LogMAR(hundredths: 110 - 2 * letters.lowerBound))
        let clear: [ReadLetter.Outcome] = [.right, .right, .wrong, .wrong, .wrong]
        #expect(Self.score(lines + clear + Self.missed, hearing: hearing).letters == 27...27)
    }

    @Test("a reading with more unclear letters than understood ones has no score")
    func mostlyUnclear() {
        let unclear = Array(repeating: ReadLetter.Outcome.unclear, count: 15)
        let score = Self.score(Self.right + unclear + Self.missed)
        #expect(score.status == .withheld && score.worst == nil)
        #expect(score.reasons.first?.hasPrefix("15 letters of 25 heard are unclear.") == true)
    }

    @Test("at 1 m the same letters are 0.6 worse")
    func distance() {
        let lines = Array(repeating: Self.right, count: 5).flatMap(\.self) + Self.missed
        let near = Self.score(lines, distance: .oneMetre)
        #expect(near.worst == LogMAR(hundredths: 120))
    }

    @Test("a reading that ends before its rule is a bound")
    func bound() {
        let score = Self.score(Array(repeating: Self.right, count: 5).flatMap(\.self))
        #expect(score.status == .scored && score.isBound && score.letterScore == nil)
    }

    @Test("kappa of Cohen's worked example")
    func kappa() throws {
        // 45 yes-yes, 15 yes-no, 25 no-yes, 15 no-no: kappa = 0.1304.
        let pairs = [("y", "y", 45), ("y", "n", 15), ("n", "y", 25), ("n", "n", 15)]
            .flatMap { first, second, count in
                Array(repeating: (first: first, second: second), count: count)
            }
        let kappa = try #require(ReaderAgreement.kappa(pairs))
        #expect(abs(kappa - 0.1304) < 0.0001)
    }

    @Test("quantiles of the noncentral t agree with scipy's nct")
    func noncentralT() {
        // scipy.stats.nct.ppf([0.025, 0.975], 9, 1.959964 * sqrt(10)), and t.ppf(0.975, 9).
        let tail = NoncentralT(freedom: 9, shift: 1.959964 * 10.0.squareRoot())
        #expect(abs(tail.quantile(0.025) - 3.67830) < 0.001)
        #expect(abs(tail.quantile(0.975) - 12.01951) < 0.001)
        #expect(abs(NoncentralT(freedom: 9, shift: 0).quantile(0.975) - 2.262157) < 0.0001)
    }
}

import Testing

@testable import Acuity

@Suite("Procedures where not every size can be shown", .timeLimit(.minutes(1)))
struct SizeRangeTests {
    private func range(_ largest: Double, _ smallest: Double) -> SizeRange {
        SizeRange(largest: LogMAR(largest), smallest: LogMAR(smallest))
    }

    /// Answers rightly down to a size, and runs the procedure to its end. Returns the sizes in the
    /// order shown.
    private func play(
        _ procedure: inout some AcuityProcedure, readsFrom smallest: Double
    ) throws -> [Double] {
        var sizes: [Double] = []
        while let shown = procedure.next {
            sizes.append(shown.size.value)
            let reads = shown.size.value > smallest - 0.001
            try procedure.take(shown.letters.map { reads ? .named($0) : .missed })
        }
        return sizes
    }

    @Test("A chart ends at the smallest line that can be shown, with a bound")
    func chartAtSmallest() throws {
        var chart = ChartReading(chart: Chart(.one), range: range(1.2, 0.6))
        // A rounding error does not take the last line away.
        #expect(try play(&chart, readsFrom: -1) == [1, 0.9, 0.8, 0.7, 0.6])
        #expect(chart.score.end == .smallestLineRead)
        #expect(chart.score.remarks == [.beyondSmallestLine])
        #expect(chart.score.logMAR == LogMAR(0.6))
        #expect(chart.sizes == LogMAR(0.6)...LogMAR(1))
        #expect(throws: ProcedureError.done) { try chart.take([Response.missed]) }
        #expect(chart.estimate().flags == [.atCeiling])
    }

    @Test("A chart whose letters do not fit has no result, and gives the reason")
    func chartAtLargest() throws {
        // Failing the start line leads to larger ones, which cannot be shown.
        var chart = ChartReading(
            chart: Chart(.one), start: .nearest(to: LogMAR(0.4)), range: range(0.55, -0.3))
        #expect(try play(&chart, readsFrom: 1) == [0.4, 0.5])
        #expect(chart.score.logMAR == nil)
        #expect(chart.score.end == .largerLettersNeeded)
        #expect(chart.score.remarks == [.beyondLargestLine])
        #expect(chart.estimate().flags == [.atFloor])
    }

    @Test("A chart starts at the largest line that fits, and below it on request")
    func start() throws {
        func first(_ range: SizeRange, from start: String) throws -> String? {
            let chart = ChartReading(
                chart: Chart(.one), start: try SnellenLine(named: start), range: range)
            return chart.next.map { SnellenLine.nearest(to: $0.size).feet }
        }
        #expect(try first(range(2, -1), from: "20/200") == "20/200")
        #expect(try first(range(0.75, -1), from: "20/200") == "20/100")
        #expect(try first(range(0.75, -1), from: "20/40") == "20/40")
        #expect(try first(range(1, 0.8), from: "20/40") == nil)
        #expect(try first(range(-1, -2), from: "20/200") == nil)
    }

    @Test("The chart at two distances needs its top line and ends at the smallest")
    func twoDistances() throws {
        let chart = Chart(.one)
        #expect(ChartAtTwoDistances(chart: chart, range: range(0.95, -1)).next == nil)
        var short = ChartAtTwoDistances(chart: chart, range: range(2, 0.8))
        #expect(try play(&short, readsFrom: -1) == [1, 0.9, 0.8])
        #expect(short.score.remarks == [.beyondSmallestLine])
        var poor = ChartAtTwoDistances(chart: chart, range: range(2, 0.8))
        let sizes = try play(&poor, readsFrom: 1.1)
        #expect(sizes.map { ($0 * 10).rounded() } == [10, 16, 15, 14])
        #expect(poor.score.remarks == [.beyondSmallestLine])
    }

    @Test("E-ETDRS screens and measures among the levels that can be shown")
    func eETDRS() throws {
        // 20/400 does not fit, and the strokes of 20/25 and smaller are too fine.
        let range = range(1.15, 0.15)
        for smallest in [0.2, 0.3, 0.6, 1.1] {
            var test = EETDRS(range: range, seed: 3)
            let sizes = try play(&test, readsFrom: smallest)
            #expect(sizes.first == 1.1)
            #expect(sizes.allSatisfy { range.contains(LogMAR($0)) })
            #expect(test.score.logMAR == LogMAR(hundredths: Int((smallest * 100).rounded())))
            #expect((test.score.remarks == [.beyondSmallestLine]) == (smallest == 0.2))
        }
        var blind = EETDRS(range: range, seed: 3)
        #expect(Set(try play(&blind, readsFrom: 9)) == [1.1, 1.0])
        #expect(blind.score.logMAR == nil && blind.score.remarks == [.beyondLargestLine])
        #expect(blind.score.lettersCredited == 0 && blind.estimate().flags == [.atFloor])
    }

    @Test("The near staircases go from the largest line that fits to the smallest")
    func near() throws {
        var all = NearStaircase(range: range(0.65, 0.35), seed: 1)
        #expect(Set(try play(&all, readsFrom: -1)) == [0.6, 0.5, 0.4])
        #expect(all.start.feet == "20/80" && all.score.logMAR == LogMAR(0.4))
        #expect(all.score.remarks == [.beyondSmallestLine])
        #expect(all.sizes == LogMAR(0.4)...LogMAR(0.6))
        var none = NearStaircase(.sixInARow, range: range(0.65, 0.35), seed: 1)
        #expect(try play(&none, readsFrom: 1) == [0.6, 0.6])
        #expect(none.score.remarks == [.beyondLargestLine])
        #expect(NearStaircase(range: range(-0.5, -1), seed: 1).next == nil)
    }

    @Test("HOTV passes levels among those that can be shown")
    func hotv() throws {
        var test = HOTVTest(range: range(0.55, 0.25), seed: 1)
        let sizes = try play(&test, readsFrom: -1)
        #expect(Set(sizes) == [0.5, 0.4, 0.3] && sizes.first == 0.5)
        #expect(test.score.logMAR == LogMAR(0.3))
        #expect(test.score.remarks == [.beyondSmallestLine])
        var blind = HOTVTest(range: range(0.55, 0.25), seed: 1)
        #expect(Set(try play(&blind, readsFrom: 9)) == [0.5])
        #expect(blind.score.logMAR == nil && blind.score.remarks == [.beyondLargestLine])
    }

    @Test("Best PEST and the adaptive test choose within the range, and flag its ends")
    func chosenSizes() throws {
        let range = range(0.8, 0.2)
        for seed in UInt64(0)..<10 {
            for (sees, flag) in [(0.9, EstimateFlag.atFloor), (0.1, .atCeiling)] {
                var pest = BestPEST(range: range, seed: seed)
                var adaptive = AdaptiveTest(range: range, seed: seed)
                let sizes =
                    try play(&pest, readsFrom: sees) + play(&adaptive, readsFrom: sees)
                #expect(sizes.allSatisfy { range.contains(LogMAR($0)) }, "seed \(seed)")
                #expect(pest.estimate().flags == [flag], "seed \(seed)")
                #expect(adaptive.estimate().flags == [flag], "seed \(seed)")
                #expect(
                    pest.score.remarks
                        == [flag == .atFloor ? .beyondLargestLine : .beyondSmallestLine])
            }
        }
        // One size only, and none at all.
        var one = BestPEST(range: self.range(0.5, 0.5), seed: 1)
        #expect(Set(try play(&one, readsFrom: 0)) == [0.5])
        #expect(BestPEST(range: self.range(-1, -2), seed: 1).next == nil)
        #expect(AdaptiveTest(range: self.range(-1, -2), seed: 1).next == nil)
    }

    @Test("If every size can be shown, nothing changes")
    func all() throws {
        var free = ChartReading(chart: Chart(.two))
        var bound = ChartReading(chart: Chart(.two), range: range(2, -1))
        #expect(try play(&free, readsFrom: 0.1) == play(&bound, readsFrom: 0.1))
        #expect(free.score == bound.score && free.sizes == bound.sizes)
    }

    @Test(
        "No size outside the range is shown, even if its ends are not whole hundredths",
        arguments: [(0.533, -0.2), (0.333, -0.2), (1.2, 0.607), (0.405, 0.402), (0.29, 0.29)])
    func oddEnds(largest: Double, smallest: Double) throws {
        let range = range(largest, smallest)
        var shown = 0
        for seed in UInt64(0)..<5 {
            for reads in [9, -9, (largest + smallest) / 2] {
                var pest = BestPEST(range: range, seed: seed)
                var adaptive = AdaptiveTest(range: range, seed: seed)
                var sizes = try play(&pest, readsFrom: reads)
                sizes += try play(&adaptive, readsFrom: reads)
                shown += sizes.count
                let beyond = sizes.filter { !range.contains(LogMAR($0)) }
                #expect(beyond.isEmpty, "\(beyond), seed \(seed), reads from \(reads)")
            }
        }
        #expect(shown >= 5 * 3 * 18)
    }
}

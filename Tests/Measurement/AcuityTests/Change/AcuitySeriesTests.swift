import Foundation
import Testing

@testable import Acuity

@Suite("Changes in a series of tests", .timeLimit(.minutes(1)))
struct AcuitySeriesTests {
    /// Weekly tests of these acuities.
    private func series(
        _ acuities: [Double], deviation: Double = 0.02, condition: EyeCondition = .healthy
    ) -> AcuitySeries {
        AcuitySeries(
            acuities.enumerated().map {
                SeriesTest(acuity: $0.element, deviation: deviation, day: 7 * Double($0.offset))
            }, condition: condition)
    }

    @Test("the limits match the published examples")
    func limits() throws {
        // t 0.04, s 0.02: 0.124 for a pair, 0.101 with a baseline of three. s 0.041: 0.159 and 0.130.
        for (deviation, pair, three) in [(0.02, 0.124, 0.101), (0.041, 0.159, 0.130)] {
            // Tests that differ as much as t says leave the deviation as it is.
            let found = series([0.3, 0.3, 0.3, 0.3], deviation: deviation).findings
            #expect(found[0].state == .first && found[0].limit == nil)
            #expect(abs(try #require(found[1].limit) - pair) < 0.001)
            // Equal tests lower the deviation between tests a little.
            let last = try #require(found[3].limit)
            #expect(last < three && last > three * 0.93, "\(last)")
        }
    }

    @Test("the deviations between tests match the published repeatability")
    func conditions() {
        // CR² / 2 = 1.96² (t² + s²).
        for (condition, repeatability, within) in [
            (EyeCondition.healthy, 0.16, 0.0414), (.drusen, 0.18, 0.04), (.amd, 0.24, 0.04),
            (.lateAMD, 0.34, 0.04),
        ] {
            let variance = repeatability * repeatability / 2 / (1.96 * 1.96)
            let between = (variance - within * within).squareRoot()
            #expect(abs(condition.deviationBetweenTests - between) < 0.003, "\(condition)")
        }
    }

    @Test("a loss is seen once, then confirmed, and stays confirmed")
    func loss() {
        let states = series([0.1, 0.1, 0.1, 0.1, 0.4, 0.4, 0.4, 0.4, 0.4]).findings
        #expect(states.map(\.state).prefix(4) == [.first, .unchanged, .unchanged, .unchanged])
        #expect(states[4].state != .unchanged)
        #expect(states[5...].allSatisfy { $0.state == .confirmed && $0.isWorse })
        #expect(abs((states[6].baseline ?? 0) - 0.1) < 1e-9)
    }

    @Test("a single bad test is not confirmed, and the next test is unchanged")
    func singleTest() {
        let found = series([0.1, 0.12, 0.08, 0.23, 0.1, 0.09]).findings
        #expect(
            found.map(\.state) == [.first, .unchanged, .unchanged, .once, .unchanged, .unchanged])
        #expect(found[3].isWorse)
    }

    @Test("a gain is confirmed as a gain")
    func gain() {
        let found = series([0.5, 0.5, 0.5, 0.2, 0.2]).findings
        #expect(found[4].state == .confirmed && !found[4].isWorse)
    }

    /// The tests with a confirmed change, by side: "-" none, "w" worse, "b" better.
    private func sides(_ series: AcuitySeries) -> String {
        series.findings.map {
            $0.state == .confirmed ? ($0.isWorse ? "w" : "b") : "-"
        }.joined()
    }

    private func tests(_ parts: (count: Int, acuity: Double)...) -> [Double] {
        parts.flatMap { Array(repeating: $0.acuity, count: $0.count) }
    }

    @Test("an eye that recovers in part is still worse than its baseline")
    func partRecovered() {
        let found = series(tests((3, 0), (15, 0.5), (5, 0.14)))
        #expect(!sides(found).contains("b"), "\(sides(found))")
        let last = found.findings[22]
        #expect(last.state == .confirmed && last.isWorse && (last.difference ?? 0) > 0.13)
    }

    @Test(
        "an eye that is back at its baseline is unchanged", arguments: [0.3, -0.3])
    func recovered(change: Double) {
        let found = series(tests((10, 0.3), (12, 0.3 + change), (14, 0.3)))
        #expect(!sides(found).contains(change > 0 ? "b" : "w"), "\(sides(found))")
        // The alarm of the sum ends after a few tests.
        #expect(found.findings[26...].allSatisfy { $0.state == .unchanged }, "\(sides(found))")
    }

    @Test("a change of the second or third test leaves the baseline alone", arguments: [1, 2])
    func earlyChange(first: Int) {
        let found = series(tests((first, 0.5), (3, 0.1), (4, 0.5))).findings
        #expect(found[(first + 1)...].allSatisfy { $0.baseline == 0.5 })
        #expect(found[(first + 1)...(first + 2)].allSatisfy { $0.state == .confirmed })
        #expect(found.allSatisfy { !$0.isWorse })
        #expect(found.suffix(3).allSatisfy { $0.state == .unchanged })
    }

    @Test("a loss after a recovery is confirmed again")
    func secondLoss() {
        let found = series(tests((5, 0.1), (8, 0.4), (10, 0.1), (3, 0.4)))
        #expect(found.findings[22].state == .unchanged)
        #expect(found.findings[23].state == .once)
        #expect(found.findings[24...].allSatisfy { $0.state == .confirmed && $0.isWorse })
    }

    @Test("a confirmed loss stays confirmed while it lasts")
    func lasting() {
        // Around 0.15 worse; each seventh test is within the limit.
        let loss = (0..<35).map { $0 % 7 == 6 ? 0.18 : $0 % 2 == 0 ? 0.27 : 0.23 }
        let found = series(tests((6, 0.1)) + loss)
        #expect(found.findings[8...].allSatisfy { $0.state == .confirmed && $0.isWorse })
    }

    @Test("a change and its figure have the same side", arguments: 1...20 as ClosedRange<UInt64>)
    func sameSide(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var level = 0.3
        let acuities = (0..<80).map { index in
            // The eye changes at random, by up to 0.5, every ten tests.
            if index % 10 == 9 { level = 0.3 + 0.25 * generator.standardNormal() }
            return level + 0.045 * generator.standardNormal()
        }
        for finding in series(acuities).findings where finding.state != .first {
            guard let difference = finding.difference, let limit = finding.limit else { continue }
            if abs(difference) > limit {
                #expect(finding.state != .unchanged && finding.isWorse == (difference > 0))
            } else {
                #expect(finding.state == .unchanged || finding.isSlow)
            }
        }
    }

    @Test("few people who lose 0.3 for ten weeks and recover get a false gain")
    func simulatedRecovery() {
        #expect(shareCalled("b", with: 0.3, in: 10..<20, of: 40, seed: 5) < 0.07)
    }

    @Test("few people who gain at once and return get a false loss")
    func simulatedReturn() {
        #expect(shareCalled("w", with: -0.4, in: 2..<6, of: 12, seed: 6) < 0.07)
    }

    /// The share of 1,000 simulated people with a confirmed change of this side after a change has ended.
    private func shareCalled(
        _ side: Character, with change: Double, in weeks: Range<Int>, of count: Int, seed: UInt64
    ) -> Double {
        var generator = SplitMix64(seed: seed)
        let called = (0..<1_000).count { _ in
            let acuities = (0..<count).map { week in
                (weeks ~= week ? change : 0) + 0.0447 * generator.standardNormal()
            }
            return sides(series(acuities)).dropFirst(weeks.upperBound).contains(side)
        }
        return Double(called) / 1_000
    }

    @Test("an eye that recovers is soon unchanged", arguments: [10..<20, 2..<6])
    func simulatedEnd(weeks: Range<Int>) {
        var generator = SplitMix64(seed: 7)
        var changed = 0
        for _ in 0..<500 {
            let acuities = (0..<40).map { week in
                (weeks ~= week ? 0.3 : 0) + 0.0447 * generator.standardNormal()
            }
            let later = series(acuities).findings.dropFirst(weeks.upperBound + 3)
            changed += later.count { $0.state == .confirmed } * 100 / later.count
        }
        // After two tests alone the baseline itself is uncertain.
        #expect(changed < (weeks.lowerBound < 3 ? 20 : 6) * 500, "\(changed / 500) %")
    }

    @Test("the slope and its interval match the textbook")
    func slope() throws {
        // y = 0.1, 0.2, 0.2, 0.4, 0.4 at 0, 0.5, 1, 1.5 and 2 years: slope 0.16, standard error
        // sqrt(0.008 / 3 / 2.5) = 0.0327, t of 3 degrees of freedom 3.182.
        let tests = zip([0.0, 0.5, 1, 1.5, 2], [0.1, 0.2, 0.2, 0.4, 0.4]).map {
            SeriesTest(acuity: $1, deviation: 0.02, day: $0 * 365.25)
        }
        let slope = try #require(AcuitySeries(tests).slope)
        #expect(abs(slope.perYear - 0.16) < 1e-9)
        #expect(abs(slope.interval95.upperBound - 0.16 - 3.1824 * 0.032_66) < 0.0002)
        #expect(slope.isCertain)
        #expect(AcuitySeries(Array(tests.prefix(4))).slope == nil)
        #expect(series([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).slope == nil)
    }

    @Test("quantiles of Student's t match the tables")
    func quantiles() {
        for (freedom, value) in [(3, 3.1824), (4, 2.7764), (10, 2.2281), (30, 2.0423)] {
            #expect(
                abs(NoncentralT(freedom: Double(freedom), shift: 0).quantile(0.975) - value) < 0.002
                    * value)
        }
    }

    /// The shares over simulated people of 26 weekly tests; the last 16 may be worse.
    private func simulate(
        people: Int, within: Double, loss: Double, seed: UInt64
    ) -> (beyond: Double, confirmed: Double, in3: Double, in6: Double) {
        var generator = SplitMix64(seed: seed)
        let sigma = (0.04 * 0.04 + within * within).squareRoot()
        var (beyond, confirmed, in3, in6) = (0, 0, 0, 0)
        for _ in 0..<people {
            let tests = (0..<26).map { week in
                SeriesTest(
                    acuity: sigma * generator.standardNormal() + (week >= 10 ? loss : 0),
                    deviation: within,
                    day: 7 * Double(week))
            }
            let states = AcuitySeries(tests).findings.map(\.state)
            beyond += states[1...].count { $0 != .unchanged }
            confirmed += states.contains(.confirmed) ? 1 : 0
            in3 += states[10..<13].contains(.confirmed) ? 1 : 0
            in6 += states[10..<16].contains(.confirmed) ? 1 : 0
        }
        let count = Double(people)
        return (
            Double(beyond) / (25 * count), Double(confirmed) / count, Double(in3) / count,
            Double(in6) / count
        )
    }

    @Test(
        "a year of weekly tests alarms few unchanged people, and finds losses",
        arguments: [0.02, 0.03])
    func yearOfTests(within: Double) {
        let unchanged = simulate(people: 4_000, within: within, loss: 0, seed: 1)
        #expect(unchanged.beyond <= 0.06, "\(unchanged)")
        #expect(unchanged.confirmed <= 0.06, "\(unchanged)")
        #expect(simulate(people: 1_000, within: within, loss: 0.1, seed: 2).in6 >= 0.78)
        #expect(simulate(people: 1_000, within: within, loss: 0.2, seed: 3).in3 >= 0.9)
    }
}

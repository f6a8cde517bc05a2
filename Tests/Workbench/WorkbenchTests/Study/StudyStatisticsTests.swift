import Acuity
import RecordStore
import Simulation
import Testing

@testable import Studies

@Suite("Statistics of studies", .timeLimit(.minutes(1)))
struct StudyStatisticsTests {
    @Test("quantiles match the tables")
    func quantiles() {
        // Chi-squared of 1, 10 and 100 degrees of freedom.
        for (share, freedom, value) in [
            (0.95, 1.0, 3.841), (0.025, 10, 3.247), (0.975, 10, 20.483), (0.975, 100, 129.561),
        ] {
            #expect(abs(Distributions.chiSquared(share, freedom: freedom) - value) < 0.001)
        }
        for (share, numerator, denominator, value) in [
            (0.95, 5.0, 10.0, 3.3258), (0.975, 1, 30, 5.5675), (0.975, 60, 60, 1.6668),
        ] {
            #expect(abs(Distributions.f(share, numerator, denominator) - value) < 0.0005)
        }
    }

    @Test("the intraclass correlation matches the example of Shrout and Fleiss")
    func correlation() throws {
        let ratings = [
            [9.0, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7],
        ]
        let icc = try #require(IntraclassCorrelation(ratings))
        #expect(abs(icc.value - 0.2898) < 0.0001)
        #expect(abs(icc.interval.lowerBound - 0.0188) < 0.001)
        #expect(abs(icc.interval.upperBound - 0.7611) < 0.001)
        #expect(IntraclassCorrelation([[1, 1], [2, 2], [3, 3]]) == nil)
    }

    @Test("the intervals hold the true values in about 95 of 100 studies")
    func intervals() throws {
        var generator = SplitMix64(seed: 4)
        var (limit, repeatability, correlation) = (0, 0, 0)
        let studies = 600
        for _ in 0..<studies {
            // A standard deviation of 0.06 between people's two measurements, 0.3 between people.
            let pairs = (0..<25).map { _ in
                let eye = 0.3 * generator.standardNormal()
                return [0.06, 0.06].map { eye + $0 * generator.standardNormal() }
            }
            let differences = pairs.map { $0[0] - $0[1] }
            let deviation = 0.06 * 2.0.squareRoot()
            let limits = try #require(LimitsOfAgreement(differences))
            limit += limits.upperInterval.contains(1.96 * deviation) ? 1 : 0
            let found = try #require(Repeatability(differences, people: 25))
            repeatability += found.interval.contains(1.96 * deviation) ? 1 : 0
            let icc = try #require(IntraclassCorrelation(pairs))
            correlation += icc.interval.contains(0.09 / (0.09 + 0.0036)) ? 1 : 0
        }
        for count in [limit, repeatability, correlation] {
            #expect((0.93...0.97).contains(Double(count) / Double(studies)), "\(count)")
        }
    }

    @Test("two eyes of one person give a wider interval than two people")
    func clustered() throws {
        let differences = (0..<60).map { Double($0 % 7) / 100 }
        let alone = try #require(LimitsOfAgreement(differences))
        let paired = try #require(LimitsOfAgreement(differences, people: 30))
        #expect(paired.mean == alone.mean && paired.upper == alone.upper)
        #expect(paired.upperInterval.upperBound > alone.upperInterval.upperBound + 0.002)
    }

    /// A study of simulated people who are measured twice by a procedure; their thresholds differ
    /// between the visits by a standard deviation of 0.04.
    private func repeatability(of procedure: BenchProcedure, people: Int) throws -> Repeatability {
        let cell = BenchCell(
            procedure: procedure,
            population: ObserverPopulation(
                traits: ObserverTraits(threshold: LogMAR(0), drift: 0.04)),
            hearing: ConfusionMatrix(misheard: 0), assumedHearing: .exact)
        let pairs = try BenchRunner(seed: 1, runs: 2 * people, threads: 2).run(cell).pairs
        let eyes = pairs.indices.map { StudyEye(person: "S\($0)", eye: "right") }
        let first = StudyPlan(
            people: eyes.map { (id: $0.person, group: "") }, other: "chart",
            start: try #require(CalendarDay("2026-01-01"))
        ).visits(seed: 1).map { visit in
            var visit = visit
            let pair = pairs[Int(visit.person.dropFirst()) ?? 0]
            visit.logMAR = visit.visit == 1 ? pair.first.score : pair.second.score
            return visit
        }
        let results = try StudyResults(StudyForm(first), [:])
        return try #require(
            StudySample(entries: results.entries).betweenVisits(aloud: false).repeatability)
    }

    @Test("simulated people have the published repeatability")
    func published() throws {
        // Charts 0.12 to 0.18 (Laidlaw 2008 and others), E-ETDRS 0.16 (Beck 2003), Best PEST 0.15 to
        // 0.17 (FrACT10).
        for (procedure, published) in [
            (BenchProcedure.chart(), 0.12...0.18), (.eETDRS, 0.16...0.16),
            (.bestPEST(), 0.15...0.17),
        ] {
            let found = try repeatability(of: procedure, people: 120)
            #expect(found.interval.overlaps(published), "\(procedure.name): \(found)")
        }
    }
}

import Simulation
import Testing

@testable import Acuity

@Suite("How this person is misheard", .timeLimit(.minutes(1)))
struct PersonalHearingTests {
    @Test("the share of a person follows the letters of the warm-up")
    func share() {
        let model = RecognitionErrorModel(misheard: 0.02)
        func mean(right: Int, wrong: Int) -> Double {
            var person = PersonalHearing()
            for _ in 0..<right { person.hear(.c, for: .c) }
            for _ in 0..<wrong { person.hear(.z, for: .c) }
            let factors = model.of(person).factors
            #expect(abs(factors.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
            return factors.reduce(0) { $0 + $1.factor * $1.weight } * 0.02
        }
        // The mean of the beta posterior is (4 x 0.02 + wrong) / (4 + right + wrong).
        for (right, wrong) in [(9, 1), (8, 2), (6, 4)] {
            let beta = (0.08 + Double(wrong)) / (4 + Double(right + wrong))
            #expect(abs(mean(right: right, wrong: wrong) - beta) < 0.1 * beta)
        }
        // The grid begins at a tenth of the mean, so that one without an error stays near the mean.
        #expect((0.01...0.03).contains(mean(right: 10, wrong: 0)))
        #expect(model.of(PersonalHearing()) == model)
    }

    @Test(
        "a model that mishears most letters has finite factors",
        arguments: [0.45, 0.5, 0.55, 0.8, 0.95])
    func mostlyMisheard(misheard: Double) {
        var person = PersonalHearing()
        for heard in [Letter.c, .z, .z, .n] { person.hear(heard, for: .c) }
        let factors = RecognitionErrorModel(misheard: misheard).of(person).factors
        #expect(abs(factors.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
        #expect(factors.allSatisfy { $0.factor * misheard < 0.9 + 1e-9 })
    }

    @Test("typed answers stay exact")
    func exact() {
        var person = PersonalHearing()
        person.hear(.z, for: .c)
        #expect(RecognitionErrorModel.exact.of(person).factors.map(\.factor) == [1])
    }

    @Test(
        "the interval holds the truth however often the person is misheard",
        arguments: [0, 0.02, 0.05, 0.1, 0.2])
    func coverage(misheard: Double) throws {
        for procedure in [BenchProcedure.chart(), .adaptive(letters: 45)] {
            var cell = BenchCell(
                procedure: procedure, population: ObserverPopulation(),
                hearing: ConfusionMatrix(misheard: misheard),
                assumedHearing: RecognitionErrorModel(misheard: 0.02))
            cell.warmUpLetters = 10
            let result = try BenchRunner(seed: 1, runs: 1_000, threads: 2).run(cell)
            let coverage = try #require(result.statistics(of: .estimate).coverage)
            // 94 %, less two standard errors of 1,000 tests.
            #expect(coverage >= 0.925, "\(procedure.name), \(misheard): \(coverage)")
        }
    }
}

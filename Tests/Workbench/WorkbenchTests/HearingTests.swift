import Acuity
import Testing

@testable import Simulation

@Suite(.timeLimit(.minutes(1))) struct HearingTests {
    @Test("an even matrix spreads the misheard share over the other letters") func anEvenMatrix() {
        let matrix = ConfusionMatrix(misheard: 0.09, unclear: 0.2)
        #expect(abs(matrix.chance(of: .c, whenSaid: .c, among: .sloan) - 0.91) < 1e-12)
        #expect(abs(matrix.chance(of: .d, whenSaid: .c, among: .sloan) - 0.01) < 1e-12)
        #expect(matrix.chance(of: .a, whenSaid: .c, among: .sloan) == 0)
        #expect(abs(matrix.chance(of: .o, whenSaid: .h, among: .hotv) - 0.03) < 1e-12)
        #expect(abs(matrix.misheard() - 0.09) < 1e-12)
        #expect(abs(matrix.unclear() - 0.2) < 1e-12)
        #expect(ConfusionMatrix(misheard: 0).misheard() == 0)
    }

    /// 90 letters that were understood, nine of each: D is heard as V in 2 of them.
    private let counted = ConfusionMatrix(
        ConfusionCounts(right: 85, wrong: [.d: [.v: 2], .c: [.b: 3]]), unclear: 0.1)

    @Test("the counts of an evaluation give the chances of each letter") func countsOfAnEvaluation()
    {
        #expect(abs(counted.chance(of: .v, whenSaid: .d, among: .sloan) - 2.0 / 9) < 1e-12)
        #expect(abs(counted.chance(of: .d, whenSaid: .d, among: .sloan) - 7.0 / 9) < 1e-12)
        #expect(abs(counted.chance(of: .b, whenSaid: .c, among: .sloan) - 3.0 / 9) < 1e-12)
        #expect(counted.chance(of: .k, whenSaid: .k, among: .sloan) == 1)
        #expect(abs(counted.unclear() - 0.1) < 1e-12)
        #expect(abs(counted.misheard() - 5.0 / 90) < 1e-12)
        // A letter that was not counted is heard rightly.
        #expect(counted.chance(of: .t, whenSaid: .t, among: .hotv) == 1)
    }

    @Test("a higher share of wrong letters scales the chances, up to nine in ten")
    func wrongMoreOften() {
        let more = counted.wrong(timesAsOften: 2)
        #expect(abs(more.chance(of: .v, whenSaid: .d, among: .sloan) - 4.0 / 9) < 1e-12)
        #expect(abs(more.chance(of: .b, whenSaid: .c, among: .sloan) - 6.0 / 9) < 1e-12)
        #expect(abs(more.unclear() - 0.1) < 1e-12)
        // Nine times in ten at most, whatever is asked for.
        let most = counted.wrong(timesAsOften: 30)
        #expect(abs(most.chance(of: .c, whenSaid: .c, among: .sloan) - 0.1) < 1e-12)
        #expect(counted.wrong(timesAsOften: 1) == counted)
    }

    @Test("the error model of an estimate matches the confusion matrix")
    func theModelForAnEstimateIsThatOfTheSameHearing() {
        let model = counted.model(among: .sloan)
        #expect(abs(model.misheard - counted.misheard()) < 0.01)
        #expect(model.chance(of: .v, whenSaid: .d) > model.chance(of: .z, whenSaid: .d))
        #expect(model.chance(of: .z, whenSaid: .d) > 0)
        #expect(ConfusionMatrix(misheard: 0).model(among: .sloan) == .exact)
        let even = ConfusionMatrix(misheard: 0.06).model(among: .hotv)
        #expect(abs(even.chance(of: .t, whenSaid: .h) - 0.02) < 1e-12)
    }

    @Test("an ear errs as often as its matrix")
    func anEarHearsAsOftenWrongAsItsMatrixSays() {
        var ear = SimulatedEar(counted, seed: 5)
        let draws = 6000
        var heard: [Letter: Int] = [:]
        var unclear = 0
        for _ in 0..<draws {
            let answer = ear.hear(.named(.d))
            unclear += answer.unclearBefore
            if case .named(let letter) = answer.response { heard[letter, default: 0] += 1 }
        }
        // Four standard deviations of 6,000 draws are 0.022 at most.
        let share = Double(heard[.v] ?? 0) / Double(heard.values.reduce(0, +))
        #expect(abs(share - 2.0 / 9) < 0.022)
        #expect(Set(heard.keys) == [.d, .v])
        // Asked again once in ten sayings, and once in ten of those: 0.1 + 0.01 + 0.001, though
        // the last is not asked.
        #expect(abs(Double(unclear) / Double(draws) - 0.11) < 0.02)
    }

    @Test("confidence has its counted accuracy") func confidenceIsAsItWasCounted() {
        let matrix = ConfusionMatrix(
            ConfusionCounts(
                right: 80, wrong: [.d: [.v: 5]],
                tenths: [.init(letters: 5, right: 1), .init(letters: 80, right: 79)]),
            unclear: 0)
        var ear = SimulatedEar(matrix, seed: 8)
        var low = (right: 0, wrong: 0)
        var all = (right: 0, wrong: 0)
        for _ in 0..<4000 {
            let answer = ear.hear(.named(.d))
            #expect(answer.confidence == 0.25 || answer.confidence == 0.75)
            let isLow = answer.confidence < 0.5
            if answer.isRight(for: .d) {
                all.right += 1
                low.right += isLow ? 1 : 0
            } else {
                all.wrong += 1
                low.wrong += isLow ? 1 : 0
            }
        }
        #expect(abs(Double(low.right) / Double(all.right) - 1.0 / 80) < 0.01)
        #expect(abs(Double(low.wrong) / Double(all.wrong) - 4.0 / 5) < 0.04)
        var plain = SimulatedEar(ConfusionMatrix(misheard: 0.5), seed: 8)
        #expect(plain.hear(.named(.d)).confidence == 1)
    }

    @Test("an unclear answer is not a response") func whatStaysUnclearIsNoResponse() {
        var deaf = SimulatedEar(ConfusionMatrix(misheard: 0, unclear: 1), seed: 1)
        let answer = deaf.hear(.named(.k))
        #expect(answer.response == nil)
        #expect(answer.unclearBefore == SimulatedEar.mostAskings)
        #expect(deaf.hear(.missed) == Answer(.missed))
    }

    @Test("a better ear errs on fewer of the same letters", arguments: [3, 14, 159])
    func aBetterEarErrsOnFewerOfTheSameLetters(seed: UInt64) {
        var good = SimulatedEar(ConfusionMatrix(misheard: 0.05), seed: seed)
        var bad = SimulatedEar(ConfusionMatrix(misheard: 0.2), seed: seed)
        for index in 0..<500 {
            let said = Response.named(Letter.sloan[index % 10])
            let isWrongForGood = good.hear(said).response != said
            let isWrongForBad = bad.hear(said).response != said
            #expect(!isWrongForGood || isWrongForBad, "seed \(seed), letter \(index)")
        }
    }

    @Test("counts are spread over the letters said")
    func saidLetters() {
        let directions = ConfusionMatrix(
            ConfusionCounts(
                right: 180, wrong: [.u: [.d: 5], .d: [.u: 5], .l: [.r: 5], .r: [.l: 5]]),
            unclear: 0)
        #expect(abs(directions.misheard(among: .tumblingE) - 0.1) < 1e-9)
        let hotv = ConfusionCounts(
            right: 360, wrong: [.h: [.o: 10], .o: [.h: 10], .t: [.v: 10], .v: [.t: 10]],
            said: OptotypeSet.hotv.choices)
        #expect(abs(ConfusionMatrix(hotv, unclear: 0).misheard(among: .hotv) - 0.1) < 1e-9)
    }
}

import Acuity
import Testing

@Suite(.timeLimit(.minutes(1))) struct HearingModelTests {
    @Test(
        "even mishearing spreads over all other choices", arguments: [0, 0.02, 0.1],
        [OptotypeSet.sloan, .hotv, .tumblingE])
    func even(misheard: Double, optotypes: OptotypeSet) {
        let model = RecognitionErrorModel(misheard: misheard, among: optotypes.choices)
        #expect(abs(model.misheard - misheard) < 1e-12)
        for said in optotypes.choices {
            #expect(abs(model.chance(of: said, whenSaid: said) - (1 - misheard)) < 1e-12)
            let sum = optotypes.choices.reduce(0) { $0 + model.chance(of: $1, whenSaid: said) }
            #expect(abs(sum - 1) < 1e-12)
        }
        #expect(model.chance(of: .q, whenSaid: optotypes.choices[0]) == 0)
    }

    @Test("counted confusions are likelier") func countedConfusionsAreLikelier() {
        let counts = ConfusionCounts(
            right: 83, wrong: [.d: [.v: 4, .z: 2], .z: [.d: 2], .c: [.b: 1], .a: [.k: 7]])
        #expect(counts.letters == 99)
        let model = RecognitionErrorModel(counts)
        #expect(model.letters == Letter.sloan)
        #expect(model.chance(of: .v, whenSaid: .d) > 10 * model.chance(of: .k, whenSaid: .d))
        // Nothing is impossible for not having been counted.
        for said in Letter.sloan {
            for heard in Letter.sloan { #expect(model.chance(of: heard, whenSaid: said) > 0) }
        }
        // 9 of 92 letters that charts show were misheard.
        #expect(abs(model.misheard - 9.0 / 92) < 0.02)
    }

    @Test("confidence is worth its counted accuracy") func confidenceIsWorthWhatWasCounted() {
        var tenths = (0..<10).map { _ in ConfusionCounts.Tenth(letters: 0, right: 0) }
        tenths[5] = .init(letters: 40, right: 30)
        tenths[9] = .init(letters: 60, right: 60)
        let model = RecognitionErrorModel(
            ConfusionCounts(right: 90, wrong: [.d: [.v: 10]], tenths: tenths))
        #expect(model.bands.map(\.from) == (0..<10).map { Double($0) / 10 })
        let risks = model.bands.map(\.relativeRisk)
        // A quarter of 40 misheard where it is a tenth of all.
        #expect(abs(risks[5] - 2.5) < 0.3 && risks[9] < 0.2)
        // Where nothing was counted, as often as all.
        #expect(abs(risks[0] - 1) < 1e-9)
    }

    @Test("perfect records still allow for mishearing") func perfectRecordsStillAllowForMishearing()
    {
        let model = RecognitionErrorModel(
            ConfusionCounts(right: 100, wrong: [:]), among: [.h, .o, .t, .v])
        #expect(model.misheard > 0 && model.misheard < 0.01)
    }

    /// H, O and V were never misheard, and T was not counted: not as good as never.
    @Test("few letters borrow from all") func fewLettersBorrowFromAll() {
        let counts = ConfusionCounts(right: 83, wrong: [.d: [.v: 5], .z: [.d: 4]])
        let model = RecognitionErrorModel(counts, among: OptotypeSet.hotv.choices)
        #expect(model.misheard > 0.02 && model.misheard < 0.08)
        #expect(model.chance(of: .h, whenSaid: .t) > 0)
    }

    @Test("the share misheard does not depend on the letters said")
    func saidLetters() {
        let hotv = ConfusionCounts(
            right: 360, wrong: [.h: [.o: 10], .o: [.h: 10], .t: [.v: 10], .v: [.t: 10]],
            said: OptotypeSet.hotv.choices)
        #expect(abs(RecognitionErrorModel(hotv, toAnswer: .hotv).misheard - 0.1) < 0.005)
        let confusions = Dictionary(
            uniqueKeysWithValues: Letter.allCases.map { letter in
                (letter, [letter == .a ? Letter.b : .a: 10])
            })
        let all = ConfusionCounts(right: 2_340, wrong: confusions, said: Letter.allCases)
        #expect(abs(RecognitionErrorModel(all, toAnswer: .sloan).misheard - 0.1) < 0.005)
        // 0.5 of 186, however it is smoothed.
        let perfect = ConfusionCounts(right: 185, wrong: [:])
        let misheard = RecognitionErrorModel(perfect, toAnswer: .tumblingE).misheard
        #expect(misheard > 0.002 && misheard < 0.004)
    }
}

import Testing

@testable import Acuity

@Suite("Letters that may be misheard") struct MisheardLettersTests {
    /// Letters heard as Z, C shown, each named rightly with a chance of one half.
    private static func wrong(_ count: Int, chance: Double = 0.5) -> [HeardLetter] {
        Array(
            repeating: HeardLetter(shown: .c, heard: .z, confidence: 1, chance: chance),
            count: count)
    }

    @Test("without mishearing the letters heard are those named")
    func exact() {
        let right = HeardLetter(shown: .c, heard: .c, confidence: 1, chance: 0.5)
        let limits = MisheardLetters(among: Self.wrong(10) + [right], hearing: .exact)
        #expect(limits.rightNamed == 0 && limits.wrongNamed == 0)
    }

    @Test("with a known share, the maximum is the 97.5 % quantile of a binomial")
    func binomial() {
        // Nine in ten letters are misheard, each of the nine others as often: a wrong letter heard
        // was named rightly with a chance of 0.1 in 0.2 = 0.5. scipy.stats.binom.ppf(0.975, 20, 0.5)
        // is 14.
        let model = RecognitionErrorModel(misheard: 0.9, spread: 0)
        #expect(MisheardLetters(among: Self.wrong(20), hearing: model).rightNamed == 14)
    }

    @Test("letters that the person hardly sees are hardly misheard")
    func small() {
        let model = RecognitionErrorModel(misheard: 0.02)
        let seen = MisheardLetters(among: Self.wrong(10, chance: 0.9), hearing: model)
        let unseen = MisheardLetters(among: Self.wrong(10, chance: 0.1), hearing: model)
        #expect(seen.rightNamed > unseen.rightNamed && unseen.rightNamed <= 1)
    }
}

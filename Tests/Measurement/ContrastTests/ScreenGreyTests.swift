import Acuity
import Contrast
import Foundation
import Testing

@Suite struct ScreenGreyTests {
    /// A photometer: gamma 1.8 to 2.6, contrasts from logCS 0 to 2.2.
    @Test(arguments: [1.8, 2.0, 2.2, 2.4, 2.6], ScreenGrey.grounds)
    func drawsEachContrastWithinTwoHundredths(gamma: Double, ground: Int) {
        let grey = ScreenGrey(gamma: gamma, deviation: 0.02, ground: ground)
        for hundredths in 0...220 {
            let asked = LogCS(Double(hundredths) / 100)
            let drawn = grey.drawn(grey.ink(asked))
            #expect(abs(drawn.value - asked.value) < 0.02, "asked \(asked), drawn \(drawn)")
        }
    }

    @Test func wrongGammaMovesAllContrastsAlike() {
        let grey = ScreenGrey(gamma: 2.0, deviation: 0)
        for value in [1.0, 1.5, 2.0] {
            let drawn = grey.drawn(grey.ink(LogCS(value)), gamma: 2.2)
            #expect(abs(drawn.value - (value - log10(2.2 / 2.0))) < 0.02)
        }
    }

    /// A screen of 6 bits shows no contrast fainter than its own step.
    @Test func coarseScreenHasAHigherFloor() {
        #expect(ScreenGrey(gamma: 2.2, deviation: 0, step: 1).floor == ScreenGrey.faintest)
        let coarse = ScreenGrey(gamma: 2.2, deviation: 0, step: 4)
        #expect(abs(coarse.floor.value - 1.43) < 0.02)
    }

    @Test func oldMeasurementsExpire() {
        let grey = ScreenGrey(gamma: 2.2, deviation: 0, time: 1_000_000)
        #expect(!grey.isExpired(at: 1_000_000 + 89 * 86_400))
        #expect(grey.isExpired(at: 1_000_000 + 91 * 86_400))
        #expect(grey.isExpired(at: 0))
    }
}

@Suite struct GreyMatchingTests {
    /// An eye that errs by two levels in each match, before a screen of known gamma and black level.
    private func matches(
        gamma: Double, black: Double, using eye: inout SplitMix64
    ) -> GreyMatching.Round {
        func luminance(_ level: Double) -> Double { black + (1 - black) * pow(level / 255, gamma) }
        func match(_ one: Double, _ other: Double) -> Double {
            let wanted = ((luminance(one) + luminance(other)) / 2 - black) / (1 - black)
            let level = 255 * pow(wanted, 1 / gamma) + 2 * eye.standardNormal()
            return min(max(level.rounded(), 1), 254)
        }
        let half = match(0, 255)
        return .init(half: half, quarter: match(0, half), threeQuarters: match(half, 255))
    }

    @Test(arguments: [1.8, 2.0, 2.2, 2.4, 2.6], [0.0, 0.005])
    func findsGammaWithinATenth(gamma: Double, black: Double) throws {
        var eye = SplitMix64(seed: 1)
        var errors: [Double] = []
        var refused = 0
        while errors.count < 200 {
            let rounds = (0..<3).map { _ in matches(gamma: gamma, black: black, using: &eye) }
            do throws(GreyTrouble) {
                errors.append(try GreyMatching(rounds: rounds).gamma().gamma - gamma)
            } catch {
                refused += 1
            }
        }
        #expect(refused < 10)
        #expect(errors.count { abs($0) < 0.1 } >= 190)
        #expect(abs(errors.reduce(0, +) / 200) < 0.02)
    }

    @Test func refusesWhatCannotBeTrue() {
        let good = GreyMatching.Round(half: 186, quarter: 136, threeQuarters: 224)
        let other = GreyMatching.Round(half: 170, quarter: 110, threeQuarters: 215)
        let wild = GreyMatching.Round(half: 250, quarter: 20, threeQuarters: 254)
        #expect(throws: GreyTrouble.tooFewRounds) { try GreyMatching(rounds: [good]).gamma() }
        #expect(throws: GreyTrouble.spread) {
            try GreyMatching(rounds: [good, other, good]).gamma()
        }
        #expect(throws: GreyTrouble.impossible) {
            try GreyMatching(rounds: [good, wild, good]).gamma()
        }
    }
}

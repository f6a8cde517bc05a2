import Acuity
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ObserverTraitsTests {
    private func share(
        _ traits: ObserverTraits, of letter: Letter, at size: Double, draws: Int = 4000,
        where isCounted: (Response) -> Bool
    ) -> Double {
        var observer = SimulatedObserver(traits, seed: 21)
        let count = (0..<draws).count { _ in
            isCounted(observer.look(at: letter, size: LogMAR(size)))
        }
        return Double(count) / Double(draws)
    }

    @Test("hard letters are harder and the mean stays the same")
    func hardLettersAreHarderAndTheMeanStays() {
        let difficulty = LetterDifficulty(spread: 0.05)
        let shifts = Letter.sloan.map { difficulty.shift(of: $0) }
        #expect(abs(shifts.reduce(0, +)) < 1e-12)
        #expect(abs(difficulty.shift(of: .o) - difficulty.shift(of: .z) - 0.05) < 1e-12)
        let traits = ObserverTraits(threshold: LogMAR(0.3), difficulty: difficulty)
        // A hard letter at its own threshold is named as often as any at 50 % seeing.
        let named = share(traits, of: .c, at: 0.33) { $0.isRight(for: .c) }
        #expect(abs(named - (0.001 + 0.99 * 0.55)) < 0.032)
    }

    @Test("a tiring patient sees less at the end") func aTiringPatientSeesLessInTheEnd() {
        var observer = SimulatedObserver(
            ObserverTraits(threshold: LogMAR(0), lapse: 0, guess: 0, fatigue: 0.5), seed: 2)
        let early = (0..<40).count { _ in
            observer.look(at: .k, size: LogMAR(0.3)).isRight(for: .k)
        }
        for _ in 0..<60 { _ = observer.look(at: .k, size: LogMAR(0.3)) }
        let late = (0..<40).count { _ in
            observer.look(at: .k, size: LogMAR(0.3)).isRight(for: .k)
        }
        #expect(early > 30 && late < 10)
        #expect(observer.answered == 140)
    }

    @Test("false misses have the configured rate, and only affect visible letters")
    func falseMissesAreAsOftenAsToldAndOnlyOfWhatCouldBeNamed() {
        let traits = ObserverTraits(threshold: LogMAR(0), lapse: 0, falseMisses: 0.25)
        #expect(abs(share(traits, of: .k, at: 1) { $0 == .missed } - 0.25) < 0.028)
        #expect(abs(share(traits, of: .k, at: -1) { $0 == .missed } - 0.025) < 0.01)
    }

    @Test("wrong answers resemble the letter") func wrongAnswersLookLikeTheLetter() {
        let traits = ObserverTraits(threshold: LogMAR(1), lapse: 0, resemblance: 4)
        // Of O, the three other round letters weigh 12, the six straight ones 6.
        let round = share(traits, of: .o, at: 0) { response in
            if case .named(let letter) = response { [.c, .d, .s].contains(letter) } else { false }
        }
        #expect(abs(round - 0.9 * 12 / 18) < 0.032)
    }

    @Test("guesses are among the letters that are shown") func guessesAmongTheLettersThatAreShown()
    {
        var observer = SimulatedObserver(ObserverTraits(threshold: LogMAR(1), lapse: 0), seed: 4)
        var named: Set<Letter> = []
        var right = 0
        for _ in 0..<4000 {
            let response = observer.look(at: .t, size: LogMAR(0), among: .hotv)
            if case .named(let letter) = response { named.insert(letter) }
            right += response.isRight(for: .t) ? 1 : 0
        }
        #expect(named == [.h, .o, .t, .v])
        #expect(abs(Double(right) / 4000 - 0.25) < 0.028)
    }

    @Test("a population has the configured spread") func aPopulationIsSpreadAsItSays() {
        let people = (0..<1000).map { ObserverPopulation().person($0, seed: 6) }
        let sigmas = people.map(\.sigma).sorted()
        #expect((0.04...0.2).contains(sigmas[0]) && (0.04...0.2).contains(sigmas[999]))
        // The logarithm's quartiles are 0.674 standard deviations from its median.
        for (place, sigma) in [(250, 0.08 * exp(-0.674 * 0.27)), (500, 0.08), (750, 0.096)] {
            #expect(abs(sigmas[place] - sigma) < 0.0006, "\(place): \(sigmas[place])")
        }
        let thresholds = people.map(\.threshold.value)
        #expect(abs(thresholds.reduce(0, +) / 1000 - 0.5) < 0.005)
        #expect(thresholds.allSatisfy { (-0.2...1.2).contains($0) })
    }

    @Test("people cover thresholds and sigmas evenly, and differ by seed")
    func aPopulationIsEven() {
        let people = (0..<1000).map { ObserverPopulation().person($0, seed: 6) }
        // 40 in each of 25 parts; drawn one by one, the parts would differ by a sixth as a rule.
        let sigmas = people.map(\.sigma).sorted()
        for row in 0..<5 {
            for column in 0..<5 {
                let count = people.count {
                    $0.threshold.value >= -0.2 + 0.28 * Double(row)
                        && $0.threshold.value < -0.2 + 0.28 * Double(row + 1)
                        && $0.sigma >= sigmas[200 * column]
                        && (column == 4 || $0.sigma < sigmas[200 * (column + 1)])
                }
                #expect((36...44).contains(count), "\(count)")
            }
        }
        #expect(people[0] != ObserverPopulation().person(0, seed: 7))
        #expect(people[17] == ObserverPopulation().person(17, seed: 6))
    }

    @Test("people take the thresholds of a grid in turn") func aGridIsGoneThroughInTurn() {
        let population = ObserverPopulation(thresholds: .grid([0, 0.5, 1]), slopes: .same(0.1))
        let people = (0..<6).map { population.person($0, seed: 6) }
        #expect(people.map(\.threshold.value) == [0, 0.5, 1, 0, 0.5, 1])
        #expect(people.allSatisfy { $0.sigma == 0.1 })
    }
}

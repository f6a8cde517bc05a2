import Acuity
import Testing

@testable import Evaluation

@Suite(.timeLimit(.minutes(1))) struct ResultComparisonTests {
    private func tally(said: Int, right: Int) -> LetterTally {
        var tally = LetterTally()
        tally.said = said
        tally.right = right
        tally.wrong = said - right
        return tally
    }

    private func pair(_ before: Int, _ after: Int) -> ResultComparison.Pair {
        ResultComparison.Pair(
            before: tally(said: 20, right: before), after: tally(said: 20, right: after))
    }

    @Test("if all six speakers gain, the sign-flip test gives 2 of 64")
    func signFlip() {
        let gains = [1.0, 2, 1, 3, 1, 2]
        let p = SignFlip.p(speakers: gains.count) { flips in
            zip(gains, flips).reduce(0) { $0 + ($1.1 ? -$1.0 : $1.0) }
        }
        #expect(p == 2.0 / 64)
        #expect(SignFlip.p(speakers: 3) { _ in 0 } == 1)
        #expect(SignFlip.p(speakers: 0) { _ in 0 } == nil)
    }

    @Test("many speakers are exchanged at random, with the same result each time")
    func manySpeakers() throws {
        let gains = (0..<30).map { Double($0 % 3) - 1 }
        func p() -> Double? {
            SignFlip.p(speakers: gains.count) { flips in
                zip(gains, flips).reduce(0) { $0 + ($1.1 ? -$1.0 : $1.0) }
            }
        }
        #expect(try #require(p()) > 0.5)
        #expect(p() == p())
    }

    @Test("a gain of every speaker has an interval above zero; no gain has one of zero")
    func gain() throws {
        let pairs = (0..<8).map { pair(14 + $0 % 3, 16 + $0 % 4) }
        let gain = ResultComparison(files: ["a", "b"], pairs: pairs)
        let right = try #require(gain.differences.first { $0.name == "right" })
        #expect(right.difference > 0 && (right.interval?[0] ?? 0) > 0)
        #expect(right.higher == 8 && right.lower == 0 && right.same == 0)
        #expect(try #require(right.p) < 0.01)
        let same = ResultComparison(
            files: ["a", "a"],
            pairs: pairs.map { pair in
                ResultComparison.Pair(before: pair.before, after: pair.before)
            })
        #expect(same.differences.allSatisfy { $0.difference == 0 && $0.p == 1 })
        #expect(same.differences.allSatisfy { $0.interval == [0, 0] && $0.same == 8 })
    }

    @Test("a gain of only one speaker proves nothing")
    func oneSpeaker() throws {
        let pairs = (0..<8).map { pair(16, $0 == 0 ? 20 : 16) }
        let right = try #require(
            ResultComparison(files: ["a", "b"], pairs: pairs).differences.first {
                $0.name == "right"
            })
        #expect(right.interval?[0] == 0 && right.p == 1)
    }
}

import Foundation
import Recognition
import Testing

@testable import Evaluation
@testable import Tuning

@Suite(.timeLimit(.minutes(1))) struct TuningGateTests {
    private func tally(said: Int = 40, wrong: Int, unclear: Int = 0) -> LetterTally {
        var tally = LetterTally()
        tally.said = said
        tally.wrong = wrong
        tally.unclear = unclear
        tally.right = said - wrong - unclear
        return tally
    }

    private func gate(
        _ count: Int = 12, before: (Int) -> LetterTally, after: (Int) -> LetterTally,
        groups: (Int) -> [String: String] = { _ in [:] }
    ) -> TuningGate {
        let names = (0..<count).map { "s\($0 + 10)" }
        func all(_ tally: (Int) -> LetterTally) -> [String: LetterTally] {
            Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, tally($0)) })
        }
        return TuningGate(
            before: all(before), after: all(after),
            groups: Dictionary(
                uniqueKeysWithValues: names.enumerated().map { ($1, groups($0)) }), bound: 0.02)
    }

    @Test("a gain of nearly everybody is proven")
    func gain() {
        let proof = gate(before: { tally(wrong: 6 + $0 % 3) }, after: { tally(wrong: 2 + $0 % 2) })
            .proof
        #expect(proof.isProven && proof.reasons.isEmpty)
        #expect(proof.gain > 0.1 && (proof.interval?[0] ?? 0) > 0 && (proof.p ?? 1) < 0.01)
        #expect(proof.speakers == 12 && proof.said == 480)
    }

    @Test("fewer wrong answers but more requests gain only if the endpoint is loss")
    func endpoint() {
        var gate = gate(
            before: { _ in tally(wrong: 6) }, after: { _ in tally(wrong: 0, unclear: 6) })
        #expect(gate.proof.isProven)
        gate.endpoint = .right
        #expect(!gate.proof.isProven && gate.proof.gain == 0)
        #expect(abs(gate.proof.before - 0.15) < 1e-9)
    }

    @Test("no change, a loss, and a gain of only one speaker are not proven")
    func noGain() {
        let same = gate(before: { tally(wrong: $0 % 4) }, after: { tally(wrong: $0 % 4) }).proof
        #expect(!same.isProven && same.gain == 0)
        let worse = gate(before: { _ in tally(wrong: 2) }, after: { _ in tally(wrong: 4) }).proof
        #expect(!worse.isProven && worse.gain < 0)
        let one = gate(
            before: { tally(wrong: $0 == 0 ? 30 : 2) }, after: { _ in tally(wrong: 2) }
        ).proof
        #expect(!one.isProven && one.gain > 0)
    }

    @Test("a small gain of all six people is proven, a gain of four is not")
    func fewSpeakers() {
        func proof(_ count: Int) -> Bool {
            gate(count, before: { _ in tally(wrong: 4) }, after: { _ in tally(wrong: 3) }).proof
                .isProven
        }
        #expect(proof(6) && !proof(4))
    }

    @Test("a gain that harms a group is not proven, and names the group")
    func group() {
        let proof = gate(
            before: { _ in tally(wrong: 6) }, after: { tally(wrong: $0 < 3 ? 8 : 1) },
            groups: { ["sex": "any", "accent": $0 < 3 ? "Indian" : "American"] }
        ).proof
        #expect(proof.gain > 0 && !proof.isProven)
        #expect(proof.reasons.contains("accent Indian is worse by 5.0 points."))
        #expect(proof.groups.map(\.name) == ["American", "Indian", "any"])
    }

    @Test("fewer requests do not outweigh more wrong answers")
    func wrongRises() {
        let proof = gate(
            before: { _ in tally(wrong: 0, unclear: 12) }, after: { _ in tally(wrong: 2) }
        ).proof
        #expect(proof.gain > 0 && !proof.isProven)
        #expect(proof.reasons == ["The share of wrong answers rises by 5.0 points."])
    }

    @Test("a wrong answer costs 1, asking again costs 0.3")
    func loss() {
        #expect(abs(tally(said: 10, wrong: 1, unclear: 2).losses - 1.6) < 1e-9)
        #expect(LetterTally().loss == nil)
    }
}

import Recognition
import Testing

@testable import Tuning

@Suite("The gain that people can prove")
struct ProofPlanTests {
    @Test(
        "the people who have to gain follow from the binomial distribution",
        arguments: [(19, 6, 6), (24, 7, 7), (30, 9, 8), (50, 15, 12)])
    func gainers(people: Int, final: Int, gainers: Int) {
        let plan = ProofPlan(people: people)
        #expect(plan.final == final && plan.gainers == gainers)
    }

    @Test("fewer than six final people prove nothing")
    func tooFew() {
        let plan = ProofPlan(people: 18)
        #expect(plan.final == 5 && plan.gainers == nil && plan.ratio == nil)
        #expect(plan.text.contains("takes 19 people"))
    }

    @Test("six final people prove a gain if all of them gain")
    func six() throws {
        // The chance that six normal gains are above zero is 0.8 for a mean of 1.79 deviations.
        let ratio = try #require(ProofPlan(people: 19).ratio)
        #expect(abs(ratio - 1.79) < 0.12)
    }

    @Test("the plan names the quantity whose gain is to be proven")
    func endpoint() {
        let loss = ProofPlan(people: 24)
        let right = ProofPlan(people: 24, endpoint: .right)
        #expect(loss.text.contains("80 of 100 studies, points of loss:"))
        #expect(right.text.contains("80 of 100 studies, points of the share right at once:"))
        #expect(loss.ratio == right.ratio)
    }

    @Test("more people prove smaller gains")
    func more() throws {
        let ratios = try [19, 24, 30, 50, 100, 1_000].map {
            try #require(ProofPlan(people: $0).ratio)
        }
        #expect(ratios == ratios.sorted(by: >))
    }
}

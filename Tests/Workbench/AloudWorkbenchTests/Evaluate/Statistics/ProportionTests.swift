import TestTraits
import Testing

@testable import Transcripts

@Suite(.listening) struct ProportionTests {
    /// The ends as SciPy computes them from quantiles of the beta distribution.
    @Test(
        "a worked example",
        arguments: [
            (1, 95, 0.000266, 0.057257), (0, 91, 0, 0.039726), (90, 95, 0.881437, 0.982692),
            (391, 427, 0.885191, 0.940253), (3_000, 4_000, 0.736276, 0.763357),
            (18, 18, 0.814698, 1), (1, 1, 0.025, 1),
        ])
    func worked(part: Int, whole: Int, low: Double, high: Double) throws {
        let proportion = Proportion(part: part, whole: whole)
        let interval = try #require(proportion.interval)
        #expect(abs(interval.lowerBound - low) < 2e-6 && abs(interval.upperBound - high) < 2e-6)
        #expect(interval.contains(try #require(proportion.value)))
    }

    @Test("a share of nothing is undefined; insertions may exceed the total")
    func odd() throws {
        #expect(Proportion(part: 0, whole: 0).value == nil)
        #expect(Proportion(part: 0, whole: 0).interval == nil)
        let more = Proportion(part: 3, whole: 2)
        #expect(more.value == 1.5)
        #expect(more.interval == Proportion(part: 2, whole: 2).interval)
    }
}

import Acuity
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct RejectionCurveTests {
    @Test("the curve of ten letters, computed by hand")
    func worked() {
        // Ten letters: the two least sure and one of the surest are wrong.
        let heard: [(String, Double)] = [
            ("C", 0.1), ("C", 0.2), ("D", 0.3), ("D", 0.4), ("D", 0.5), ("D", 0.6), ("D", 0.7),
            ("C", 0.8), ("D", 0.9), ("D", 0.95),
        ]
        let curve = RejectionCurve(
            heard.map { .scripted("D", heard: [$0]) }, thresholds: AcceptanceThresholds())
        let counts = [(0.0, 3, 10), (0.1, 2, 9), (0.2, 1, 8), (0.55, 1, 5), (0.7, 1, 3)]
        for (asked, wrong, accepted) in counts {
            let tally = curve.point(askingAgain: asked).all
            #expect([tally.wrong, tally.right + tally.wrong] == [wrong, accepted], "\(asked)")
        }
    }

    @Test("an unnoticed letter is asked for again at every threshold")
    func missed() {
        let rows: [HeardRow] = [.scripted("D"), .scripted("D", heard: [("D", 0.9)])]
        let curve = RejectionCurve(rows, thresholds: AcceptanceThresholds())
        let point = curve.point(askingAgain: 0)
        #expect(point.accept == 0 && point.all.askedShare == 0.5 && point.all.wrongShare == 0)
    }

    @Test("a stricter threshold asks again more often and answers fewer talk", .long)
    func monotonous() {
        for seed in UInt64(1)...50 {
            var generator = SeededNoise(seed: seed)
            let rows = (0..<60).map { _ in
                HeardRow.scripted(
                    Bool.random(using: &generator) ? "D" : "SEVEN",
                    by: Bool.random(using: &generator) ? "ann" : "bob",
                    heard: [
                        (
                            Bool.random(using: &generator) ? "D" : "V",
                            Double.random(in: 0...1, using: &generator)
                        )
                    ])
            }
            let evaluation = Evaluation(rows, unread: 0, thresholds: AcceptanceThresholds())
            let asked = evaluation.operating.map { $0.tally.askedShare ?? 1 }
            let answered = evaluation.operating.map { $0.wordless.values.total.answered }
            #expect(asked == asked.sorted(), "seed \(seed)")
            #expect(answered == answered.sorted(by: >), "seed \(seed)")
            for (share, got) in zip(Evaluation.askedShares, asked) {
                #expect(got <= share, "seed \(seed)")
            }
        }
    }
}

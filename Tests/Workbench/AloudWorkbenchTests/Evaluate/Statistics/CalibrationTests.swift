import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct CalibrationTests {
    @Test("the error of a worked example")
    func worked() {
        var calibration = Calibration()
        // Four at 0.75, two of them right: 0.25 off. Six at 1, all right: none.
        for isRight in [true, true, false, false] {
            calibration.add(confidence: 0.75, isRight: isRight)
        }
        for _ in 0..<6 { calibration.add(confidence: 1, isRight: true) }
        #expect(abs((calibration.error ?? 1) - 0.1) < 1e-12)
        #expect(calibration.bins[7] == Calibration.Bin(letters: 4, right: 2, given: 3))
        #expect(calibration.bins[9].letters == 6)
        #expect(Calibration().error == nil)
    }

    @Test("well-calibrated confidence has a small error; overconfidence a large one")
    func sampled() {
        for seed in UInt64(1)...10 {
            var generator = SeededNoise(seed: seed)
            var honest = Calibration()
            var overdone = Calibration()
            for _ in 0..<4000 {
                let truth = Double.random(in: 0.5...1, using: &generator)
                let isRight = Double.random(in: 0...1, using: &generator) < truth
                honest.add(confidence: truth, isRight: isRight)
                overdone.add(confidence: min(1, truth + 0.2), isRight: isRight)
            }
            #expect((honest.error ?? 1) < 0.04, "seed \(seed)")
            #expect((overdone.error ?? 0) > 0.1, "seed \(seed)")
        }
    }

    @Test("a letter heard in silence counts as wrong")
    func inserted() {
        var calibration = Calibration()
        calibration.add(
            .scripted("D", heard: [("D", 0.9), ("V", 0.9)]), thresholds: AcceptanceThresholds())
        #expect(calibration.bins[9] == Calibration.Bin(letters: 2, right: 1, given: 1.8))
    }
}

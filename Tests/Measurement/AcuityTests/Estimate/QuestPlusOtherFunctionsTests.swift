import Foundation
import Testing

@testable import Acuity

/// The published examples of QUEST+ with other psychometric functions than the Weibull function of
/// one stimulus (Watson AB. J Vis 2017).
@Suite(.timeLimit(.minutes(1))) struct QuestPlusOtherFunctionsTests {
    /// Example 3: mean, standard deviation and lapse rate of a cumulative normal whose answers are
    /// of two kinds, neither of them wrong, so that the lapse rate is its floor as well.
    @Test("mean deviation and lapse") func meanDeviationAndLapse() throws {
        struct Point: Equatable {
            var mean: Int
            var deviation: Int
            var lapse: Double
        }
        let points = (-5...5).flatMap { mean in
            (1...10).flatMap { deviation in
                (0...4).map { Point(mean: mean, deviation: deviation, lapse: Double($0) / 100) }
            }
        }
        let answers =
            ".xx.......x.xxxx..x..xxx.x.xx.xx.x.xx.x...x...xxxxx.xxxx.xxx.xx.xxx...xx..x.xxx."
            + ".xxxxx.xx..x..x.x..x..x.xxxx....x.xxx.xxxx.....x"
        let (chosen, mode) = try replayQuestPlus(
            points, stimuli: Array(-10...10), answers: answers
        ) { stimulus, point in
            let place = Double(stimulus - point.mean) / Double(point.deviation)
            return point.lapse + (1 - 2 * point.lapse) * NormalDistribution.share(below: place)
        }
        let expected = [
            0, -1, 2, -2, 2, 3, 3, -5, 3, 3, 3, 3, -7, -7, -7, -7, 4, -7, 4, 4, 4, -8, -8, -8, 4,
            -8, 4, -8, -7, 4, -7, -7, 4, -7, 4, -7, -6, 3, -4, -5, 3, 3, -7, 2, 2, 1, 0, -7, -6,
            -6, -6, 2, -5, 2, -6, -5, 3, -5, -5, 3, 4, -5, -5, 4, -4, -4, -4, -4, 4, 3, 3, 4, 5, 5,
            -5, 5, -5, -5, 4, 5, 5, -5, -4, -4, -4, -4, 5, -4, -4, -3, 4, 4, 5, 5, -4, 5, -4, -4,
            5, 4, 5, 5, -5, 5, -4, -4, -4, -4, 5, -4, 5, 4, -4, 4, -4, -4, -4, 4, -4, -4, -4, 4, 4,
            -4, 4, 4, 4, -4,
        ]
        #expect(chosen == expected)
        #expect(mode == Point(mean: 0, deviation: 4, lapse: 0.01))
    }

    /// Example 4: a contrast sensitivity function, of two stimulus dimensions.
    @Test("contrast sensitivity") func contrastSensitivity() throws {
        struct Stimulus: Equatable {
            var contrast: Double
            var frequency: Double
        }
        struct Point: Equatable {
            var leastThreshold: Double
            var origin: Double
            var slopeOfFrequency: Double
        }
        let stimuli = stride(from: -50.0, through: 0, by: 2).flatMap { contrast in
            stride(from: 0.0, through: 40, by: 2).map {
                Stimulus(contrast: contrast, frequency: $0)
            }
        }
        let points = stride(from: -50.0, through: -30, by: 2).flatMap { least in
            stride(from: -60.0, through: -40, by: 2).flatMap { origin in
                [0.8, 1, 1.2, 1.4, 1.6].map {
                    Point(leastThreshold: least, origin: origin, slopeOfFrequency: $0)
                }
            }
        }
        let (chosen, mode) = try replayQuestPlus(
            points, stimuli: stimuli, answers: ".x....x.....x.....xx.......xx..."
        ) { stimulus, point in
            let threshold = max(
                point.leastThreshold, point.origin + point.slopeOfFrequency * stimulus.frequency)
            // Contrast in dB, slope 3, a guess of a half, a lapse rate of 0.01.
            let strength = pow(10, 3 * (stimulus.contrast - threshold) / 20)
            return 0.99 - 0.49 * exp(-strength)
        }
        let contrasts: [Double] = [
            0, -4, 0, 0, -38, 0, -40, 0, -26, -26, 0, -36, -36, 0, -26, -26, -2, -26, -6, -26, 0,
            -26, 0, -26, -32, -32, -34, -34, 0, -26, 0, -26,
        ]
        let frequencies: [Double] = [
            40, 40, 34, 36, 0, 38, 0, 38, 18, 18, 40, 0, 0, 40, 20, 20, 40, 22, 40, 20, 40, 18, 40,
            18, 0, 0, 0, 0, 40, 18, 38, 18,
        ]
        #expect(
            chosen == zip(contrasts, frequencies).map { Stimulus(contrast: $0, frequency: $1) })
        #expect(mode == Point(leastThreshold: -32, origin: -56, slopeOfFrequency: 1.4))
    }
}

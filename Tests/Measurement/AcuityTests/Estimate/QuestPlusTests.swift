import Foundation
import Testing

/// The published examples of QUEST+ (Watson AB. J Vis 2017), with the stimuli and the answers that
/// they go through.
@Suite(.timeLimit(.minutes(1))) struct QuestPlusTests {
    /// One point of a grid of parameters.
    private struct Point: Equatable {
        var threshold: Double
        var slope = 3.5
        var lapse = 0.02
    }

    /// The Weibull function over decibels of contrast, with a chance to guess of a half.
    private func weibull(_ stimulus: Int, _ point: Point) -> Double {
        let strength = pow(10, point.slope * (Double(stimulus) - point.threshold) / 20)
        return 1 - point.lapse - (0.5 - point.lapse) * exp(-strength)
    }

    /// Example 1: the threshold alone.
    @Test("threshold") func threshold() throws {
        let (chosen, mode) = try replayQuestPlus(
            (-40...0).map { Point(threshold: Double($0)) }, stimuli: Array(-40...0),
            answers: "....xx........x..x..x...........", chance: weibull)
        let expected = [
            -18, -22, -25, -28, -30, -22, -13, -15, -16, -18, -19, -20, -21, -22, -23, -19, -20,
            -20, -18, -18, -19, -17, -17, -18, -18, -18, -19, -19, -19, -19, -19, -19,
        ]
        #expect(chosen == expected)
        #expect(mode.threshold == -20)
    }

    /// "Implementation": threshold and slope.
    @Test("threshold and slope") func thresholdAndSlope() throws {
        let points = (-40...0).flatMap { threshold in
            (2...5).map { Point(threshold: Double(threshold), slope: Double($0)) }
        }
        let answers =
            ".x...........x..x...x....x...........x..xx....x.x...x..........."
        let (chosen, mode) = try replayQuestPlus(
            points, stimuli: Array(-40...0), answers: answers, chance: weibull)
        let expected = [
            -18, -22, -12, -13, -15, -16, -17, -18, -19, -21, -24, -25, -26, -27, -21, -22, -23,
            -20, -20, -20, -21, -19, -19, -20, -20, -20, -19, -19, -19, -19, -19, -20, -20, -20,
            -20, -20, -21, -21, -20, -20, -20, -19, -18, -18, -19, -19, -19, -18, -18, -17, -18,
            -18, -18, -17, -17, -17, -17, -17, -17, -17, -18, -18, -18, -18,
        ]
        #expect(chosen == expected)
        #expect(mode.threshold == -20 && mode.slope == 3)
    }

    /// The first stimuli of example 2: threshold, slope and lapse rate.
    @Test("threshold, slope and lapse rate") func thresholdSlopeAndLapse() throws {
        let points = (-40...0).flatMap { threshold in
            (2...5).flatMap { slope in
                (0...4).map {
                    Point(
                        threshold: Double(threshold), slope: Double(slope),
                        lapse: Double($0) / 100)
                }
            }
        }
        let (chosen, _) = try replayQuestPlus(
            points, stimuli: Array(-40...0), answers: "....xx........x.x.......x........",
            chance: weibull)
        let expected = [
            -18, -22, -25, -28, -30, -21, -12, -14, -15, -16, -18, -19, -20, -22, -23, -18, -19,
            -16, -17, -17, -18, -18, -18, -19, -19, -17, -17, -18, -18, -18, -18, -19, -19,
        ]
        #expect(chosen == expected)
    }
}

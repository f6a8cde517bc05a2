import Acuity
import Testing

/// Replays an example of QUEST+ from an even prior.
///
/// - Parameters:
///   - points: the grid of parameters.
///   - answers: a character for each trial, "." for right and "x" for wrong.
/// - Returns: the stimuli that were chosen, and the likeliest point.
func replayQuestPlus<Stimulus, Point>(
    _ points: [Point], stimuli: [Stimulus], answers: String, chance: (Stimulus, Point) -> Double
) throws -> (chosen: [Stimulus], mode: Point) {
    let choice = OneStepChoice(
        rightChances: stimuli.map { stimulus in points.map { chance(stimulus, $0) } },
        criterion: .entropy)
    var weights = points.map { _ in 1 / Double(points.count) }
    var chosen: [Stimulus] = []
    for answer in answers {
        let best = try #require(choice.best(for: [weights]))
        chosen.append(stimuli[best])
        let (right, wrong) = choice.split(weights, by: best)
        let after = answer == "." ? right : wrong
        let sum = after.reduce(0, +)
        weights = after.map { $0 / sum }
    }
    let most = try #require(weights.indices.max { weights[$0] < weights[$1] })
    return (chosen, points[most])
}

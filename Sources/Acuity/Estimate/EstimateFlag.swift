/// A warning that a reader of an estimate needs besides the numbers.
public enum EstimateFlag: String, CaseIterable, Sendable, Codable {
    /// The acuity may be worse than the largest letters can show.
    case atFloor
    /// The acuity may be better than the smallest letters can show.
    case atCeiling
    /// Too many answers were unclear.
    case tooManyUnclear
    /// The answers to letters that almost everybody sees were no better than guessing.
    case guessingAtHugeSize
    /// All letters that were named, taken together, were named no better than by guessing.
    case guessingThroughout
    /// The answers are far likelier for a patient who often says any letter, whatever the size.
    case oftenGuessing
    /// Small letters were named and larger ones were not, as no eye would.
    case impossiblePattern
    /// A recording goes on after the end of its test: the answers may be to other letters than those
    /// that were shown.
    case soundLeftOver

    /// Whether it makes the test unreliable, so that it gives no score.
    public var withholdsScore: Bool {
        switch self {
        case .atFloor, .atCeiling: false
        case .tooManyUnclear, .guessingAtHugeSize, .guessingThroughout, .oftenGuessing,
            .impossiblePattern, .soundLeftOver:
            true
        }
    }

    /// The flag in words for a person.
    ///
    /// - Parameter areTyped: whether the answers are typed, so that no microphone is to blame.
    public func words(areTyped: Bool) -> String {
        switch self {
        case .atFloor: "The acuity may be worse than the largest letters of this test can show."
        case .atCeiling: "The acuity may be better than the smallest letters shown can tell."
        case .tooManyUnclear:
            "No score: too many answers were unclear."
                + (areTyped
                    ? " Test again, with a letter or \"pass\" for each position."
                    : " Test again in a quieter room, closer to the microphone.")
        case .guessingAtHugeSize:
            "No score: huge letters were named no better than by guessing. The acuity is worse"
                + " than this test measures, or the answers were not this person's."
        case .guessingThroughout:
            "No score: the letters were named no better than by guessing. The acuity is worse than"
                + " this test measures, or the answers were not this person's."
        case .oftenGuessing:
            "No score: large letters were named wrongly again and again, as if the person"
                + " was not looking. Test again."
        case .impossiblePattern:
            "No score: larger letters were missed while smaller ones were named, which no eye"
                + " does. Test again."
        case .soundLeftOver:
            "No score: the recording goes on after the end of the test. What was asked for again was"
                + " perhaps answered by the next line: a recording cannot hear that it is asked."
        }
    }
}

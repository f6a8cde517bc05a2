public import Acuity

/// Why a test ended.
public enum TestEnd: Sendable, Equatable {
    /// The procedure came to its own end.
    case finished(ProcedureEnd)
    /// The person said "stop".
    case stoppedByPerson
    /// The test was asked to stop from outside: Ctrl-C, or the end of the program.
    case stoppedFromOutside
    /// No more answers came: the recording or the text ended.
    case answersEnded
    /// Answers could no longer be heard; with the reason.
    case failed(String)

    /// A name for programs.
    public var name: String {
        switch self {
        case .finished(let end): end.rawValue
        case .stoppedByPerson: "stoppedByPerson"
        case .stoppedFromOutside: "stoppedFromOutside"
        case .answersEnded: "answersEnded"
        case .failed: "failed"
        }
    }

    /// The end in words for a person.
    public var words: String {
        switch self {
        case .finished(.stopRuleMet): "The test ended by its rule."
        case .finished(.smallestLineRead): "The test ended at the smallest line."
        case .finished(.largerLettersNeeded):
            "The test ended because it needed larger letters than can be shown."
        case .finished(.allLettersShown): "The test ended after its last letter."
        case .finished(.intervalReached): "The test ended when the acuity was known closely enough."
        case .finished(.notUnderstood): "The test ended because answer after answer was unclear."
        case .stoppedByPerson: "The test was stopped by the person tested."
        case .stoppedFromOutside: "The test was stopped."
        case .answersEnded: "The test ended because no more answers came."
        case .failed(let reason): "The test ended because answers could not be heard: \(reason)"
        }
    }
}

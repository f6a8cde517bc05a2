public import Acuity
internal import Records

/// An event of a warm-up, for its observers.
public enum WarmUpEvent: Sendable, Equatable {
    /// It begins with these letters, in an order that a seed draws.
    case begin([Letter], seed: UInt64)
    /// A letter is shown; `number` counts from 1.
    case show(Letter, number: Int)
    /// An answer for the letter was heard; nil for a sound that may have been a letter and was not
    /// understood.
    case heard(Letter, as: HeardAnswer?)
    /// The letter is asked for once more, in another way where `way` is a word.
    case again(Letter, way: String?)
    /// The letter is finished: whether it was understood, and by which word if not by its name.
    case letter(Letter, isUnderstood: Bool, way: String?)
    /// The person gets advice on how to speak.
    case advice(SoundAdvice)
    /// The warm-up is over, with the number of letters understood.
    case end(WarmUpEnd, understood: Int)
}

extension WarmUpEvent {
    /// The event as it is recorded.
    var recorded: WarmUpStep {
        switch self {
        case .begin(let letters, let seed): .begin(letters, seed: seed)
        case .show(let letter, let number): .show(letter, number: number)
        case .heard(let letter, let answer?):
            .heard(
                letter, as: answer.response, heard: answer.heard, confidence: answer.confidence)
        case .heard(let letter, nil): .notUnderstood(letter)
        case .again(let letter, let way): .again(letter, way: way)
        case .letter(let letter, let isUnderstood, let way):
            .letter(letter, isUnderstood: isUnderstood, way: way)
        case .advice(let advice): .advice(advice.rawValue)
        case .end(let end, let understood): .end(end.rawValue, understood: understood)
        }
    }
}

/// The reason for the end of a warm-up.
public enum WarmUpEnd: String, Sendable, CaseIterable {
    /// All letters were shown.
    case finished
    /// The person said "stop", or somebody clicked it away: the test begins.
    case skipped
    /// Nothing was said for long: the test begins, and knows how to wait.
    case silence
    /// The whole test is to end, or can no longer hear.
    case stopped
}

public import Acuity

/// Something that happened in a warm-up, for whoever watches it.
public enum WarmUpEvent: Sendable, Equatable {
    /// It begins with these letters, in an order that a seed draws.
    case begin([Letter], seed: UInt64)
    /// A letter is shown; `number` counts from 1.
    case show(Letter, number: Int)
    /// Something was heard for the letter; nil for what may have been a letter and was not
    /// understood.
    case heard(Letter, as: HeardAnswer?)
    /// The letter is asked for once more, in another way where `way` is a word.
    case again(Letter, way: String?)
    /// The letter is finished: whether it was understood, so that it can be learnt from, and by
    /// which word if not by its name.
    case letter(Letter, isUnderstood: Bool, way: String?)
    /// The person is told how to be heard better.
    case advice(SoundAdvice)
    /// It is over, with so many readings learnt.
    case end(WarmUpEnd, learnt: Int)
}

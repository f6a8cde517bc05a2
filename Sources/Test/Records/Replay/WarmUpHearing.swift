package import Acuity

/// How a person was heard in a warm-up, by its steps: the same from a running warm-up and from its
/// record.
///
/// A letter said in another way, such as by its code word, counts no more than one that was not
/// understood: a test rarely asks for it.
package struct WarmUpHearing: Sendable {
    /// The count of letters that were heard right and wrong.
    package private(set) var person = PersonalHearing()
    /// Whether the letter is asked for in another way.
    private var isOtherWay = false

    /// Before the first step.
    package init() {}

    /// Takes a step of the warm-up.
    package mutating func take(_ step: WarmUpStep) {
        if step.showsLetter { isOtherWay = false }
        if step.asksInAnotherWay { isOtherWay = true }
        if let known = step.knownHearing { person.add(known) }
        if !isOtherWay, let pair = step.heardLetter { person.hear(pair.heard, for: pair.shown) }
    }
}

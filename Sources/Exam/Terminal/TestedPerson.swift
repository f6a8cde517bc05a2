package import Recognition

/// The person in front of the screen, from the first click to the last result: what was learnt of
/// the voice serves both eyes, and nobody after.
package final class TestedPerson {
    private var known: LetterListener?

    /// Nobody has been heard yet.
    package init() {}

    /// The listener that knows the person, made when first asked for.
    package func listener(_ make: () throws -> LetterListener) rethrows -> LetterListener {
        if let known { return known }
        let made = try make()
        known = made
        return made
    }
}

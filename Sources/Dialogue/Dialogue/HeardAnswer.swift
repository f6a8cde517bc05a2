public import Acuity
package import PhoneticMapping

/// The answer for one letter of a line, with what it was heard as.
public struct HeardAnswer: Sendable, Equatable {
    /// The letter named, or that it cannot be seen.
    public var response: Response
    /// The words behind it.
    public var heard: String
    /// How sure the hearing of it is, 0...1.
    public var confidence: Double
    /// Where it was said, in seconds of the session's sound; nil where it was typed.
    public var time: ClosedRange<Double>?
    /// How likely each letter is, to be weighed with other readings of it; nil where that is not
    /// known, or does not matter any more.
    package var belief: LetterBelief?

    /// An answer for one letter.
    public init(
        _ response: Response, heard: String = "", confidence: Double = 1,
        time: ClosedRange<Double>? = nil
    ) {
        self.response = response
        self.heard = heard
        self.confidence = confidence
        self.time = time
    }
}

extension HeardAnswer {
    /// The answer that something said gives for one letter.
    package init(_ response: Response, _ spoken: SpokenAnswer) {
        self.init(
            response, heard: spoken.heard, confidence: spoken.confidence, time: spoken.time)
        if case .named = response { belief = spoken.belief }
    }
}

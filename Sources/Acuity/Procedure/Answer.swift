/// What was answered for one letter, with how it was heard.
///
/// Procedures score the response by their own rules; the rest is for the estimate, which allows for
/// what may have been misheard.
public struct Answer: Sendable, Hashable {
    /// The letter named, or that it cannot be seen; nil where something was said and could not be
    /// made out. That does not count as right, and it is no evidence that the letter was not seen.
    public var response: Response?
    /// How sure the hearing of it is, 0...1; 1 where nothing could be misheard or nothing is known.
    public var confidence: Double
    /// How often something unclear came for this letter before the response. That it was asked for
    /// again since nothing was said for it does not count.
    public var unclearBefore: Int

    /// An answer for one letter.
    public init(_ response: Response?, confidence: Double = 1, unclearBefore: Int = 0) {
        self.response = response
        self.confidence = confidence
        self.unclearBefore = unclearBefore
    }

    /// Something was said and could not be made out.
    public static let unclear = Answer(nil)

    /// Whether the letter that was shown is the one that was named.
    public func isRight(for shown: Letter) -> Bool { response?.isRight(for: shown) ?? false }
}

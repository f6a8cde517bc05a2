/// The operator who answers in the person's place, and the reason.
public struct OverrideRemark: Sendable, Equatable {
    /// The reason for an operator's answer.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// Aloud took another letter for the one that was said.
        case misheard
        /// The person corrected themselves, and Aloud missed it.
        case corrected
        /// The person answered by a sign or in other words.
        case otherwise
        /// The operator takes back their own answer.
        case slip
    }

    /// The name of the operator; nil if nobody is named.
    public var by: String?
    /// The reason; nil if none was given.
    public var reason: Reason?

    /// The parameters as the properties of their names.
    public init(by: String? = nil, reason: Reason? = nil) {
        self.by = by
        self.reason = reason
    }
}

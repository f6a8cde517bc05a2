/// Why a procedure came to its own end.
public enum ProcedureEnd: String, Sendable, Codable {
    /// What was shown last met the rule that ends the test.
    case stopRuleMet
    /// The smallest line was read, and there is none below it.
    case smallestLineRead
    /// Larger letters were needed, and there are none.
    case largerLettersNeeded
    /// As many letters were shown as were to be.
    case allLettersShown
    /// The acuity is known as closely as was asked for.
    case intervalReached
    /// One letter after the other was unclear.
    case notUnderstood
}

/// Why a procedure came to its own end.
public enum ProcedureEnd: String, Sendable, Codable {
    /// The last line met the rule that ends the test.
    case stopRuleMet
    /// The smallest line was read, and there is none below it.
    case smallestLineRead
}

/// What a test reports as the acuity.
public enum Figure: String, CaseIterable, Sendable {
    /// What the procedure's own rule says.
    case score
    /// What the answers say, all things that may have been misheard allowed for.
    case estimate
}

/// Why a warm-up ended.
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

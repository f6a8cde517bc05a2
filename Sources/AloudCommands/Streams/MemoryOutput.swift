internal import Synchronization

/// Output that is kept in memory.
public final class MemoryOutput: TextOutput {
    private let kept = Mutex("")

    public init() {}

    /// All that was written.
    public var text: String { kept.withLock { $0 } }

    public func write(_ text: String) throws(OutputError) { kept.withLock { $0 += text } }
}

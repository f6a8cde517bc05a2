import Synchronization

@testable import CommandLineKit

/// Output that is kept in memory.
final class MemoryOutput: TextOutput {
    private let kept = Mutex("")

    init() {}

    /// All that was written.
    var text: String { kept.withLock { $0 } }

    func write(_ text: String) throws(OutputError) { kept.withLock { $0 += text } }
}

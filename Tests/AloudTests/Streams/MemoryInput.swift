import Synchronization

@testable import CommandLineKit

/// Input that is given in memory.
final class MemoryInput: ByteInput {
    private let left: Mutex<ArraySlice<UInt8>>

    init(_ bytes: [UInt8]) { left = Mutex(bytes[...]) }

    convenience init(_ text: String) { self.init(Array(text.utf8)) }

    func read(upTo count: Int) throws(InputError) -> [UInt8] {
        left.withLock { left in
            let piece = left.prefix(count)
            left = left.dropFirst(count)
            return Array(piece)
        }
    }
}

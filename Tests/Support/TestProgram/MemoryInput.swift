package import CommandLineKit
internal import Synchronization

/// Input that is given in memory.
package final class MemoryInput: ByteInput {
    private let left: Mutex<ArraySlice<UInt8>>

    package init(_ bytes: [UInt8]) { left = Mutex(bytes[...]) }

    package convenience init(_ text: String) { self.init(Array(text.utf8)) }

    package func read(upTo count: Int) throws(InputError) -> [UInt8] {
        left.withLock { left in
            let piece = left.prefix(count)
            left = left.dropFirst(count)
            return Array(piece)
        }
    }
}

internal import Synchronization

/// Input that is given in memory.
public final class MemoryInput: ByteInput {
    private let left: Mutex<ArraySlice<UInt8>>

    public init(_ bytes: [UInt8]) { left = Mutex(bytes[...]) }

    public convenience init(_ text: String) { self.init(Array(text.utf8)) }

    public func read(upTo count: Int) throws(InputError) -> [UInt8] {
        left.withLock { left in
            let piece = left.prefix(count)
            left = left.dropFirst(count)
            return Array(piece)
        }
    }
}

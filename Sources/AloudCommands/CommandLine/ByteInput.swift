internal import Synchronization

/// Why bytes could not be read.
public enum InputError: Error, Equatable, CustomStringConvertible {
    /// What was read from, and the system's reason.
    case failed(stream: String, reason: String)
    /// A line without an end, as when sound is given where text is expected.
    case lineTooLong(limit: Int)

    public var description: String {
        switch self {
        case .failed(let stream, let reason):
            "Cannot read \(stream): \(reason)."
        case .lineTooLong(let limit):
            "A line of the input is longer than \(limit) bytes: text was expected, one answer a"
                + " line. Sound belongs to '--input -'."
        }
    }
}

/// A place that bytes come from.
public protocol ByteInput: Sendable {
    /// The next bytes, at least one and at most `count`; none at the end. Blocks until there are
    /// some, or until the test is asked to stop, which reads as the end.
    func read(upTo count: Int) throws(InputError) -> [UInt8]
}

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

/// Takes text from an input, line by line.
public struct LineReader {
    /// The longest line, in bytes: more than anyone says in one breath.
    public static let limit = 65_536

    private let input: any ByteInput
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    public init(_ input: any ByteInput) { self.input = input }

    /// The next line without its end (LF or CR LF); nil after the last. Bytes that are not UTF-8
    /// become U+FFFD.
    public mutating func next() throws(InputError) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer = Array(buffer[(end + 1)...])
                return text(line)
            }
            if isAtEnd {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return text(buffer[...])
            }
            guard buffer.count <= Self.limit else { throw .lineTooLong(limit: Self.limit) }
            let bytes = try input.read(upTo: 4096)
            isAtEnd = bytes.isEmpty
            buffer += bytes
        }
    }

    private func text(_ line: ArraySlice<UInt8>) -> String {
        let isCarriageReturn = line.last == UInt8(ascii: "\r")
        return String(decoding: isCarriageReturn ? line.dropLast() : line, as: UTF8.self)
    }
}

/// Takes text from an input, line by line.
public struct LineReader {
    /// The longest line, in bytes: more than anyone says in one breath.
    public static let limit = 65_536

    private let input: any ByteInput
    private var buffer: [UInt8] = []
    private var isAtEnd = false
    /// Whether the line that is being read was refused: the rest of it is left out.
    private var isSkipping = false

    /// - Parameter input: read in pieces of 4 KiB at most, which may hold the beginnings of further lines.
    public init(_ input: any ByteInput) { self.input = input }

    /// Whether the next line is known without reading on.
    package var isReady: Bool { isAtEnd || buffer.contains(UInt8(ascii: "\n")) }

    /// The next line without its end (LF or CR LF); nil after the last. Bytes that are not UTF-8
    /// become U+FFFD.
    ///
    /// - Throws: `InputError.lineTooLong` as soon as a line is longer than `limit`; the call after
    ///   that goes on with the line that follows it.
    public mutating func next() throws(InputError) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer = Array(buffer[(end + 1)...])
                guard !isSkipping else {
                    isSkipping = false
                    continue
                }
                guard line.count <= Self.limit else { throw .lineTooLong(limit: Self.limit) }
                return text(line)
            }
            if isSkipping { buffer = [] }
            guard buffer.count <= Self.limit else {
                isSkipping = true
                throw .lineTooLong(limit: Self.limit)
            }
            if isAtEnd {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return text(buffer[...])
            }
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

internal import Foundation

/// A file of an acoustic model, read number by number from its start. All are little-endian.
struct ModelBytes {
    private let bytes: Data
    private let name: String
    private(set) var position = 0

    init(_ path: String) throws(SphinxError) {
        name = path
        // Mapped: a copy of it would be most of what a start takes in memory.
        let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard let file else { throw .modelFile(path: path, reason: "it cannot be read") }
        bytes = file
    }

    /// How many bytes are still to come.
    var left: Int { bytes.count - position }

    /// Goes on right behind a text; returns what lies between.
    @discardableResult
    mutating func skip(past text: String) throws(SphinxError) -> String {
        let mark = Array(text.utf8)
        var end = position
        while end + mark.count <= bytes.count {
            if bytes[end] == mark[0], bytes[end..<end + mark.count].elementsEqual(mark) {
                let between = String(decoding: bytes[position..<end], as: UTF8.self)
                position = end + mark.count
                return between
            }
            end += 1
        }
        throw .modelFile(path: name, reason: "it ends too early")
    }

    /// Goes on `count` bytes further.
    mutating func skip(_ count: Int) throws(SphinxError) {
        guard count >= 0, position + count <= bytes.count else {
            throw .modelFile(path: name, reason: "it ends too early")
        }
        position += count
    }

    /// The next `count` bytes: what is many numbers is read from there, since one by one they would
    /// be a good part of a start.
    mutating func bytes(_ count: Int) throws(SphinxError) -> Data {
        let start = position
        try skip(count)
        return bytes[start..<position]
    }

    /// The next `count` bytes as text, without the zero that may end it.
    mutating func text(_ count: Int) throws(SphinxError) -> String {
        String(decoding: try bytes(count).prefix { $0 != 0 }, as: UTF8.self)
    }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type
    ) throws(SphinxError) -> Int {
        let start = position
        try skip(Number.bitWidth / 8)
        let value = bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start, as: Number.self)
        }
        return Int(Number(littleEndian: value))
    }

    mutating func float() throws(SphinxError) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: try number(Int32.self)))
    }

    func require(_ holds: Bool, _ reason: String) throws(SphinxError) {
        guard holds else { throw .modelFile(path: name, reason: reason) }
    }
}

extension UnsafeRawBufferPointer {
    /// The little-endian number at a byte.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, _ type: Number.Type = Number.self
    ) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// The little-endian 32-bit floating point number with so many before it.
    func float(_ index: Int) -> Float { Float(bitPattern: number(at: 4 * index, UInt32.self)) }
}

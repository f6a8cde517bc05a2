internal import Foundation

/// A file of an acoustic model, read number by number from its start. All are little-endian.
struct ModelBytes {
    private let bytes: [UInt8]
    private let name: String
    private(set) var position = 0

    init(_ path: String) throws(SphinxError) {
        name = path
        guard let file = fopen(path, "rb") else {
            throw .modelFile(path: path, reason: "it cannot be read")
        }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = max(0, ftell(file))
        rewind(file)
        // Straight into its place: a copy on the way would be most of what a start takes in memory.
        bytes = Array(unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
        }
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

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) throws(SphinxError) -> ArraySlice<UInt8> {
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

    /// The next `count` records of `size` bytes, all at once: number by number would be a good part of a start.
    ///
    /// - Parameter read: makes a record of the bytes that begin at a place.
    mutating func records<Record>(
        _ count: Int, of size: Int, _ read: (UnsafeRawBufferPointer, Int) -> Record
    ) throws(SphinxError) -> [Record] {
        try require(count >= 0 && count <= left / size, "it ends too early")
        let source = try bytes(count * size)
        return Array(unsafeUninitializedCapacity: count) { records, made in
            source.withUnsafeBytes { bytes in
                for index in 0..<count {
                    (records.baseAddress! + index).initialize(to: read(bytes, index * size))
                }
            }
            made = count
        }
    }

    mutating func float() throws(SphinxError) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: try number(Int32.self)))
    }

    mutating func floats(_ count: Int) throws(SphinxError) -> [Float] {
        let size = MemoryLayout<Float>.size
        let source = try bytes(count * size)
        return source.withUnsafeBytes { source in
            (0..<count).map {
                let bits = source.loadUnaligned(fromByteOffset: $0 * size, as: UInt32.self)
                return Float(bitPattern: UInt32(littleEndian: bits))
            }
        }
    }

    mutating func require(_ holds: Bool, _ reason: String) throws(SphinxError) {
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
}

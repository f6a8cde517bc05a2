internal import Foundation

/// The matrices and vectors of one net, read from its file as they are asked for, by their names.
struct NetTensors {
    private let tensors: [String: NetFile.Header.Tensor]
    private let bytes: Data
    /// Where in them the weights begin.
    private let start: Int
    /// The file's path, for messages.
    private let name: String

    init(
        _ tensors: [String: NetFile.Header.Tensor], in bytes: Data, from start: Int,
        of name: String
    ) {
        self.tensors = tensors
        self.bytes = bytes
        self.start = start
        self.name = name
    }

    /// Whether the net has one of this name.
    func has(_ key: String) -> Bool { tensors[key] != nil }

    /// All its numbers, row after row.
    ///
    /// - Throws: `LetterNetError`, where it is not in the file as it should be.
    func vector(_ key: String) throws(LetterNetError) -> [Float] { try matrix(key).values }

    /// A matrix, of 8 or of 32 bits; what has more than two dimensions has all but the first in a
    /// row.
    ///
    /// - Throws: `LetterNetError`, where it is not in the file as it should be.
    func matrix(_ key: String) throws(LetterNetError) -> Matrix {
        let (tensor, rows, count) = try shape(of: key)
        let columns = count / rows
        let values =
            if tensor.scales == nil {
                try floats(count, at: tensor.offset, key)
            } else {
                try eightBits(key) { values, scales in
                    [Float](unsafeUninitializedCapacity: count) { numbers, made in
                        for (row, scale) in scales.enumerated() {
                            for index in row * columns..<(row + 1) * columns {
                                numbers[index] = Float(values[index]) * scale
                            }
                        }
                        made = count
                    }
                }
            }
        return Matrix(rows: rows, columns: columns, values: values)
    }

    /// A convolution, of 8 bits, with as many taps as its last dimension has.
    ///
    /// - Throws: `LetterNetError`, where it is not in the file as it should be.
    func convolution(_ key: String, stride: Int) throws(LetterNetError) -> Convolution {
        let taps = tensors[key].map { $0.shape.last ?? 1 } ?? 1
        let weights = try eightBits(key) { values, scales in
            PackedMatrix(transposing: values, scales: scales, parts: taps)
        }
        guard let weights else {
            throw .damaged(path: name, reason: "its '\(key)' is no convolution")
        }
        return Convolution(weights: weights, taps: taps, stride: stride)
    }

    private func shape(
        of key: String
    ) throws(LetterNetError) -> (NetFile.Header.Tensor, rows: Int, count: Int) {
        guard let tensor = tensors[key], let rows = tensor.shape.first, rows > 0,
            tensor.shape.count <= 3, tensor.shape.allSatisfy({ $0 > 0 && $0 < 1 << 20 })
        else { throw .damaged(path: name, reason: "it has no '\(key)'") }
        return (tensor, rows, tensor.shape.reduce(1, *))
    }

    private func eightBits<Result>(
        _ key: String, _ body: (UnsafeBufferPointer<Int8>, _ scales: [Float]) -> Result
    ) throws(LetterNetError) -> Result {
        let (tensor, rows, count) = try shape(of: key)
        guard let scales = tensor.scales else {
            throw .damaged(path: name, reason: "its '\(key)' is not of 8 bits")
        }
        let scale = try floats(rows, at: scales, key)
        try check(bytes: count, at: tensor.offset, key)
        return bytes.withUnsafeBytes { bytes in
            let first = start + tensor.offset
            return body(
                UnsafeRawBufferPointer(rebasing: bytes[first..<first + count])
                    .assumingMemoryBound(to: Int8.self), scale)
        }
    }

    private func floats(_ count: Int, at offset: Int, _ key: String) throws(LetterNetError)
        -> [Float]
    {
        try check(bytes: 4 * count, at: offset, key)
        let floats = bytes.withUnsafeBytes { raw in
            (0..<count).map { index in
                let bits = raw.loadUnaligned(
                    fromByteOffset: start + offset + 4 * index, as: UInt32.self)
                return Float(bitPattern: UInt32(littleEndian: bits))
            }
        }
        guard floats.allSatisfy(\.isFinite) else {
            throw .damaged(path: name, reason: "'\(key)' has a value that is no number")
        }
        return floats
    }

    private func check(bytes: Int, at offset: Int, _ key: String) throws(LetterNetError) {
        let most = self.bytes.count - start
        guard offset >= 0, offset <= most, bytes <= most - offset else {
            throw .damaged(path: name, reason: "it ends before '\(key)' does")
        }
    }
}

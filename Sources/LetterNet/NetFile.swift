internal import Acuity
internal import Foundation
internal import LetterSpeech

/// A file of nets as `training/letter-net/export.py` writes it.
///
/// Eight bytes "ALOUDNET", the length of the header as 32 bits, the header as JSON, then the
/// weights: matrices as 8-bit numbers and for each row a 32-bit scale, vectors as 32-bit floating
/// point numbers; all little-endian.
struct NetFile {
    /// What the header says.
    struct Header: Decodable {
        /// A class: its name, and "letter", "word" or "other".
        struct Class: Decodable {
            var name: String
            var kind: String

            /// The letter that it is, if any. "ZED" is a class of its own to the nets, and the letter Z.
            var letter: Letter? {
                kind == "letter" ? name.first.flatMap { Letter($0) } : nil
            }
        }
        /// A matrix or vector: how its numbers are laid out, and at which byte after the header
        /// they start.
        struct Tensor: Decodable {
            var shape: [Int]
            var offset: Int
            /// Where the scales of the rows start; nil for a vector of 32-bit numbers.
            var scales: Int?
        }
        var version: Int
        var classes: [Class]
        /// Of each block of a net, by how much it thins out time; first that of the stem.
        var strides: [Int]
        /// One dictionary a net. Those that have "outputs" tell words.
        var nets: [[String: Tensor]]
        /// The phones that the net tells which has "phones", by their names in the CMU dictionary; nil
        /// where none does.
        var phones: [String]?
    }

    static let magic = Array("ALOUDNET".utf8)
    static let version = 1

    let header: Header
    private let bytes: Data
    /// Where in them the weights begin.
    private let weights: Int
    private let name: String

    /// Reads a file.
    ///
    /// - Throws: `LetterNetError`, where it cannot be read or is not such a file.
    init(path: String) throws(LetterNetError) {
        name = path
        do {
            // Mapped: a copy of it would stay with the process as memory that is free but not given back.
            bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        let start = Self.magic.count + 4
        guard bytes.count > start, Array(bytes.prefix(Self.magic.count)) == Self.magic else {
            throw .damaged(path: path, reason: "it does not begin with 'ALOUDNET'")
        }
        let length = bytes[Self.magic.count..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard start + length <= bytes.count else {
            throw .damaged(path: path, reason: "it ends within its header")
        }
        do {
            header = try JSONDecoder().decode(
                Header.self, from: bytes[start..<start + length])
        } catch {
            throw .damaged(path: path, reason: "its header is not as expected")
        }
        guard header.version == Self.version else {
            throw .damaged(
                path: path,
                reason: "its form is \(header.version), and this program reads \(Self.version)")
        }
        guard Set(header.classes.map(\.name)).count == header.classes.count else {
            throw .damaged(path: path, reason: "a class stands in it twice")
        }
        guard header.classes.contains(where: { $0.letter != nil }) else {
            throw .damaged(path: path, reason: "it tells no letter")
        }
        weights = start + length
    }

    /// The nets.
    func networks() throws(LetterNetError) -> [Network] {
        var found: [Network] = []
        for tensors in header.nets { found.append(try network(tensors)) }
        guard found.contains(where: { $0.words != nil }) else {
            throw .damaged(path: name, reason: "it holds no net that tells words")
        }
        return found
    }

    private func network(_ tensors: [String: Header.Tensor]) throws(LetterNetError) -> Network {
        func shape(of key: String) throws(LetterNetError) -> (Header.Tensor, rows: Int, count: Int)
        {
            guard let tensor = tensors[key], let rows = tensor.shape.first, rows > 0,
                tensor.shape.count <= 3, tensor.shape.allSatisfy({ $0 > 0 && $0 < 1 << 20 })
            else { throw .damaged(path: name, reason: "it has no '\(key)'") }
            return (tensor, rows, tensor.shape.reduce(1, *))
        }
        func eightBits<Result>(
            _ key: String, _ body: (UnsafeBufferPointer<Int8>, _ scales: [Float]) -> Result
        ) throws(LetterNetError) -> Result {
            let (tensor, rows, count) = try shape(of: key)
            guard let scales = tensor.scales else {
                throw .damaged(path: name, reason: "its '\(key)' is not of 8 bits")
            }
            let scale = try floats(rows, at: scales, key)
            try check(bytes: count, at: tensor.offset, key)
            return bytes.withUnsafeBytes { bytes in
                let first = weights + tensor.offset
                return body(
                    UnsafeRawBufferPointer(rebasing: bytes[first..<first + count])
                        .assumingMemoryBound(to: Int8.self), scale)
            }
        }
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
        var blocks: [ResidualBlock] = []
        for (index, stride) in header.strides.dropFirst().enumerated() {
            let key = "block\(index)"
            blocks.append(
                ResidualBlock(
                    first: try convolution("\(key).first", stride: stride),
                    firstOffsets: try matrix("\(key).first.offsets").values,
                    second: try convolution("\(key).second", stride: 1),
                    secondOffsets: try matrix("\(key).second.offsets").values,
                    around: tensors["\(key).around"] == nil
                        ? nil : try convolution("\(key).around", stride: stride)))
        }
        let network = Network(
            stem: try convolution("stem", stride: header.strides.first ?? 1),
            stemOffsets: try matrix("stem.offsets").values, blocks: blocks,
            words: tensors["outputs"] == nil
                ? nil
                : WordOutputs(
                    attention: try matrix("attention"),
                    attentionOffsets: try matrix("attention.offsets").values,
                    embedding: try matrix("embedding"),
                    embeddingOffsets: try matrix("embedding.offsets").values,
                    outputs: try matrix("outputs"),
                    outputOffsets: try matrix("outputs.offsets").values),
            phones: header.phones == nil || tensors["phones"] == nil
                ? nil
                : PhoneOutputs(
                    weights: try matrix("phones"), offsets: try matrix("phones.offsets").values))
        guard
            network.isConsistent(
                classes: header.classes.count,
                phoneClasses: PhoneLikelihoods.classes(of: header.phones?.count ?? 0))
        else {
            throw .damaged(path: name, reason: "the sizes of its matrices do not go together")
        }
        return network
    }

    private func floats(_ count: Int, at offset: Int, _ key: String) throws(LetterNetError)
        -> [Float]
    {
        try check(bytes: 4 * count, at: offset, key)
        let floats = bytes.withUnsafeBytes { raw in
            (0..<count).map { index in
                let bits = raw.loadUnaligned(
                    fromByteOffset: weights + offset + 4 * index, as: UInt32.self)
                return Float(bitPattern: UInt32(littleEndian: bits))
            }
        }
        guard floats.allSatisfy(\.isFinite) else {
            throw .damaged(path: name, reason: "'\(key)' has a value that is no number")
        }
        return floats
    }

    private func check(bytes: Int, at offset: Int, _ key: String) throws(LetterNetError) {
        let most = self.bytes.count - weights
        guard offset >= 0, offset <= most, bytes <= most - offset else {
            throw .damaged(path: name, reason: "it ends before '\(key)' does")
        }
    }
}

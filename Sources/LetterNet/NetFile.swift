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

            /// The letter that it is, if any. "ZED" is a class of its own to the nets, and the
            /// letter Z.
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
        /// The phones that the net tells which has "phones", by their names in the CMU dictionary;
        /// nil where none does.
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
            // Mapped: a copy of it would stay with the process as memory that is free but not given
            // back.
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
        let tensors = NetTensors(tensors, in: bytes, from: weights, of: name)
        let blocks = try self.blocks(of: tensors)
        let network = Network(
            stem: try tensors.convolution("stem", stride: header.strides.first ?? 1),
            stemOffsets: try tensors.vector("stem.offsets"), blocks: blocks,
            words: tensors.has("outputs") ? try WordOutputs(tensors) : nil,
            phones: header.phones != nil && tensors.has("phones")
                ? try PhoneOutputs(tensors) : nil)
        guard
            network.isConsistent(
                classes: header.classes.count,
                phoneClasses: PhoneLikelihoods.classes(of: header.phones?.count ?? 0))
        else {
            throw .damaged(path: name, reason: "the sizes of its matrices do not go together")
        }
        return network
    }

    private func blocks(of tensors: NetTensors) throws(LetterNetError) -> [ResidualBlock] {
        var blocks: [ResidualBlock] = []
        for (index, stride) in header.strides.dropFirst().enumerated() {
            let key = "block\(index)"
            blocks.append(
                ResidualBlock(
                    first: try tensors.convolution("\(key).first", stride: stride),
                    firstOffsets: try tensors.vector("\(key).first.offsets"),
                    second: try tensors.convolution("\(key).second", stride: 1),
                    secondOffsets: try tensors.vector("\(key).second.offsets"),
                    around: tensors.has("\(key).around")
                        ? try tensors.convolution("\(key).around", stride: stride) : nil))
        }
        return blocks
    }
}

extension WordOutputs {
    fileprivate init(_ tensors: NetTensors) throws(LetterNetError) {
        self.init(
            attention: try tensors.matrix("attention"),
            attentionOffsets: try tensors.vector("attention.offsets"),
            embedding: try tensors.matrix("embedding"),
            embeddingOffsets: try tensors.vector("embedding.offsets"),
            outputs: try tensors.matrix("outputs"),
            outputOffsets: try tensors.vector("outputs.offsets"))
    }
}

extension PhoneOutputs {
    fileprivate init(_ tensors: NetTensors) throws(LetterNetError) {
        self.init(
            weights: try tensors.matrix("phones"), offsets: try tensors.vector("phones.offsets"))
    }
}

internal import CEncoderKernels
internal import Foundation
internal import Glibc

/// A file of a speech encoder as `training/ear/export.py` writes it.
///
/// Eight bytes "ALOUDEAR", the length of the header as 32 bits, the header as JSON, zeros up to the
/// next multiple of 64, then the tensors, each at a multiple of 64 bytes from there; all
/// little-endian. A file that names a `base` has only the tensors in which its net differs from that
/// of the other file.
struct EncoderFile: ~Copyable {
    /// The header of the file.
    struct Header: Decodable {
        /// The size of the net.
        struct Sizes: Decodable {
            /// Mel bands of a frame.
            var mels: Int
            /// The length of a frame's vector.
            var width: Int
            var layers: Int
            /// Attention heads of a layer.
            var heads: Int
            /// The length of a frame's vector between the two products of a feed-forward block.
            var inner: Int
        }
        /// A tensor: its name, its type ("f32" or "i8"), its shape, and the byte of the data where
        /// it starts.
        struct Tensor: Decodable {
            var name: String
            var type: String
            var shape: [Int]
            var offset: Int
            /// The name of the tensor that holds the scale of each output, for "i8".
            var scales: String?
        }
        var version: Int
        var source: String
        var sizes: Sizes
        var tokens: [String]
        /// The name of the file in the same folder that has the tensors missing here; nil for none.
        var base: String?
        /// The length of the data.
        var bytes: Int
        /// The two sums of `aloud_checksum` over the data, each as 16 hexadecimal digits.
        var checksum: String
        var tensors: [Tensor]
    }

    /// The only key that files of all versions have.
    private struct Version: Decodable { var version: Int }

    private static let magic = Array("ALOUDEAR".utf8)
    static let version = 1
    private static let alignment = 64

    let header: Header
    private let file: MappedFile
    private let data: UnsafeRawBufferPointer
    private let tensors: [String: Header.Tensor]
    private let path: String
    /// The file that has the tensors missing here; nil for none.
    private let base: BaseFile?

    /// Largest number of files of one net: a head, the layers of several heads, and the first net.
    private static let mostFiles = 3

    /// Reads a file and the files that it is based on, and checks that they are complete.
    ///
    /// - Parameter depth: the number of files that are based on this one.
    /// - Throws: `SpeechEncoderError`, where one cannot be read or is not such a file.
    init(path: String, depth: Int = 0) throws(SpeechEncoderError) {
        let file = try MappedFile.open(path)
        let (header, start) = try Self.header(of: file.bytes, path: path)
        let data = UnsafeRawBufferPointer(rebasing: file.bytes[start...])
        guard data.count == header.bytes else {
            throw .damaged(
                path: path,
                reason: "it has \(data.count) bytes after its header instead of \(header.bytes)")
        }
        guard Self.checksum(of: data) == header.checksum else {
            throw .damaged(path: path, reason: "its checksum does not match its data")
        }
        if let name = header.base {
            guard depth + 1 < Self.mostFiles, !name.contains("/") else {
                throw .damaged(path: path, reason: "it cannot be based on '\(name)'")
            }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            base = BaseFile(
                file: try EncoderFile(
                    path: folder.appendingPathComponent(name).path, depth: depth + 1))
        } else {
            base = nil
        }
        self.header = header
        self.data = data
        self.path = path
        self.file = file
        tensors = Dictionary(
            header.tensors.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The header, and where the data begin.
    private static func header(
        of bytes: UnsafeRawBufferPointer, path: String
    ) throws(SpeechEncoderError) -> (Header, start: Int) {
        let first = magic.count + 4
        guard bytes.count >= first, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw .damaged(path: path, reason: "it does not begin with 'ALOUDEAR'")
        }
        let length = bytes[magic.count..<first].reversed().reduce(0) { $0 << 8 | Int($1) }
        let start = (first + length + alignment - 1) / alignment * alignment
        guard start <= bytes.count else {
            throw .damaged(path: path, reason: "it ends within its header")
        }
        let json = Data(bytes[first..<first + length])
        guard let form = try? JSONDecoder().decode(Version.self, from: json).version else {
            throw .damaged(path: path, reason: "its header is not as expected")
        }
        guard form == version else {
            throw .damaged(
                path: path, reason: "its form is \(form), and this program reads \(version)")
        }
        do {
            return (try JSONDecoder().decode(Header.self, from: json), start)
        } catch {
            throw .damaged(path: path, reason: "its header is not as expected")
        }
    }

    private static func checksum(of data: UnsafeRawBufferPointer) -> String? {
        guard data.count % 4 == 0, let count = UInt32(exactly: data.count / 4) else { return nil }
        var sums: [UInt64] = [0, 0]
        aloud_checksum(data.bindMemory(to: UInt32.self).baseAddress, count, &sums)
        return sums.map { sum in
            let digits = String(sum, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// A tensor of 32-bit numbers, which stay in place as long as this file exists.
    ///
    /// - Throws: if it is missing, has another shape, or has a value that is not a number.
    func floats(
        _ name: String, shape: [Int]
    ) throws(SpeechEncoderError) -> UnsafePointer<Float> {
        if tensors[name] == nil, let base { return try base.file.floats(name, shape: shape) }
        let part = try bytes(of: name, type: "f32", size: 4, shape: shape).bindMemory(
            to: Float.self)
        guard let first = part.baseAddress, part.allSatisfy(\.isFinite) else {
            throw .damaged(path: path, reason: "'\(name)' has a value that is not a number")
        }
        return first
    }

    /// The weights of a product: "name.weight", its scales, and "name.bias".
    func product(
        _ name: String, inputs: Int, outputs: Int
    ) throws(SpeechEncoderError) -> ProductWeights {
        let weights = "\(name).weight"
        if tensors[weights] == nil, let base {
            return try base.file.product(name, inputs: inputs, outputs: outputs)
        }
        let part = try bytes(of: weights, type: "i8", size: 1, shape: [inputs, outputs])
        guard let first = part.bindMemory(to: Int8.self).baseAddress,
            let scales = tensors[weights]?.scales
        else { throw .damaged(path: path, reason: "'\(weights)' has no scales") }
        return ProductWeights(
            inputs: inputs, outputs: outputs, weights: first,
            scales: try floats(scales, shape: [outputs]),
            offsets: try floats("\(name).bias", shape: [outputs]))
    }

    /// The numbers of a layer normalisation: "name.weight" and "name.bias".
    func norm(_ name: String, width: Int) throws(SpeechEncoderError) -> NormWeights {
        NormWeights(
            gains: try floats("\(name).weight", shape: [width]),
            offsets: try floats("\(name).bias", shape: [width]))
    }

    /// The error for impossible sizes or tokens in the header.
    func refusal(_ reason: String) -> SpeechEncoderError { .damaged(path: path, reason: reason) }

    private func bytes(
        of name: String, type: String, size: Int, shape: [Int]
    ) throws(SpeechEncoderError) -> UnsafeRawBufferPointer {
        guard let tensor = tensors[name] else {
            throw .damaged(path: path, reason: "it has no '\(name)'")
        }
        guard tensor.type == type, tensor.shape == shape else {
            throw .damaged(
                path: path,
                reason: "'\(name)' is \(tensor.type) \(tensor.shape) instead of \(type) \(shape)")
        }
        let count = shape.reduce(size, *)
        guard tensor.offset >= 0, tensor.offset % Self.alignment == 0,
            tensor.offset <= data.count - count
        else { throw .damaged(path: path, reason: "'\(name)' is outside of the file's data") }
        return UnsafeRawBufferPointer(rebasing: data[tensor.offset..<tensor.offset + count])
    }
}

/// A file that another is based on: it holds the tensors that the other lacks.
private final class BaseFile {
    let file: EncoderFile

    init(file: consuming EncoderFile) { self.file = file }
}

/// The reason that a speech encoder could not be read.
package enum SpeechEncoderError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not a speech encoder, or not a whole one.
    case damaged(path: String, reason: String)

    package var description: String {
        let wayOut =
            "Take models/ear.net from the release again, or rebuild it with training/ear."
        return switch self {
        case .unreadable(let path, let reason):
            "The speech encoder '\(path)' cannot be read: \(reason). \(wayOut)"
        case .damaged(let path, let reason):
            "'\(path)' is not a whole speech encoder: \(reason). \(wayOut)"
        }
    }
}

/// The bytes of a file, mapped into memory. They are unmapped when the owner ends.
struct MappedFile: ~Copyable {
    /// Aligned to a page.
    let bytes: UnsafeRawBufferPointer

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Maps a file. The corresponding C functions are `open`, `fstat` and `mmap`.
    ///
    /// - Throws: `SpeechEncoderError`, where it cannot be read or is empty.
    static func open(_ path: String) throws(SpeechEncoderError) -> MappedFile {
        // Does not wait for a writer if it is a pipe.
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(path: path, reason: lastError) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .unreadable(path: path, reason: lastError)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a file")
        }
        guard status.st_size > 0 else { throw .damaged(path: path, reason: "it is empty") }
        let count = Int(status.st_size)
        // Reads all pages at once: the checksum needs every page, and thousands of page faults take
        // longer.
        let start = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0)
        guard let start, start != MAP_FAILED else {
            throw .unreadable(path: path, reason: lastError)
        }
        return MappedFile(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }

    private static var lastError: String { String(cString: strerror(errno)) }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

internal import CSodium
internal import Foundation
internal import Glibc

/// A file that only a passphrase opens: Argon2id makes the key, and the stream of
/// XChaCha20-Poly1305 reveals every change, including a missing end (libsodium's `secretstream`).
///
/// The file is the mark, the salt, the cost of the key, the header of the stream, and its pieces.
package enum SealedFile {
    private static let mark = Array("ALOUDSEALED1\n".utf8)
    private static let pieceBytes = 1 << 16
    private static var overhead: Int { Int(crypto_secretstream_xchacha20poly1305_abytes()) }
    private static let saltBytes = 16
    private static let headerBytes = 24
    private static let keyBytes = 32
    /// The highest cost of a key that is accepted from a file: 1 GiB, 64 passes.
    private static let mostMemory: UInt64 = 1 << 30
    private static let mostPasses: UInt64 = 64

    /// Whether a file begins with the mark of sealed files.
    package static func isOne(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        return (try? handle.read(upToCount: mark.count)).map { $0.map(Array.init) == mark } ?? false
    }

    /// Seals a file into a new one, which is on the disk when the call returns.
    ///
    /// - Throws: `SealingError`.
    package static func seal(
        _ path: String, to target: String, passphrase: String
    ) throws(SealingError) {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        let input = try Input(path)
        let output = try Output(target)
        var salt = [UInt8](repeating: 0, count: saltBytes)
        randombytes_buf(&salt, salt.count)
        let passes = UInt64(crypto_pwhash_opslimit_moderate())
        let memory = UInt64(crypto_pwhash_memlimit_moderate())
        let key = try self.key(passphrase, salt: salt, passes: passes, memory: memory)
        var state = crypto_secretstream_xchacha20poly1305_state()
        var header = [UInt8](repeating: 0, count: headerBytes)
        crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
        do throws(SealingError) {
            try output.write(mark + salt + bytes(of: passes) + bytes(of: memory) + header)
            var piece = try input.read(pieceBytes)
            while true {
                let next = piece.count < pieceBytes ? [] : try input.read(pieceBytes)
                let tag =
                    next.isEmpty
                    ? crypto_secretstream_xchacha20poly1305_tag_final()
                    : crypto_secretstream_xchacha20poly1305_tag_message()
                var sealed = [UInt8](repeating: 0, count: piece.count + overhead)
                crypto_secretstream_xchacha20poly1305_push(
                    &state, &sealed, nil, piece, UInt64(piece.count), nil, 0, UInt8(tag))
                try output.write(sealed)
                if next.isEmpty { break }
                piece = next
            }
            try output.finish()
        } catch {
            output.discard()
            throw error
        }
    }

    /// Opens a sealed file into a new one.
    ///
    /// - Throws: `SealingError`; no new file remains.
    package static func open(
        _ path: String, to target: String, passphrase: String
    ) throws(SealingError) {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        let input = try Input(path)
        let head = try input.read(mark.count + saltBytes + 16 + headerBytes)
        guard head.count == mark.count + saltBytes + 16 + headerBytes,
            Array(head.prefix(mark.count)) == mark
        else { throw .notSealed(path) }
        let rest = Array(head.dropFirst(mark.count))
        let passes = number(Array(rest[saltBytes..<saltBytes + 8]))
        let memory = number(Array(rest[saltBytes + 8..<saltBytes + 16]))
        guard passes <= mostPasses, memory <= mostMemory else { throw .notSealed(path) }
        let key = try self.key(
            passphrase, salt: Array(rest.prefix(saltBytes)), passes: passes, memory: memory)
        var state = crypto_secretstream_xchacha20poly1305_state()
        guard
            crypto_secretstream_xchacha20poly1305_init_pull(
                &state, Array(rest.suffix(headerBytes)), key) == 0
        else { throw .notSealed(path) }
        let output = try Output(target)
        do throws(SealingError) {
            var isFirst = true
            while true {
                let sealed = try input.read(pieceBytes + overhead)
                guard sealed.count >= overhead else { throw .cut(path) }
                var piece = [UInt8](repeating: 0, count: sealed.count - overhead)
                var tag: UInt8 = 0
                guard
                    crypto_secretstream_xchacha20poly1305_pull(
                        &state, &piece, nil, &tag, sealed, UInt64(sealed.count), nil, 0) == 0
                else { throw isFirst ? .wrongPassphrase : .changed(path) }
                isFirst = false
                try output.write(piece)
                if Int(tag) == Int(crypto_secretstream_xchacha20poly1305_tag_final()) { break }
            }
            guard try input.read(1).isEmpty else { throw .changed(path) }
            try output.finish()
        } catch {
            output.discard()
            throw error
        }
    }

    private static func key(
        _ passphrase: String, salt: [UInt8], passes: UInt64, memory: UInt64
    ) throws(SealingError) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: keyBytes)
        let words = passphrase.precomposedStringWithCanonicalMapping.utf8.map {
            CChar(bitPattern: $0)
        }
        let status = crypto_pwhash(
            &key, UInt64(keyBytes), words, UInt64(words.count), salt, passes, Int(memory),
            crypto_pwhash_alg_argon2id13())
        guard status == 0 else { throw .noMemory }
        return key
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) }
    }
}

/// A file that is read piece by piece.
private final class Input {
    private let handle: FileHandle
    private let path: String

    init(_ path: String) throws(SealingError) {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw .notRead(path) }
        self.handle = handle
        self.path = path
    }

    /// The next bytes, fewer at the end.
    func read(_ count: Int) throws(SealingError) -> [UInt8] {
        do {
            var bytes: [UInt8] = []
            while bytes.count < count, let more = try handle.read(upToCount: count - bytes.count),
                !more.isEmpty
            {
                bytes += more
            }
            return bytes
        } catch { throw .notRead(path) }
    }
}

/// A new file, which only its owner can read.
final class Output {
    private let handle: FileHandle
    private let path: String

    init(_ path: String) throws(SealingError) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .exists(path) : .notWritten(path)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
    }

    func write(_ bytes: [UInt8]) throws(SealingError) {
        do { try handle.write(contentsOf: Data(bytes)) } catch { throw .notWritten(path) }
    }

    /// Waits until all is on the disk.
    func finish() throws(SealingError) {
        do {
            try handle.synchronize()
            try handle.close()
        } catch { throw .notWritten(path) }
    }

    func discard() { unlink(path) }
}

/// The reason that a file cannot be sealed or opened.
package enum SealingError: Error, Equatable, CustomStringConvertible {
    case notRead(String)
    case notWritten(String)
    case exists(String)
    case notSealed(String)
    case wrongPassphrase
    case changed(String)
    case cut(String)
    case noMemory
    case badKeys(String)

    /// The reason and the way out.
    package var description: String {
        switch self {
        case .notRead(let path): "'\(path)' cannot be read. Check the path and its permissions."
        case .notWritten(let path):
            "'\(path)' cannot be written. Check its folder, and whether the disk is full."
        case .exists(let path): "'\(path)' already exists. Name another file."
        case .notSealed(let path): "'\(path)' is not a backup of Aloud's records."
        case .wrongPassphrase: "The passphrase is wrong, or the backup was changed."
        case .changed(let path): "'\(path)' was changed or damaged. Use another backup."
        case .cut(let path): "'\(path)' is cut off. Use another backup."
        case .badKeys(let path):
            "'\(path)' has a line that is not an audit key. A key has 64 hexadecimal digits."
        case .noMemory:
            "There is not enough memory for the key of a passphrase, 256 MiB. End other programs."
        }
    }
}

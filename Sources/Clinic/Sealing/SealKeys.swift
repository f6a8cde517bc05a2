internal import CSodium
internal import Foundation
internal import Glibc

/// The keys that seal the audit trail, in a file that only its owner can read.
///
/// Each line is a key of 64 hexadecimal digits. The first key is this machine's, and those of other
/// machines may follow. A line "lost NAME" names a lost key. A line that begins with "#" is a
/// remark.
package struct SealKeys: Sendable, Equatable {
    /// A key, and its name in the trail.
    package struct Key: Sendable, Equatable {
        /// The first digits of the key's digest, which are safe to show.
        package let name: String
        /// The 32 bytes.
        package let bytes: [UInt8]

        fileprivate init(_ bytes: [UInt8]) {
            self.bytes = bytes
            name = Hexadecimal.text(
                Array(BLAKE2b.digest(Array("seal key".utf8) + bytes).prefix(4)))
        }

        /// The line of the file.
        package var line: String { Hexadecimal.text(bytes) }
    }

    /// The key of this machine.
    package let own: Key
    /// The keys of other machines.
    package private(set) var others: [Key] = []
    /// The names of lost keys.
    package private(set) var lost: Set<String> = []

    /// The lines of all keys.
    package var lines: [String] { ([own] + others).map(\.line) }

    /// Reads the keys of a file, which is made with a new key if it is missing.
    ///
    /// - Throws: `SealingError`.
    package init(at path: String) throws(SealingError) {
        if let known = try SealKeys(reading: path) {
            self = known
            return
        }
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var bytes = [UInt8](repeating: 0, count: Self.bytes)
        randombytes_buf(&bytes, bytes.count)
        do throws(SealingError) {
            try Self.write(
                "# The key of Aloud's audit trail. Keep it secret, and a copy with the backups.\n"
                    + Key(bytes).line + "\n", to: path)
        } catch {
            // Another program may have made it in between.
            guard case .exists = error else { throw error }
        }
        guard let made = try SealKeys(reading: path) else { throw .notRead(path) }
        self = made
    }

    /// Reads the keys of a file; nil if there is none.
    ///
    /// - Throws: `SealingError`.
    package init?(reading path: String) throws(SealingError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard [ENOENT, ENOTDIR].contains(errno) else { throw .notRead(path) }
            return nil
        }
        guard let content = FileManager.default.contents(atPath: path) else { throw .notRead(path) }
        var keys: [Key] = []
        for line in String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.isEmpty || words[0].hasPrefix("#") { continue }
            if words.count == 2, words[0] == "lost" {
                lost.insert(String(words[1]))
            } else if words.count == 1, let key = Self.key(String(words[0])) {
                if !keys.contains(key) { keys.append(key) }
            } else {
                throw .badKeys(path)
            }
        }
        guard let own = keys.first else { throw .badKeys(path) }
        self.own = own
        others = Array(keys.dropFirst())
    }

    /// The key of a line; nil for any other text.
    package static func key(_ line: String) -> Key? {
        let digits = line.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 * bytes, line.utf8.count == 2 * bytes else { return nil }
        return Key(
            stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            })
    }

    /// Adds keys of other machines to a file.
    ///
    /// - Returns: the number of keys that were new.
    /// - Throws: `SealingError`.
    package static func add(_ lines: [String], to path: String) throws(SealingError) -> Int {
        let known = try SealKeys(at: path)
        var names = Set(([known.own] + known.others).map(\.name))
        let new = lines.compactMap(key).filter { names.insert($0.name).inserted }
        guard !new.isEmpty else { return 0 }
        guard let content = FileManager.default.contents(atPath: path) else { throw .notRead(path) }
        var text = String(decoding: content, as: UTF8.self)
        if !text.hasSuffix("\n") { text += "\n" }
        try write(text + new.map { $0.line + "\n" }.joined(), to: path, replacing: true)
        return new.count
    }

    /// The keyed digest of a message: BLAKE2b with a key (RFC 7693, 2.9).
    @Sendable package static func code(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var code = [UInt8](repeating: 0, count: 32)
        let status = crypto_generichash(
            &code, code.count, message, UInt64(message.count), key, key.count)
        precondition(status == 0, "a digest of 32 bytes with a key of 32 always works")
        return code
    }

    private static let bytes = 32

    /// Writes a file, which is on the disk when the call returns.
    private static func write(
        _ text: String, to path: String, replacing: Bool = false
    ) throws(SealingError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw .notWritten(path) }
        let part = path + "-\(UUID().uuidString)"
        defer { unlink(part) }
        let output = try Output(part)
        try output.write(Array(text.utf8))
        try output.finish()
        if replacing {
            guard rename(part, path) == 0 else { throw .notWritten(path) }
        } else {
            try NewFile.place(part, at: path)
        }
    }
}

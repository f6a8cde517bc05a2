internal import CSodium
internal import Foundation
internal import Glibc

/// A secret that Aloud shares with another program, in a file that only its owner can read: the first
/// line, without the spaces at its ends.
package struct SharedSecret: Sendable, Equatable {
    /// The bytes of the line.
    package let bytes: [UInt8]
    /// Whether the file was made with a new secret.
    package let isNew: Bool

    /// Minimum length of a secret, in characters: chosen.
    private static let fewest = 16

    /// Reads the secret of a file, which is made with 64 random hexadecimal digits if it is missing.
    ///
    /// - Throws: `SharedSecretFault`.
    package init(at path: String) throws(SharedSecretFault) {
        isNew = try Self.make(path)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let content = FileManager.default.contents(atPath: path)
        else { throw .notRead(path) }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path) }
        let line =
            String(decoding: content, as: UTF8.self)
            .split(whereSeparator: \.isNewline).first ?? ""
        let secret = line.trimmingCharacters(in: .whitespaces)
        guard secret.count >= Self.fewest else { throw .tooShort(path) }
        bytes = Array(secret.utf8)
    }

    /// Makes the file with a new secret if it is missing.
    ///
    /// - Returns: whether it was missing.
    private static func make(_ path: String) throws(SharedSecretFault) -> Bool {
        guard access(path, F_OK) != 0 else { return false }
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var random = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&random, random.count)
        let text = Hexadecimal.text(random) + "\n"
        let part = path + "-\(UUID().uuidString)"
        defer { unlink(part) }
        do throws(SealingError) {
            let output = try Output(part)
            try output.write(Array(text.utf8))
            try output.finish()
            try NewFile.place(part, at: path)
            return true
        } catch {
            // Another program may have made it in between.
            if case .exists = error { return false }
            throw .notMade(path)
        }
    }
}

/// The reason that a shared secret cannot be used.
package enum SharedSecretFault: Error, Equatable, CustomStringConvertible {
    case notMade(String)
    case notRead(String)
    case openToOthers(String)
    case tooShort(String)

    /// The fault and the way out.
    package var description: String {
        switch self {
        case .notMade(let path):
            "The file of the secret, '\(path)', cannot be made. Name a file in a folder that may be"
                + " written."
        case .notRead(let path): "The file of the secret, '\(path)', cannot be read."
        case .openToOthers(let path):
            "Others can read the secret in '\(path)'. Run 'chmod 600 \(path)', and choose a new"
                + " secret if somebody may have read it."
        case .tooShort(let path):
            "The secret in '\(path)' must have at least 16 characters on its first line."
        }
    }
}

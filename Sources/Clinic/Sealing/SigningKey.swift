internal import CSodium

/// A key that signs documents: Ed25519 (RFC 8032) by libsodium.
///
/// Its file has the 32 bytes of the seed as 64 hexadecimal digits. Only its owner can read it.
package struct SigningKey: Sendable {
    private let secret: [UInt8]
    /// The public key that belongs to it, as 64 hexadecimal digits.
    package let publicKey: String
    /// Whether the file was made with a new key.
    package let isNew: Bool

    /// Reads the key of a file, which is made with a new key if it is missing.
    ///
    /// - Throws: `SharedSecretFault`, or `SealingError.badKeys` for a file without such a key.
    package init(at path: String) throws {
        let file = try SharedSecret(at: path)
        guard let seed = Hexadecimal.bytes(String(decoding: file.bytes, as: UTF8.self)),
            seed.count == KeySignature.keyBytes
        else { throw SealingError.badKeys(path) }
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var open = [UInt8](repeating: 0, count: KeySignature.keyBytes)
        var secret = [UInt8](repeating: 0, count: Int(crypto_sign_secretkeybytes()))
        crypto_sign_seed_keypair(&open, &secret, seed)
        self.secret = secret
        publicKey = Hexadecimal.text(open)
        isNew = file.isNew
    }

    /// The signature of bytes, as 128 hexadecimal digits.
    package func signature(of bytes: [UInt8]) -> String {
        var signature = [UInt8](repeating: 0, count: KeySignature.bytes)
        crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
        return Hexadecimal.text(signature)
    }
}

/// The check of signatures by Ed25519.
package enum KeySignature {
    /// The bytes of a signature, and of a public key.
    static let bytes = 64
    static let keyBytes = 32

    /// Whether a signature of bytes is that of a public key; both are hexadecimal digits.
    package static func isValid(_ signature: String, of bytes: [UInt8], by key: String) -> Bool {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        guard let signature = Hexadecimal.bytes(signature), signature.count == Self.bytes,
            isKey(key), let key = Hexadecimal.bytes(key)
        else { return false }
        return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), key) == 0
    }

    /// Whether a text has the form of a public key.
    package static func isKey(_ text: String) -> Bool {
        Hexadecimal.bytes(text)?.count == keyBytes
    }
}

/// Bytes as pairs of small hexadecimal digits.
package enum Hexadecimal {
    /// The digits of bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes of digits; nil for any other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}

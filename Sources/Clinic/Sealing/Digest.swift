internal import CSodium

/// The library's start, which happens once.
enum Sodium {
    /// Whether the library works. Its start is safe on any thread.
    static let isReady = sodium_init() >= 0
}

/// BLAKE2b, a digest of bytes (RFC 7693).
package enum BLAKE2b {
    /// The digest of 32 bytes.
    @Sendable package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var digest = [UInt8](repeating: 0, count: 32)
        let status = crypto_generichash(
            &digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        precondition(status == 0, "a digest of 32 bytes always works")
        return digest
    }
}

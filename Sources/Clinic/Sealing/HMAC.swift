internal import CGnuTLS

/// HMAC with SHA-1 (RFC 2104), which all apps for one-time codes support (RFC 6238).
package enum HMACSHA1 {
    /// The digest of 20 bytes.
    @Sendable package static func digest(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(GNUTLS_MAC_SHA1, bytes: 20, key, message)
    }
}

/// HMAC with SHA-256 (RFC 2104), with which receivers of webhooks check who sent a body.
package enum HMACSHA256 {
    /// The digest of 32 bytes.
    @Sendable package static func digest(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        hmac(GNUTLS_MAC_SHA256, bytes: 32, key, message)
    }
}

/// The digest of a message with a key. The corresponding C function is `gnutls_hmac_fast`.
private func hmac(
    _ algorithm: gnutls_mac_algorithm_t, bytes: Int, _ key: [UInt8], _ message: [UInt8]
) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: bytes)
    let status = gnutls_hmac_fast(algorithm, key, key.count, message, message.count, &digest)
    precondition(status == 0, "HMAC of bytes in memory always works")
    return digest
}

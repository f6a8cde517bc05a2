internal import CGnuTLS

/// HMAC with SHA-256 (RFC 2104), with which receivers of webhooks check who sent a body. The
/// corresponding C function is `gnutls_hmac_fast`.
package enum HMACSHA256 {
    /// The digest of 32 bytes.
    @Sendable package static func digest(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let status = gnutls_hmac_fast(
            GNUTLS_MAC_SHA256, key, key.count, message, message.count, &digest)
        precondition(status == 0, "HMAC with SHA-256 of bytes in memory always works")
        return digest
    }
}

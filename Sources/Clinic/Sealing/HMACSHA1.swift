internal import CGnuTLS

/// HMAC with SHA-1 (RFC 2104), the one that apps for one-time codes have in common (RFC 6238). The
/// corresponding C function is `gnutls_hmac_fast`.
package enum HMACSHA1 {
    /// The digest of 20 bytes.
    @Sendable package static func digest(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let status = gnutls_hmac_fast(
            GNUTLS_MAC_SHA1, key, key.count, message, message.count, &digest)
        precondition(status == 0, "HMAC with SHA-1 of bytes in memory always works")
        return digest
    }
}

internal import CSodium
internal import Synchronization

/// Passwords as they are kept: Argon2id (RFC 9106) with 64 MiB and two passes, libsodium's
/// "interactive" limits.
///
/// One is computed at a time, so that many sign-ins together need no more memory than one. The
/// corresponding C functions are `crypto_pwhash_str` and its like.
package enum Argon2id {
    private static let working = Mutex(())

    /// The hash of a password, for the store; nil if there is not enough memory to compute it.
    @Sendable package static func kept(_ password: String) -> String? {
        kept(
            password, passes: Int(crypto_pwhash_OPSLIMIT_INTERACTIVE),
            mebibytes: Int(crypto_pwhash_MEMLIMIT_INTERACTIVE) >> 20)
    }

    /// The hash of a password with other limits, which `isOutdated` then reports.
    package static func kept(_ password: String, passes: Int, mebibytes: Int) -> String? {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let bytes = Array(password.utf8CString)
        let status = working.withLock { _ in
            crypto_pwhash_str(
                &text, bytes, UInt64(bytes.count - 1),
                UInt64(passes), mebibytes << 20)
        }
        guard status == 0 else { return nil }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password matches a stored hash.
    @Sendable package static func fits(_ password: String, _ kept: String) -> Bool {
        precondition(Sodium.isReady, "libsodium finds no source of random numbers")
        let bytes = Array(password.utf8CString)
        return working.withLock { _ in
            crypto_pwhash_str_verify(kept, bytes, UInt64(bytes.count - 1)) == 0
        }
    }

    /// Whether a stored hash was computed with other limits than today's.
    @Sendable package static func isOutdated(_ kept: String) -> Bool {
        crypto_pwhash_str_needs_rehash(
            kept, UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE),
            Int(crypto_pwhash_MEMLIMIT_INTERACTIVE)) != 0
    }
}

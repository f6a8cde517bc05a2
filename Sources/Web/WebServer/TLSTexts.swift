internal import Glibc
internal import HTTP

/// The certificate, the key and the versions of TLS as C strings for the library.
///
/// `@unchecked Sendable`: the pointers are set in `init`, and the texts are not changed until they are
/// freed, when nobody holds the object; until then any thread of the library may read them.
final class TLSTexts: @unchecked Sendable {
    let certificate: UnsafeMutablePointer<CChar>?
    let key: UnsafeMutablePointer<CChar>?
    let priorities: UnsafeMutablePointer<CChar>?

    /// TLS 1.2 and 1.3 alone, without renegotiation; see the manual of GnuTLS, "Priority Strings".
    private static let versions = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%SAFE_RENEGOTIATION"

    init(_ identity: ServerCertificate) {
        certificate = strdup(String(decoding: identity.certificate, as: UTF8.self))
        key = strdup(String(decoding: identity.key, as: UTF8.self))
        priorities = strdup(Self.versions)
    }

    deinit {
        if let key { memset(key, 0, strlen(key)) }
        for text in [certificate, key, priorities] { free(text) }
    }
}

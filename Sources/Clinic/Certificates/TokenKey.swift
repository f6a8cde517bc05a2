internal import CGnuTLS

/// A private key that signs tokens (JWS, RFC 7515): ECDSA on P-384 or RSA, each with SHA-384.
package final class TokenKey {
    private let handle: gnutls_privkey_t
    /// The name of the signature in a token: "ES384" or "RS384".
    package let algorithm: String

    /// The bytes of one number of a signature on P-384.
    private static let numberBytes = 48

    /// The key of a file in PEM that only its owner can read.
    ///
    /// - Throws: `CertificateError`.
    package init(at path: String) throws(CertificateError) {
        let pem = try PrivateFile.read(path, isSecret: true)
        var made: gnutls_privkey_t?
        try CertificateError.check(gnutls_privkey_init(&made))
        guard let made else { throw .library("no key") }
        handle = made
        let status = Datum.with(pem) {
            gnutls_privkey_import_x509_raw(made, $0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        var bits: UInt32 = 0
        let kind = status < 0 ? status : gnutls_privkey_get_pk_algorithm(made, &bits)
        switch UInt32(bitPattern: kind) {
        case GNUTLS_PK_ECDSA.rawValue where bits == 384: algorithm = "ES384"
        case GNUTLS_PK_RSA.rawValue: algorithm = "RS384"
        default:
            algorithm = ""
            throw .notOne(path, what: "key of RSA or of the curve P-384")
        }
    }

    deinit { gnutls_privkey_deinit(handle) }

    /// The signature of bytes in the form of JWS: on P-384 its two numbers, 48 bytes each (RFC
    /// 7518, 3.4).
    ///
    /// - Throws: `CertificateError`.
    package func signature(of bytes: [UInt8]) throws(CertificateError) -> [UInt8] {
        var out = gnutls_datum_t()
        let status = Datum.with(bytes) {
            gnutls_privkey_sign_data(handle, GNUTLS_DIG_SHA384, 0, $0, &out)
        }
        try CertificateError.check(status)
        let signature = Datum.taken(out)
        guard algorithm == "ES384" else { return signature }
        var (r, s) = (gnutls_datum_t(), gnutls_datum_t())
        let decoded = Datum.with(signature) { gnutls_decode_rs_value($0, &r, &s) }
        try CertificateError.check(decoded)
        return [Datum.taken(r), Datum.taken(s)].flatMap { number in
            let digits = number.drop { $0 == 0 }
            return Array(repeating: 0, count: Self.numberBytes - digits.count) + digits
        }
    }
}

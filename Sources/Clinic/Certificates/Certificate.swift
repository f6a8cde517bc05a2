internal import CGnuTLS
internal import Foundation

/// An X.509 certificate. It owns its C object.
struct Certificate: ~Copyable {
    let handle: gnutls_x509_crt_t

    private init(_ handle: gnutls_x509_crt_t) { self.handle = handle }

    /// An empty certificate.
    ///
    /// The corresponding C function is `gnutls_x509_crt_init`.
    static func empty() throws(CertificateError) -> Certificate {
        var made: gnutls_x509_crt_t?
        try CertificateError.check(gnutls_x509_crt_init(&made))
        guard let made else { throw .library("no certificate") }
        return Certificate(made)
    }

    /// The first certificate of a PEM text.
    static func of(pem: [UInt8]) throws(CertificateError) -> Certificate {
        let read = try empty()
        let status = Datum.with(pem) {
            gnutls_x509_crt_import(read.handle, $0, GNUTLS_X509_FMT_PEM)
        }
        try CertificateError.check(status)
        return read
    }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// The time from which it is valid.
    var begins: Date {
        Date(timeIntervalSince1970: Double(gnutls_x509_crt_get_activation_time(handle)))
    }

    /// The time until which it is valid.
    var ends: Date {
        Date(timeIntervalSince1970: Double(gnutls_x509_crt_get_expiration_time(handle)))
    }

    /// The bytes as PEM.
    func pem() throws(CertificateError) -> [UInt8] { try bytes(GNUTLS_X509_FMT_PEM) }

    /// The bytes as DER.
    func der() throws(CertificateError) -> [UInt8] { try bytes(GNUTLS_X509_FMT_DER) }

    private func bytes(_ format: gnutls_x509_crt_fmt_t) throws(CertificateError) -> [UInt8] {
        var out = gnutls_datum_t()
        try CertificateError.check(gnutls_x509_crt_export2(handle, format, &out))
        return Datum.taken(out)
    }

    /// The SHA-256 fingerprint: "3F:A0:…", as browsers and telephones show it.
    func fingerprint() throws(CertificateError) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        try CertificateError.check(
            gnutls_x509_crt_get_fingerprint(handle, GNUTLS_DIG_SHA256, &bytes, &count))
        return bytes.prefix(count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined(separator: ":").uppercased()
    }

    /// The names and addresses that it is for.
    func names() -> [String] {
        var names: [String] = []
        for index in 0..<UInt32(256) {
            var bytes = [UInt8](repeating: 0, count: 256)
            var count = bytes.count
            let kind = gnutls_x509_crt_get_subject_alt_name(handle, index, &bytes, &count, nil)
            guard kind >= 0 else { break }
            let value = Array(bytes.prefix(count))
            switch UInt32(kind) {
            case GNUTLS_SAN_IPADDRESS.rawValue:
                if let address = NetworkAddress(bytes: value) { names.append(address.text) }
            case GNUTLS_SAN_DNSNAME.rawValue:
                names.append(String(decoding: value.prefix { $0 != 0 }, as: UTF8.self))
            default: break
            }
        }
        if let common = commonName(), !names.contains(common) { names.append(common) }
        return names
    }

    /// The common name if it is a host name. Older certificates have their name only there.
    private func commonName() -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        var count = bytes.count
        guard gnutls_x509_crt_get_dn_by_oid(handle, "2.5.4.3", 0, 0, &bytes, &count) == 0 else {
            return nil
        }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let isHost = name.wholeMatch(of: #/(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/#) != nil
        return isHost && NetworkAddress(name) == nil ? name : nil
    }

    /// Adds a name or an address in digits.
    func add(name: String) throws(CertificateError) {
        let address = NetworkAddress(name)
        let value = address?.bytes ?? Array(name.utf8)
        try CertificateError.check(
            gnutls_x509_crt_set_subject_alt_name(
                handle, address == nil ? GNUTLS_SAN_DNSNAME : GNUTLS_SAN_IPADDRESS, value,
                UInt32(value.count), UInt32(GNUTLS_FSAN_APPEND)))
    }
}

/// A private key of the curve P-256. It owns its C object.
struct PrivateKey: ~Copyable {
    let handle: gnutls_x509_privkey_t

    private init(_ handle: gnutls_x509_privkey_t) { self.handle = handle }

    private static func empty() throws(CertificateError) -> PrivateKey {
        var made: gnutls_x509_privkey_t?
        try CertificateError.check(gnutls_x509_privkey_init(&made))
        guard let made else { throw .library("no key") }
        return PrivateKey(made)
    }

    /// A new key.
    static func made() throws(CertificateError) -> PrivateKey {
        let key = try empty()
        try CertificateError.check(
            gnutls_x509_privkey_generate(key.handle, GNUTLS_PK_ECDSA, aloud_p256(), 0))
        return key
    }

    /// The key of a PEM text.
    static func of(pem: [UInt8]) throws(CertificateError) -> PrivateKey {
        let key = try empty()
        let status = Datum.with(pem) {
            gnutls_x509_privkey_import2(key.handle, $0, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        try CertificateError.check(status)
        return key
    }

    deinit { gnutls_x509_privkey_deinit(handle) }

    /// The bytes as PEM.
    func pem() throws(CertificateError) -> [UInt8] {
        var out = gnutls_datum_t()
        try CertificateError.check(
            gnutls_x509_privkey_export2_pkcs8(
                handle, GNUTLS_X509_FMT_PEM, nil, UInt32(GNUTLS_PKCS_PLAIN.rawValue), &out))
        return Datum.taken(out)
    }

    /// The identifier of the key, the same in the certificate that it belongs to.
    func identifier() throws(CertificateError) -> [UInt8] {
        var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
        try CertificateError.check(
            gnutls_x509_privkey_get_key_id(
                handle, UInt32(GNUTLS_KEYID_USE_SHA256.rawValue), &bytes, &count))
        return Array(bytes.prefix(count))
    }
}

extension Certificate {
    /// The identifier of its key.
    func keyIdentifier() throws(CertificateError) -> [UInt8] {
        var (bytes, count) = ([UInt8](repeating: 0, count: 32), 32)
        try CertificateError.check(
            gnutls_x509_crt_get_key_id(
                handle, UInt32(GNUTLS_KEYID_USE_SHA256.rawValue), &bytes, &count))
        return Array(bytes.prefix(count))
    }
}

/// Bytes as the library passes them.
enum Datum {
    /// Calls a function with bytes, which it does not keep or write to.
    static func with<Result>(
        _ bytes: [UInt8], _ act: (UnsafePointer<gnutls_datum_t>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            var datum = gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: buffer.baseAddress),
                size: UInt32(buffer.count))
            return act(&datum)
        }
    }

    /// Copies bytes that the library has allocated, and frees them.
    static func taken(_ datum: gnutls_datum_t) -> [UInt8] {
        defer { aloud_tls_free(datum.data) }
        return Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
    }
}

/// The reason that a certificate cannot be made or used.
package enum CertificateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// GnuTLS failed; its words.
    case library(String)
    /// A file cannot be read.
    case notRead(String)
    /// A file cannot be written, for a reason of the system.
    case notWritten(String, reason: String)
    /// A file is not a certificate, or not a key.
    case notOne(String, what: String)
    /// Others can read a key.
    case open(String)
    /// The key does not belong to the certificate.
    case notPair(certificate: String, key: String)
    /// The certificate has ended or has not begun.
    case notValid(String, from: String, through: String)

    package var description: String {
        switch self {
        case .library(let words): "The certificate cannot be made: \(words)."
        case .notRead(let path): "'\(path)' cannot be read."
        case .notWritten(let path, let reason):
            "'\(path)' cannot be written (\(reason)). Make its folder writable."
        case .notOne(let path, let what):
            "'\(path)' holds no \(what) in PEM, or it is damaged. Name another file; if Aloud made it,"
                + " remove it, and Aloud makes a new one."
        case .open(let path):
            "Other users can read the key '\(path)'. Make it private with 'chmod 600 \(path)'."
        case .notPair(let certificate, let key):
            "The key '\(key)' does not belong to the certificate '\(certificate)'."
        case .notValid(let path, let from, let through):
            "The certificate '\(path)' is valid from \(from) to \(through), not today. Renew it, or"
                + " set the clock."
        }
    }

    /// Throws the error of a status.
    static func check(_ status: Int32) throws(CertificateError) {
        guard status < 0 else { return }
        throw .library(gnutls_strerror(status).map { String(cString: $0) } ?? "error \(status)")
    }
}

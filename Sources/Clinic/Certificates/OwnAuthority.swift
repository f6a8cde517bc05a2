internal import CGnuTLS
package import Foundation
internal import Glibc

/// A certificate with its key, as a server presents them.
package struct ServerIdentity: Sendable, Equatable {
    /// The certificate, with those between it and its authority, as PEM.
    package let certificate: [UInt8]
    /// The private key as PEM.
    package let key: [UInt8]
    /// The end of its validity.
    package let ends: Date
    /// The names and addresses that it is for.
    package let names: [String]

    /// The days until its end.
    package func daysLeft(at now: Date) -> Int {
        Int((ends.timeIntervalSince(now) / 86_400).rounded(.down))
    }

    /// Reads a certificate and its key from files.
    ///
    /// - Throws: `CertificateError` if the key is not that of the certificate or others can read
    ///   it, or if the certificate is not valid now.
    package init(
        certificate path: String, key keyPath: String, now: Date
    ) throws(CertificateError) {
        let pem = try PrivateFile.read(path)
        let keyPEM = try PrivateFile.read(keyPath, isSecret: true)
        let first: Certificate
        let key: PrivateKey
        do { first = try Certificate.of(pem: pem) } catch {
            throw .notOne(path, what: "certificate")
        }
        do { key = try PrivateKey.of(pem: keyPEM) } catch { throw .notOne(keyPath, what: "key") }
        guard try first.keyIdentifier() == key.identifier() else {
            throw .notPair(certificate: path, key: keyPath)
        }
        guard first.begins <= now, now < first.ends else {
            func day(_ date: Date) -> String { "\(date.formatted(.iso8601.year().month().day()))" }
            throw .notValid(path, from: day(first.begins), through: day(first.ends))
        }
        self.init(
            certificate: pem, key: keyPEM, ends: first.ends, names: first.names())
    }

    /// The end of the certificate in a file; nil if the file has none.
    package static func end(of path: String) -> Date? {
        guard let pem = try? PrivateFile.read(path), let first = try? Certificate.of(pem: pem)
        else {
            return nil
        }
        return first.ends
    }

    fileprivate init(certificate: [UInt8], key: [UInt8], ends: Date, names: [String]) {
        self.certificate = certificate
        self.key = key
        self.ends = ends
        self.names = names
    }
}

/// The authority of this machine, which signs the certificate of its server: a device that trusts it
/// sees the pages without a warning.
///
/// It can sign for names in the local network and for private addresses only (RFC 5280, section
/// 4.2.1.10), so trusting it does not endanger any other site.
package struct OwnAuthority: Sendable {
    /// The folder of the certificates and keys.
    package let folder: String
    /// The certificate as PEM.
    package let certificate: [UInt8]
    /// The certificate as DER, for telephones.
    package let der: [UInt8]
    /// The SHA-256 fingerprint of the certificate.
    package let fingerprint: String
    /// The end of its validity.
    package let ends: Date
    private let key: [UInt8]

    /// Years for which the authority is valid: a device trusts it once.
    private static let years = 10.0
    /// Days for which a server's certificate is valid: phones accept at most 398 days for public
    /// ones (CA/Browser Forum, 6.3.2).
    private static let days = 397.0
    /// Days before its end at which the certificate is renewed.
    package static let renewalDays = 60

    /// Opens the authority in a folder, which is made if it is missing.
    ///
    /// - Parameters:
    ///   - machine: the name of the machine, which devices show with the authority.
    ///   - now: the time.
    /// - Throws: `CertificateError`.
    package init(in folder: String, machine: String, now: Date) throws(CertificateError) {
        let (path, keyPath) = (folder + "/authority.crt", folder + "/authority.key")
        if !FileManager.default.fileExists(atPath: path) {
            try PrivateFile.makeFolder(folder)
            let key = try PrivateKey.made()
            let made = try Self.make(machine: machine, key: key, now: now)
            try PrivateFile.write(try key.pem(), to: keyPath)
            try PrivateFile.write(try made.pem(), to: path, mode: 0o644)
        }
        let pem = try PrivateFile.read(path)
        key = try PrivateFile.read(keyPath, isSecret: true)
        let certificate: Certificate
        do { certificate = try Certificate.of(pem: pem) } catch {
            throw .notOne(path, what: "certificate")
        }
        self.folder = folder
        self.certificate = pem
        der = try certificate.der()
        fingerprint = try certificate.fingerprint()
        ends = certificate.ends
    }

    private static func make(
        machine: String, key: borrowing PrivateKey, now: Date
    ) throws(CertificateError) -> Certificate {
        let made = try Certificate.empty()
        try describe(
            made, "Aloud on \(machine)", key: key, from: now, seconds: years * 365.25 * 86_400)
        try CertificateError.check(gnutls_x509_crt_set_basic_constraints(made.handle, 1, 0))
        try CertificateError.check(
            gnutls_x509_crt_set_key_usage(
                made.handle, UInt32(GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN)))
        try limit(made)
        try sign(made, by: made, key)
        return made
    }

    /// Limits the names that an authority can sign for.
    private static func limit(_ certificate: borrowing Certificate) throws(CertificateError) {
        var made: gnutls_x509_name_constraints_t?
        try CertificateError.check(gnutls_x509_name_constraints_init(&made))
        defer { gnutls_x509_name_constraints_deinit(made) }
        for name in localNames {
            let status = Datum.with(Array(name.utf8)) {
                gnutls_x509_name_constraints_add_permitted(made, GNUTLS_SAN_DNSNAME, $0)
            }
            try CertificateError.check(status)
        }
        for network in NetworkAddress.privateNetworks {
            var range = gnutls_datum_t()
            try CertificateError.check(gnutls_x509_cidr_to_rfc5280(network, &range))
            let status = Datum.with(Datum.taken(range)) {
                gnutls_x509_name_constraints_add_permitted(made, GNUTLS_SAN_IPADDRESS, $0)
            }
            try CertificateError.check(status)
        }
        try CertificateError.check(
            gnutls_x509_crt_set_name_constraints(certificate.handle, made, 1))
    }

    /// The last labels of names in the local network (RFC 6762) and of this machine.
    private static let localNames = ["local", "localhost"]

    /// Whether the authority can sign for a name or an address.
    package static func covers(_ name: String) -> Bool {
        if let address = NetworkAddress(name) { return address.isPrivate }
        return localNames.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// The certificate of the server: the stored one, or a new one if that ends soon, lacks a name,
    /// or has another signer.
    ///
    /// - Parameter names: names and addresses; those that it cannot sign for are left out.
    /// - Throws: `CertificateError`.
    package func identity(for names: [String], now: Date) throws(CertificateError) -> ServerIdentity
    {
        let (path, keyPath) = (folder + "/server.crt", folder + "/server.key")
        let covered = names.filter(Self.covers).map { NetworkAddress($0)?.text ?? $0 }
        if let kept = try? ServerIdentity(certificate: path, key: keyPath, now: now),
            kept.daysLeft(at: now) >= Self.renewalDays, Set(covered).isSubset(of: kept.names),
            isSigner(of: kept)
        {
            return kept
        }
        let serverKey = try PrivateKey.made()
        let server = try Certificate.empty()
        try Self.describe(
            server, covered.first ?? "aloud", key: serverKey, from: now,
            seconds: min(Self.days * 86_400, ends.timeIntervalSince(now)))
        try CertificateError.check(gnutls_x509_crt_set_basic_constraints(server.handle, 0, -1))
        try CertificateError.check(
            gnutls_x509_crt_set_key_usage(
                server.handle, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
        try CertificateError.check(
            gnutls_x509_crt_set_key_purpose_oid(server.handle, GNUTLS_KP_TLS_WWW_SERVER, 0))
        for name in covered { try server.add(name: name) }
        try Self.sign(
            server, by: try Certificate.of(pem: certificate), try PrivateKey.of(pem: key))
        try PrivateFile.write(try serverKey.pem(), to: keyPath)
        try PrivateFile.write(try server.pem(), to: path, mode: 0o644)
        return try ServerIdentity(certificate: path, key: keyPath, now: now)
    }

    /// Whether the authority, and not a former one, signed a certificate.
    private func isSigner(of identity: ServerIdentity) -> Bool {
        guard let own = try? Certificate.of(pem: certificate),
            let server = try? Certificate.of(pem: identity.certificate)
        else { return false }
        var output: UInt32 = 0
        var list: [gnutls_x509_crt_t?] = [own.handle]
        let status = gnutls_x509_crt_verify(
            server.handle, &list, 1, UInt32(GNUTLS_VERIFY_DISABLE_TIME_CHECKS.rawValue), &output)
        return status == 0 && output == 0
    }

    /// Sets the fields that every certificate has.
    private static func describe(
        _ certificate: borrowing Certificate, _ name: String, key: borrowing PrivateKey,
        from now: Date, seconds: Double
    ) throws(CertificateError) {
        let handle = certificate.handle
        try CertificateError.check(gnutls_x509_crt_set_version(handle, 3))
        var serial = [UInt8](repeating: 0, count: 16)
        try CertificateError.check(gnutls_rnd(GNUTLS_RND_NONCE, &serial, serial.count))
        // A serial number is positive (RFC 5280, section 4.1.2.2).
        serial[0] = serial[0] & 0x7F | 0x40
        try CertificateError.check(gnutls_x509_crt_set_serial(handle, serial, serial.count))
        let text = Array(name.utf8.prefix(64))
        try CertificateError.check(
            gnutls_x509_crt_set_dn_by_oid(
                handle, GNUTLS_OID_X520_COMMON_NAME, 0, text, UInt32(text.count)))
        // Clocks of other devices may be a little slow.
        let begin = now.addingTimeInterval(-3_600)
        try CertificateError.check(
            gnutls_x509_crt_set_activation_time(handle, Int(begin.timeIntervalSince1970)))
        try CertificateError.check(
            gnutls_x509_crt_set_expiration_time(
                handle, Int(now.timeIntervalSince1970 + seconds)))
        try CertificateError.check(gnutls_x509_crt_set_key(handle, key.handle))
        var (identifier, count) = ([UInt8](repeating: 0, count: 64), 64)
        try CertificateError.check(gnutls_x509_crt_get_key_id(handle, 0, &identifier, &count))
        try CertificateError.check(
            gnutls_x509_crt_set_subject_key_id(handle, identifier, count))
    }

    private static func sign(
        _ certificate: borrowing Certificate, by signer: borrowing Certificate,
        _ key: borrowing PrivateKey
    ) throws(CertificateError) {
        var (identifier, count) = ([UInt8](repeating: 0, count: 64), 64)
        try CertificateError.check(
            gnutls_x509_crt_get_key_id(signer.handle, 0, &identifier, &count))
        try CertificateError.check(
            gnutls_x509_crt_set_authority_key_id(certificate.handle, identifier, count))
        try CertificateError.check(
            gnutls_x509_crt_sign2(
                certificate.handle, signer.handle, key.handle, GNUTLS_DIG_SHA256, 0))
    }
}

/// A file that only its owner can read.
enum PrivateFile {
    static func makeFolder(_ path: String) throws(CertificateError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notWritten(path, reason: "the folder cannot be made")
        }
    }

    /// Reads a file.
    ///
    /// - Parameter isSecret: whether a file that others can read is refused.
    static func read(_ path: String, isSecret: Bool = false) throws(CertificateError) -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .notRead(path) }
        var status = stat()
        if isSecret, stat(path, &status) == 0, status.st_mode & 0o077 != 0 { throw .open(path) }
        return Array(bytes)
    }

    /// Writes a file as a whole, or not at all.
    static func write(
        _ bytes: [UInt8], to path: String, mode: mode_t = 0o600
    ) throws(CertificateError) {
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw .notWritten(path, reason: String(cString: strerror(errno)))
        }
        let isWritten =
            Glibc.write(descriptor, bytes, bytes.count) == bytes.count
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(new)
            throw .notWritten(path, reason: reason)
        }
    }
}

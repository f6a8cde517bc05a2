internal import Certificates
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import TestPages

/// The certificate of a lane that other devices reach.
struct LaneCertificate {
    /// The certificate; nil for a lane that only this machine reaches.
    let certificate: ServerCertificate?
    /// The authority of this machine that signed it; nil for any other.
    let authority: Doorway.Authority?

    /// The certificate of files, or one of this machine's authority, which is made at the first
    /// use.
    ///
    /// - Throws: `Misuse` if an option has no effect or another is missing; `CertificateError`.
    init(
        for server: ServerSettings, file: String?, key: String?, in environment: CommandEnvironment
    ) throws {
        guard (file == nil) == (key == nil) else {
            throw Misuse("'--certificate' and '--key' belong together; give both.")
        }
        guard !server.isLocal else {
            guard file == nil else {
                throw Misuse("'--certificate' has no effect without '--listen'.")
            }
            (certificate, authority) = (nil, nil)
            return
        }
        let now = environment.date()
        if let file, let key {
            let identity = try ServerIdentity(certificate: file, key: key, now: now)
            let days = identity.daysLeft(at: now)
            if days < Self.soon {
                environment.say(
                    "Warning: The certificate '\(file)' ends in \(days) days. Renew it.")
            }
            certificate = ServerCertificate(
                certificate: identity.certificate, key: identity.key, isForGood: true)
            authority = nil
            return
        }
        let own = try Self.authority(in: environment)
        let names = ["localhost", "127.0.0.1", "::1"] + LocalNames.all + [server.address]
        let identity = try own.identity(
            for: names.filter { !["0.0.0.0", "::"].contains($0) }, now: now)
        let beyond = LocalNames.addresses.filter { !OwnAuthority.covers($0) }
        if !beyond.isEmpty {
            environment.say(
                "Note: \(beyond.joined(separator: ", ")) is a public address, which this machine's"
                    + " authority cannot sign for. Give a certificate with '--certificate' to be"
                    + " reached there.")
        }
        certificate = ServerCertificate(
            certificate: identity.certificate, key: identity.key, isForGood: false)
        authority = Doorway.Authority(
            der: own.der, fingerprint: own.fingerprint, machine: LocalNames.hostName)
    }

    /// Days before the end of a certificate at which it is time to renew it.
    static let soon = 30

    /// The folder of the authority; nil if there is no home folder.
    static func folder(_ variables: [String: String]) -> String? {
        RecordPlace.data(variables).map { $0 + "/tls" }
    }

    private static func authority(in environment: CommandEnvironment) throws -> OwnAuthority {
        guard let folder = folder(environment.variables) else {
            throw Misuse(
                "'--listen' keeps its certificate in the home folder, and there is none. Give one"
                    + " with '--certificate' and '--key'.")
        }
        return try OwnAuthority(
            in: folder, machine: LocalNames.hostName, now: environment.date())
    }
}

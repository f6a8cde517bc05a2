internal import Certificates
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import RecordStore

/// The check of TLS: whether the certificate with which `aloud serve` would start is good.
enum CertificateCheck {
    static let name = "TLS"

    /// The finding for the settings of the configuration.
    ///
    /// - Parameters:
    ///   - address: the address that the server listens at.
    ///   - file: the certificate; nil for one of this machine's authority.
    ///   - key: the file of its key.
    static func finding(
        address: String, file: String?, key: String?, in environment: CommandEnvironment
    ) -> Finding {
        guard !address.hasPrefix("127."), !["::1", "localhost"].contains(address) else {
            return .ok(name, "not needed: only this machine reaches the page")
        }
        let now = environment.date()
        do {
            if let file, let key {
                let days = try ServerIdentity(certificate: file, key: key, now: now).daysLeft(
                    at: now)
                let words = "the certificate '\(file)' ends in \(days) days"
                return days < LaneCertificate.soon
                    ? .warning(name, "\(words): renew it") : .ok(name, words)
            }
            guard file == nil, key == nil else {
                return .error(name, "'certificate' and 'key' belong together: give both")
            }
            guard let folder = LaneCertificate.folder(environment.variables) else {
                return .skipped(name, "there is no home folder for this machine's own authority")
            }
            guard FileManager.default.fileExists(atPath: folder + "/authority.crt") else {
                return .ok(name, "this machine's own authority is made at the first start")
            }
            let own = try OwnAuthority(in: folder, machine: LocalNames.hostName, now: now)
            return .ok(
                name,
                "this machine's own authority, good until \(Moment(own.ends).day), fingerprint"
                    + " \(own.fingerprint)")
        } catch {
            return .error(name, "\(error)")
        }
    }
}

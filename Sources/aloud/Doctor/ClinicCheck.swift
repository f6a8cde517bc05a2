internal import Accounts
internal import Certificates
internal import CommandLineKit
internal import Doctor
internal import Exam
internal import Foundation
internal import Peers
internal import Platform
internal import RecordStore

/// The checks of a clinic: its accounts, and the certificate of this machine.
enum ClinicCheck {
    /// The findings; none on a machine that uses no accounts, peers or certificate.
    static func findings(in environment: CommandEnvironment) -> [Finding] {
        [
            accounts(in: environment), peers(in: environment), certificate(in: environment),
        ].compactMap { $0 }
    }

    /// The results that wait for peers or were set aside; nil without peers.
    private static func peers(in environment: CommandEnvironment) -> Finding? {
        guard case .file(let path) = RecordsCheck.place(in: environment),
            RecordPlace.isAddress(path) || FileManager.default.fileExists(atPath: path),
            let opened = try? OpenRecords(path, in: environment)
        else { return nil }
        defer { opened.close() }
        do {
            let all = try opened.store.peers()
            guard !all.isEmpty else { return nil }
            var troubles = try opened.store.deliveryCounts().compactMap {
                $0.alarm(at: Moment(environment.date()))
            }
            for peer in all where peer.isOn {
                do { try peer.check() } catch { troubles.append("\(error)") }
                if let file = peer.settings.certificateFile,
                    let end = ServerIdentity.end(of: file)
                {
                    let days = Int(end.timeIntervalSince(environment.date()) / 86_400)
                    if days < LaneCertificate.soon {
                        troubles.append(
                            "the certificate for '\(peer.name)' ends in \(days.counting("day"))")
                    }
                }
            }
            let words = all.count.counting("peer")
            return troubles.isEmpty
                ? .ok("peers", "\(words); no result waits for long or was set aside")
                : .warning(
                    "peers", troubles.joined(separator: "; ") + "; see 'aloud peers list'")
        } catch { return .error("peers", "\(error)") }
    }

    private static func accounts(in environment: CommandEnvironment) -> Finding? {
        guard case .file(let path) = RecordsCheck.place(in: environment),
            RecordPlace.isAddress(path) || FileManager.default.fileExists(atPath: path),
            let opened = try? OpenRecords(path, in: environment)
        else { return nil }
        defer { opened.close() }
        do {
            return try finding(Accounts.real(opened.store, in: environment))
        } catch {
            return .error("accounts", "\(error)")
        }
    }

    private static func finding(_ accounts: Accounts) throws -> Finding {
        let now = accounts.now()
        let all = try accounts.all()
        guard !all.isEmpty else {
            return .ok("accounts", "none: the user of this machine may do everything")
        }
        let soon = now.adding(minutes: LaneCertificate.soon * 24 * 60)
        let ending = try accounts.store.keys(of: nil).filter { key in
            key.kind == .token
                && key.ends.map { $0.milliseconds < soon.milliseconds } ?? false
        }
        let emergencies = try accounts.emergencies()
        let admins = all.filter { $0.role == .admin && $0.isUsable(at: now) && $0.password != nil }
        var troubles: [String] = []
        if let last = emergencies.first {
            troubles.append(
                "emergency access taken \(emergencies.count.counting("time")) in 30 days,"
                    + " the last on \(last.at.dayAndMinute); 'aloud records trail' names who took it"
            )
        }
        if admins.count == 1 {
            troubles.append("only one admin, so nobody can replace a lost password at the pages")
        }
        let bare = admins.filter { $0.secondFactor == nil && $0.ends == nil }
        if !bare.isEmpty {
            troubles.append(
                "\(bare.count.counting("admin")) without a second factor; they set it up on the page"
                    + " Accounts")
        }
        if !ending.isEmpty {
            troubles.append(
                "\(ending.count.counting("token")) will end within \(LaneCertificate.soon) days or has"
                    + " ended; see 'aloud accounts token'")
        }
        let words = all.count.counting("account")
        return troubles.isEmpty
            ? .ok("accounts", words)
            : .warning("accounts", words + ": " + troubles.joined(separator: "; "))
    }

    private static func certificate(in environment: CommandEnvironment) -> Finding? {
        guard let folder = LaneCertificate.folder(environment.variables),
            FileManager.default.fileExists(atPath: folder + "/server.crt")
        else { return nil }
        let now = environment.date()
        do throws(CertificateError) {
            let identity = try ServerIdentity(
                certificate: folder + "/server.crt", key: folder + "/server.key", now: now)
            let days = identity.daysLeft(at: now)
            guard days >= LaneCertificate.soon else {
                return .warning(
                    "certificate",
                    "ends in \(days.counting("day")); start 'aloud serve --listen' anew to renew it"
                )
            }
            return .ok("certificate", "valid for \(days.counting("day"))")
        } catch {
            return .error("certificate", "\(error)")
        }
    }
}

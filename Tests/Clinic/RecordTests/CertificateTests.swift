import Certificates
import Foundation
import TestTraits
import Testing

@Suite("The certificates of a lane", .listening)
struct CertificateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let names = ["localhost", "127.0.0.1", "::1", "10.1.2.3", "lane2.local"]

    /// Runs openssl, an implementation of its own.
    private func openssl(_ words: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = words
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private func verify(_ folder: String, _ leaf: String, _ more: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments =
            ["verify", "-attime", "1800000100", "-CAfile", folder + "/authority.crt"] + more
            + [leaf]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    @Test("an authority signs for local names, and only its owner can read its keys")
    func signs() throws {
        try RecordFolder.with { folder in
            let own = try OwnAuthority(in: folder, machine: "lane 2", now: now)
            let identity = try own.identity(
                for: names + ["8.8.8.8", "example.com", "lane2"], now: now)
            #expect(identity.names == names)
            #expect(identity.daysLeft(at: now) == 397)
            for file in ["authority.key", "server.key"] {
                #expect(try mode(folder + "/" + file) == 0o600)
            }
            let leaf = folder + "/server.crt"
            for name in ["lane2.local", "localhost"] {
                #expect(try verify(folder, leaf, "-verify_hostname", name).hasSuffix("OK\n"))
            }
            #expect(try verify(folder, leaf, "-verify_ip", "10.1.2.3").hasSuffix("OK\n"))
            #expect(try !verify(folder, leaf, "-verify_ip", "10.1.2.4").hasSuffix("OK\n"))
            let shown = try openssl(
                "x509", "-in", folder + "/authority.crt", "-noout",
                "-fingerprint", "-sha256"
            ).output
            #expect(shown.contains(own.fingerprint))
        }
    }

    @Test("the authority cannot stand in for another site")
    func constrained() throws {
        try RecordFolder.with { folder in
            _ = try OwnAuthority(in: folder, machine: "lane", now: now)
            // Somebody who has its key signs with another program.
            try "subjectAltName=DNS:bank.example".write(
                toFile: folder + "/ext", atomically: true, encoding: .utf8)
            _ = try openssl(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=x", "-keyout", folder + "/x.key", "-out", folder + "/x.csr")
            let signed = try openssl(
                "x509", "-req", "-in", folder + "/x.csr", "-CA", folder + "/authority.crt",
                "-CAkey", folder + "/authority.key", "-set_serial", "7", "-days", "3650",
                "-extfile", folder + "/ext", "-out", folder + "/x.crt")
            #expect(signed.status == 0, "\(signed.output)")
            let told = try verify(folder, folder + "/x.crt", "-no_check_time")
            #expect(told.contains("permitted subtree violation"), "\(told)")
        }
    }

    @Test("a server's certificate is renewed only near its end or for a new name")
    func renewed() throws {
        try RecordFolder.with { folder in
            let own = try OwnAuthority(in: folder, machine: "lane", now: now)
            let first = try own.identity(for: names, now: now)
            let again = try OwnAuthority(in: folder, machine: "lane", now: now)
            #expect(again.fingerprint == own.fingerprint)
            #expect(try again.identity(for: names, now: now) == first)
            #expect(try again.identity(for: ["10.1.2.3"], now: now) == first)
            let moved = try own.identity(for: names + ["192.168.0.7"], now: now)
            #expect(moved != first && moved.names.contains("192.168.0.7"))
            let late = now.addingTimeInterval(340 * 86_400)
            let renewed = try own.identity(for: names, now: late)
            #expect(renewed.daysLeft(at: late) == 397)
        }
    }

    @Test("an unsuitable certificate is refused with the reason")
    func refused() throws {
        try RecordFolder.with { folder in
            let own = try OwnAuthority(in: folder, machine: "lane", now: now)
            _ = try own.identity(for: names, now: now)
            let (leaf, key) = (folder + "/server.crt", folder + "/server.key")
            func open(_ leaf: String, _ key: String, _ now: Date) throws {
                _ = try ServerIdentity(certificate: leaf, key: key, now: now)
            }
            try open(leaf, key, now)
            #expect(
                throws: CertificateError.notPair(
                    certificate: leaf, key: folder + "/authority.key")
            ) {
                try open(leaf, folder + "/authority.key", now)
            }
            #expect(throws: CertificateError.notOne(key, what: "certificate")) {
                try open(key, key, now)
            }
            #expect(throws: CertificateError.notRead(folder + "/none")) {
                try open(folder + "/none", key, now)
            }
            #expect(throws: CertificateError.self) {
                try open(leaf, key, now.addingTimeInterval(400 * 86_400))
            }
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: key)
            #expect(throws: CertificateError.open(key)) { try open(leaf, key, now) }
        }
    }
}

import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("A lane that other devices reach", .listening)
struct SecureLaneTests {
    /// The real program, listening at all addresses of this machine.
    final class SecureLane {
        let folder: TemporaryFolder
        let process: AloudProcess
        private(set) var plainPort = 0
        private(set) var port = 0
        private(set) var said: [String] = []

        init(
            _ words: [String] = [], answers: [String] = ["--answers", "-"],
            folder: TemporaryFolder? = nil
        ) throws {
            let place = try folder ?? TemporaryFolder()
            self.folder = place
            process = try AloudProcess(
                ["serve", "--port", "0", "--voice", "off", "--listen", "0.0.0.0"] + answers
                    + words,
                variables: ["XDG_DATA_HOME": place.file("data")], input: Pipe())
            while let message = process.message() {
                said.append(message)
                if let match = message.firstMatch(of: #/http://127.0.0.1:(\d+)\/$/#) {
                    plainPort = try #require(Int(match.1))
                }
                if message.hasPrefix("Pairing code") { break }
            }
            // The door sends every stranger to the port with TLS.
            let sent = try door("GET", "/records")
            let place2 = try #require(
                sent.head.firstMatch(of: #/Location: https:\/\/[^:]+:(\d+)\//#))
            port = try #require(Int(place2.1))
        }

        deinit { process.interrupt() }

        var authority: String { folder.file("data/aloud/tls/authority.crt") }
        var certificate: String { folder.file("data/aloud/tls/server.crt") }

        /// Asks the port without TLS by the name that other devices use.
        func door(
            _ method: String, _ path: String, host: String = SecureLaneTests.host
        ) throws -> RawAnswer {
            try RawConnection.exchange(
                port: plainPort, method, path, headers: ["Host": "\(host):\(plainPort)"])
        }
    }

    /// The name of this machine in the local network.
    static let host: String = {
        let name = try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
        return (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines).lowercased() + ".local"
    }()

    /// Runs openssl with a request; gives everything that it prints.
    @discardableResult
    static func openssl(_ words: [String], input: String = "") throws -> String {
        let process = Process()
        let (output, requests) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = words
        process.standardOutput = output
        process.standardError = output
        process.standardInput = requests
        try process.run()
        try requests.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try requests.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    private func get(_ lane: SecureLane, _ words: [String], authority: String? = nil) throws
        -> String
    {
        try Self.openssl(
            [
                "s_client", "-connect", "127.0.0.1:\(lane.port)", "-servername", Self.host,
                "-verify_hostname", Self.host, "-CAfile", authority ?? lane.authority,
                "-verify_return_error", "-ign_eof",
            ] + words,
            input: "GET / HTTP/1.1\r\nHost: \(Self.host):\(lane.port)\r\nConnection: close\r\n\r\n")
    }

    @Test("TLS is 1.2 or 1.3, with a certificate of this machine's authority")
    func versions() throws {
        let lane = try SecureLane()
        for version in ["-tls1_2", "-tls1_3"] {
            let told = try get(lane, [version])
            #expect(told.contains("HTTP/1.1 200 OK"), "\(told.suffix(500))")
            #expect(told.contains("Verification: OK"))
            #expect(!told.contains("Strict-Transport-Security"))
        }
        let old = try get(lane, ["-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
        #expect(!old.contains("HTTP/1.1 200"))
        // The printed fingerprint is that of the authority.
        let shown = try Self.openssl(
            ["x509", "-in", lane.authority, "-noout", "-fingerprint", "-sha256"])
        let fingerprint = try #require(shown.split(separator: "=").last).dropLast()
        #expect(lane.said.contains { $0.hasSuffix(fingerprint) })
        // Without TLS nobody gets an answer of HTTP there.
        let plain = try RawConnection(port: lane.port)
        plain.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(lane.port)\r\n\r\n")
        #expect(plain.answer() == nil)
    }

    @Test("the port without TLS shows other devices the authority, and redirects them")
    func door() throws {
        let lane = try SecureLane()
        #expect(try lane.door("GET", "/trust").text.contains("SHA-256 fingerprint"))
        let file = try lane.door("GET", "/aloud-authority.crt")
        #expect(file.head.contains("application/x-x509-ca-cert"))
        let pem =
            "-----BEGIN CERTIFICATE-----\n"
            + file.body.base64EncodedString(options: .lineLength64Characters)
        let kept = try String(contentsOfFile: lane.authority, encoding: .utf8)
        #expect(kept.filter { !$0.isWhitespace }.hasPrefix(pem.filter { !$0.isWhitespace }))
        for path in ["/", "/records", "/operator", "/account", "/api/v1/people", "//evil.example"] {
            let sent = try lane.door("GET", path)
            #expect(sent.status == 308, "\(path)")
            #expect(sent.head.contains("Location: https://\(Self.host):\(lane.port)/\r\n"))
        }
        for path in ["/session", "/account/sign-in", "/api/v1/people"] {
            #expect(try lane.door("POST", path).status == 404, "\(path)")
        }
        #expect(try lane.door("GET", "/", host: "evil.example").status == 403)
        // A browser of this machine gets the pages.
        let own = try lane.door("GET", "/", host: "127.0.0.1")
        #expect(own.status == 200 && own.text.contains("<title>Aloud"))
    }

    @Test("a telephone can use its microphone and camera on the secure page")
    func telephone() throws {
        let lane = try SecureLane()
        let key = folderless(
            try Self.openssl(["x509", "-in", lane.certificate, "-noout", "-pubkey"]))
        let digest = lane.folder.file("key.der")
        try Data(base64Encoded: key)?.write(to: URL(fileURLWithPath: digest))
        let sum = lane.folder.file("sum")
        try Self.openssl(["dgst", "-sha256", "-binary", "-out", sum, digest])
        let pin = try Data(contentsOf: URL(fileURLWithPath: sum)).base64EncodedString()
        let browser = try Browser(
            width: 390, height: 844, scale: 2,
            flags: [
                "--host-resolver-rules=MAP *.local 127.0.0.1",
                "--user-data-dir=" + lane.folder.file("profile"),
                "--ignore-certificate-errors-spki-list=" + pin,
                "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            ])
        try browser.open("http://\(Self.host):\(lane.plainPort)/trust")
        try browser.wait(until: "document.querySelector('code')")
        #expect(try !browser.holds("isSecureContext"))
        #expect(try browser.holds("document.documentElement.scrollWidth <= innerWidth"))
        // The same page in each language; its pictures have room for their words.
        for (language, word) in [
            ("en", "Compare"), ("de", "Vergleichen"), ("es", "Comparar"), ("fr", "Comparer"),
            ("hi", "मिलाएँ"),
        ] {
            try browser.click("a[lang=\(language)], strong[lang=\(language)]")
            try browser.wait(until: "document.documentElement.lang === '\(language)'")
            try browser.run(
                "for (const part of document.querySelectorAll('details')) part.open = true;")
            let text = try browser.text("main")
            #expect(text.contains("2. \(word)") && !text.contains("{"), "\(language)")
            let wide = try browser.run(
                """
                return document.fonts.ready.then(() => [...document.querySelectorAll('.how text')]
                  .filter((word) => word.getBBox().x + word.getBBox().width
                    > word.previousElementSibling.getBBox().x
                      + word.previousElementSibling.getBBox().width)
                  .map((word) => word.textContent).join(', '));
                """)
            #expect(wide as? String == "", "\(language)")
        }
        try browser.open("https://\(Self.host):\(lane.port)/")
        try browser.wait(until: "document.getElementById('door')?.hidden === false")
        #expect(try browser.holds("isSecureContext && location.protocol === 'https:'"))
        try browser.run(
            """
            navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
              (stream) => { document.title = `tracks ${stream.getTracks().length}`; },
              (error) => { document.title = `refused ${error.name}`; });
            """)
        try browser.wait(until: "/^(tracks|refused)/.test(document.title)")
        #expect(try browser.holds("document.title === 'tracks 2'"))
        // The code pairs it, and the test is there.
        let code = try #require(lane.said.last?.split(separator: " ").last)
        try browser.run("document.getElementById('code').value = '\(code)'")
        try browser.run("document.getElementById('door-form').requestSubmit()")
        try browser.wait(until: "!document.getElementById('setup').hidden")
    }

    /// The lines of a PEM text without its frame.
    private func folderless(_ pem: String) -> String {
        pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }

    @Test("a clinic's own certificate is served, with Strict-Transport-Security")
    func ownCertificate() throws {
        let folder = try TemporaryFolder()
        let (leaf, key) = (folder.file("clinic.crt"), folder.file("clinic.key"))
        try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=\(Self.host)", "-addext", "subjectAltName=DNS:\(Self.host)", "-days",
            "90",
            "-keyout", key, "-out", leaf,
        ])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let lane = try SecureLane(["--certificate", leaf, "--key", key], folder: folder)
        let told = try get(lane, [], authority: leaf)
        #expect(told.contains("HTTP/1.1 200 OK"), "\(told.suffix(500))")
        #expect(told.contains("Strict-Transport-Security: max-age=31536000"))
        #expect(!lane.said.contains { $0.contains("fingerprint") })
        #expect(try lane.door("GET", "/trust").status == 308)
        #expect(!FileManager.default.fileExists(atPath: lane.authority))
    }

    @Test(
        "unusable options of a certificate are refused with a way out",
        arguments: [
            (["--certificate", "/dev/null"], "belong together"),
            (["--certificate", "/dev/null", "--key", "/dev/null"], "no effect without '--listen'"),
            (
                ["--listen", "0.0.0.0", "--certificate", "/none.crt", "--key", "/none.key"],
                "'/none.crt' cannot be read"
            ),
        ])
    func misuse(words: [String], told: String) throws {
        let process = try AloudProcess(["serve", "--port", "0", "--voice", "off"] + words)
        let messages = process.messagesToTheEnd()
        #expect(messages.contains { $0.contains(told) }, "\(messages)")
        #expect(process.end() != 0)
    }
}

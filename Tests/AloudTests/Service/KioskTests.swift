import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("The screen of a lane", .listening)
struct KioskTests {
    /// Runs the script of the screen to its end, with these shell scripts instead of cage and
    /// aloud.
    private func run(
        cage: String, aloud: String = "", address: String?, in folder: TemporaryFolder
    ) throws -> Int32 {
        for (name, text) in [("cage", cage), ("aloud", aloud)] {
            try folder.write("#!/bin/sh\n\(text)\n", to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.file(name))
        }
        let process = Process()
        // In a session of its own: the script ends the browsers of its session.
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        let script = Checkout.root.appending(path: "packaging/kiosk").path()
        process.arguments = ["--wait", script] + (address.map { [$0] } ?? [])
        process.environment = ["PATH": "\(folder.path):/usr/bin:/bin", "LOG": folder.file("log")]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// A lane that runs, and its address.
    private func lane() throws -> (server: RunningAloud, address: String) {
        let server = try RunningAloud(["serve", "--port", "0", "--voice", "off"])
        return (server, try server.message(after: "The test is at "))
    }

    @Test("A crash in drawing is followed by drawing without Mesa")
    func crash() throws {
        let folder = try TemporaryFolder()
        let (server, address) = try lane()
        let status = try run(
            cage: """
                echo "$WLR_RENDERER" >>"$LOG"
                for last in "$@"; do :; done
                echo "$last" >>"$LOG"
                [ "$WLR_RENDERER" = pixman ] || kill -SEGV $$
                """, address: address, in: folder)
        #expect(status == 0)
        let log = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
        #expect(log == "\n\(address)\npixman\n\(address)\n")
        server.signal(SIGTERM)
        _ = try server.end()
    }

    @Test("The exit status comes from cage, and the port from the configuration")
    func port() throws {
        let folder = try TemporaryFolder()
        let (server, address) = try lane()
        let port = try #require(URL(string: address)?.port)
        let status = try run(
            cage: "for last in \"$@\"; do :; done; echo \"$last\" >>\"$LOG\"; exit 3",
            aloud: "echo 'port = \(port)                # /etc/aloud/aloud.conf:3'",
            address: nil, in: folder)
        #expect(status == 3)
        let log = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
        #expect(log == address + "\n")
        server.signal(SIGTERM)
        _ = try server.end()
    }
}

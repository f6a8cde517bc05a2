import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Exam
@testable import aloud

@Suite("The service manager", .listening)
struct ServiceManagerTests {
    /// A socket to which messages are sent, as systemd has one.
    private final class Inbox {
        let path: String
        private let descriptor: Int32

        init(in folder: TemporaryFolder) throws {
            path = folder.file("notify")
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let name = Array(path.utf8)
            try #require(name.count < MemoryLayout.size(ofValue: address.sun_path))
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0
                }
            }
            try #require(isBound)
        }

        deinit { close(descriptor) }

        /// The next message; waits for it.
        func next() -> String {
            var buffer = [UInt8](repeating: 0, count: 1_024)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test("Without a manager nothing is reported")
    func none() {
        #expect(ServiceManager(variables: [:]) == nil)
        #expect(ServiceManager(variables: ["NOTIFY_SOCKET": ""]) == nil)
        #expect(ServiceManager(variables: ["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
    }

    @Test("A server reports that it is ready, alive and stopping")
    func served() throws {
        let folder = try TemporaryFolder()
        let inbox = try Inbox(in: folder)
        let server = try RunningAloud(
            ["serve", "--port", "0", "--voice", "off"],
            variables: ["NOTIFY_SOCKET": inbox.path, "WATCHDOG_USEC": "200000"])
        let ready = inbox.next()
        #expect(ready.hasPrefix("READY=1\nSTATUS=The test is at http://127.0.0.1:"))
        #expect(inbox.next() == "WATCHDOG=1")
        #expect(inbox.next() == "WATCHDOG=1")
        server.signal(SIGTERM)
        var message = inbox.next()
        while message == "WATCHDOG=1" { message = inbox.next() }
        #expect(message == "STOPPING=1")
        #expect(try server.end().status == 0)
    }

    @Test("A server that does not answer is not alive")
    func silent() throws {
        let folder = try TemporaryFolder()
        let inbox = try Inbox(in: folder)
        let manager = try #require(
            ServiceManager(
                variables: ["NOTIFY_SOCKET": inbox.path, "WATCHDOG_USEC": "2000"]))
        // Nothing listens at port 1 of this machine.
        let probe = PageProbe(address: "127.0.0.1", port: 1)
        try #require(!probe.answers)
        manager.ready(probe)
        #expect(inbox.next().hasPrefix("READY=1"))
        Thread.sleep(forTimeInterval: 0.1)
        manager.stopping()
        #expect(inbox.next() == "STOPPING=1")
    }
}

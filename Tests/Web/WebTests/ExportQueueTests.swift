import Foundation
import HTTP
import Synchronization
import TestBrowser
import TestTraits
import Testing
import WebServer

/// Exports that take long, and other requests meanwhile.
@Suite("Exports apart from other answers", .listening)
struct ExportQueueTests {
    /// Exports that last until they may end or their page has left.
    private final class SlowExports: Responder {
        let asked = Atomic(0)
        let begun = Atomic(0)
        let left = Atomic(0)
        let mayEnd = Atomic(false)

        func admit(_ head: Request) -> Admission { .known }

        func respond(to request: Request) -> Reply {
            guard request.path == "/export" else { return .later { Reply.Content.done } }
            asked.add(1, ordering: .relaxed)
            return .export { [self] isLeft in
                begun.add(1, ordering: .relaxed)
                while !mayEnd.load(ordering: .relaxed), !isLeft() {
                    Thread.sleep(forTimeInterval: 0.01)
                }
                // As an export that removes its files.
                Thread.sleep(forTimeInterval: 0.1)
                if isLeft() { left.add(1, ordering: .relaxed) }
                return Reply.Content.done
            }
        }
    }

    @Test("They hold up no other answer, one too many is refused, and one that is left ends")
    func slow() throws {
        let exports = SlowExports()
        let server = try HTTPServer(ServerSettings(port: 0), responder: exports)
        defer { server.stop() }
        func status(of path: String) throws -> Int {
            try RawConnection.exchange(port: server.port, "GET", path).status
        }
        var clients = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for client in clients { client.send("GET /export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
        #expect(Waiting.until { exports.asked.load(ordering: .relaxed) == 8 })
        #expect(try status(of: "/other") == 200)
        #expect(try status(of: "/export") == 429)
        clients = []
        #expect(Waiting.until { exports.left.load(ordering: .relaxed) >= 2 })
        exports.mayEnd.store(true, ordering: .relaxed)
        #expect(try status(of: "/export") == 200)
    }

    @Test("The end of the server waits for an export under way")
    func stopped() throws {
        let exports = SlowExports()
        let server = try HTTPServer(ServerSettings(port: 0), responder: exports)
        let client = try RawConnection(port: server.port)
        client.send("GET /export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(Waiting.until { exports.begun.load(ordering: .relaxed) == 1 })
        server.stop()
        withExtendedLifetime(client) {}
        #expect(exports.left.load(ordering: .relaxed) == 1)
    }
}

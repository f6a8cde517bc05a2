import Acuity
import Foundation
import HTTP
import TestBrowser
import TestTraits
import Testing
import WebServer

@testable import TestPages

/// Requests that no page of ours sends.
@Suite("Bad requests", .listening)
struct BadRequestTests {
    private let lane: Lane
    private var port: Int { lane.server.port }

    init() throws { lane = try Lane() }

    private func post(
        _ path: String, _ body: String = "{}", origin: String? = nil,
        headers: [String: String] = [:]
    ) throws -> RawAnswer {
        try RawConnection.exchange(
            port: port, "POST", path,
            headers: ["Origin": origin ?? "http://127.0.0.1:\(port)"]
                .merging(headers) { $1 }, body: body)
    }

    private func openSession() throws -> String {
        let answer = try post("/session")
        #expect(answer.status == 200)
        let object = try JSONDecoder().decode([String: String].self, from: answer.body)
        return try #require(object["session"])
    }

    private static let beginning =
        #"{"distance":4,"largest":1,"smallest":-0.1,"width":300,"isMeasured":true,"perMillimetre":4,"#
        + #""ratio":1,"eyes":null}"#

    @Test("The server sends the pages")
    func pages() throws {
        for path in ["/", "/style.css", "/patient.js", "/sizes.js", "/operator"] {
            let answer = try RawConnection.exchange(port: port, "GET", path)
            #expect(answer.status == 200, "\(path)")
            #expect(!answer.body.isEmpty)
            #expect(answer.head.contains("Content-Security-Policy: default-src 'none';"))
        }
    }

    @Test(
        "A path outside the site is not found",
        arguments: [
            "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
            "/patient.js/..", "/.git/config", "/?/../x", "/\u{FF}", "/PATIENT.JS", "/%00",
            "/patient.js%00.html",
        ])
    func outside(path: String) throws {
        let answer = try RawConnection.exchange(port: port, "GET", path)
        if path == "/?/../x" {
            // A query with any content gives the page of its path.
            #expect(answer.status == 200)
        } else {
            #expect(answer.status == 404)
            #expect(answer.text.contains(#""code":"notFound""#))
        }
        #expect(!answer.text.contains("root:"))
    }

    @Test(
        "A request to another host name is refused",
        arguments: [
            "evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "", "localhost.",
        ])
    func wrongHost(host: String) throws {
        let answer = try RawConnection.exchange(
            port: port, "GET", "/", headers: ["Host": host])
        #expect(answer.status == 403)
        #expect(answer.text.contains(#""code":"foreign""#))
    }

    @Test("A request from another site, or without an origin, is refused with the reason")
    func wrongOrigin() throws {
        let others = [
            try post("/session", origin: "http://evil.example"),
            try post("/session", origin: "null"),
            try post("/session", headers: ["Sec-Fetch-Site": "cross-site"]),
        ]
        for answer in others {
            #expect(answer.status == 403)
            #expect(answer.text.contains(#""code":"otherSite""#))
        }
        let without = try RawConnection.exchange(port: port, "POST", "/session", body: "{}")
        #expect(without.status == 403)
        #expect(without.text.contains(#""code":"noOrigin""#))
        #expect(without.text.contains("no Origin header"))
    }

    @Test(
        "An unknown session is refused",
        arguments: ["/events", "/begin", "/stop", "/again", "/go-on"])
    func unknownSession(path: String) throws {
        _ = try openSession()
        for query in ["", "?session=", "?session=0123", "?session=%00", "?code=1"] {
            let answer =
                path == "/events"
                ? try RawConnection.exchange(port: port, "GET", path + query)
                : try post(path + query, Self.beginning)
            #expect(answer.status == 401, "\(path + query)")
            #expect(answer.text.contains(#""code":"unknownSession""#))
        }
        #expect(lane.pages.nextRequest(within: 0) == nil)
    }

    @Test("A second patient's page is refused while the first is open")
    func secondPage() throws {
        let session = try openSession()
        let second = try post("/session")
        #expect(second.status == 409)
        #expect(second.text.contains(#""code":"pageTaken""#))
        // The first one is known again.
        #expect(try post("/session", #"{"session":"\#(session)"}"#).status == 200)
        // Only the page with the session can begin.
        #expect(try post("/begin?session=\(session)", Self.beginning).status == 200)
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.distance == .fourMetres)
        #expect(begin.range == SizeRange(largest: LogMAR(1), smallest: LogMAR(-0.1)))
    }

    @Test("A killed page frees the lane before the next heartbeat")
    func deadPage() throws {
        var settings = ServerSettings(port: 0)
        settings.heartbeatSeconds = 3_600
        let lane = try Lane(settings: settings)
        func open() throws -> RawAnswer {
            try RawConnection.exchange(
                port: lane.port, "POST", "/session",
                headers: ["Origin": lane.address, "Sec-Fetch-Site": "same-origin"], body: "{}")
        }
        let session = try lane.session()
        var events: RawConnection? = try RawConnection(port: lane.port)
        events?.send(
            "GET /events?session=\(session) HTTP/1.1\r\nHost: 127.0.0.1:\(lane.port)\r\n\r\n")
        #expect(events?.receive().isEmpty == false)
        #expect(try open().status == 409)
        // A killed browser says nothing; the kernel closes its connection.
        events = nil
        #expect(Waiting.until { (try? open().status) == 200 })
    }

    @Test(
        "A malformed body is refused",
        arguments: [
            "", "{", "[]", "null", #"{"distance":4}"#, "4,000 brackets",
            beginning.replacing("4,\"largest\"", with: "400,\"largest\""),
            beginning.replacing("\"largest\":1", with: "\"largest\":1e300"),
            beginning.replacing("null", with: #"["third"]"#),
            beginning.replacing("null", with: #"["left","left","left"]"#),
            beginning.replacing("null", with: #"["left","left"]"#),
            beginning.replacing("\"perMillimetre\":4", with: "\"perMillimetre\":0"),
            beginning.replacing("\"width\":300", with: "\"width\":0"),
        ])
    func malformed(body: String) throws {
        // Named, so that the log stays short.
        let body = body == "4,000 brackets" ? String(repeating: "[", count: 4_000) : body
        let session = try openSession()
        #expect(try post("/begin?session=\(session)", body).status == 400)
        #expect(lane.pages.nextRequest(within: 0) == nil)
    }

    @Test("A test that has begun cannot begin again")
    func beginTwice() throws {
        let session = try openSession()
        lane.pages.show(.letters([.c], LogMAR(0.5), at: .fourMetres))
        #expect(try post("/begin?session=\(session)", Self.beginning).status == 409)
    }

    @Test("A body that is too large is refused, with and without a declared length")
    func oversized() throws {
        let session = try openSession()
        let announced = try RawConnection(port: port)
        announced.send(
            "POST /begin?session=\(session) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Origin: http://127.0.0.1:\(port)\r\nContent-Length: 1000000000\r\n\r\n")
        #expect(announced.answer()?.status == 413)
        let chunked = try RawConnection(port: port)
        chunked.send(
            "POST /begin?session=\(session) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Origin: http://127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
        for _ in 0..<4 { chunked.send(chunk) }
        chunked.send("0\r\n\r\n")
        #expect(chunked.answer()?.status == 413)
        // One without end is cut off.
        let endless = try RawConnection(port: port)
        endless.send(
            "POST /session HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Origin: http://127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<100 { endless.send(chunk) }
        #expect(endless.answer() == nil)
        #expect(try RawConnection.exchange(port: port, "GET", "/").status == 200)
    }

    @Test("Endless headers are refused")
    func longHeaders() throws {
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n")
        for index in 0..<2_000 { connection.send("X-\(index): aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n") }
        let status = connection.answer()?.status
        #expect(status == nil || [413, 431].contains(status))
        #expect(try RawConnection.exchange(port: port, "GET", "/").status == 200)
    }

    @Test("Bytes that are not HTTP, and unknown methods, are refused")
    func noise() throws {
        var settings = ServerSettings(port: 0)
        // Half a request is not waited for.
        settings.patienceSeconds = 1
        let hasty = try Lane(settings: settings)
        for text in ["\u{16}\u{3}\u{1}\r\n\r\n", "GET\r\n\r\n", "\r\n\r\n\r\n", "a b c\r\n\r\n"] {
            let connection = try RawConnection(port: hasty.server.port)
            connection.send(text)
            #expect(connection.answer()?.status != 200)
        }
        #expect(try RawConnection.exchange(port: hasty.server.port, "GET", "/").status == 200)
        for method in ["PUT", "DELETE", "OPTIONS", "TRACE"] {
            let answer = try RawConnection.exchange(
                port: port, method, "/",
                headers: ["Origin": "http://127.0.0.1:\(port)"])
            #expect(answer.status == 405, "\(method)")
        }
    }

    @Test("Too many requests at a time are refused")
    func tooMany() throws {
        var settings = ServerSettings(port: 0)
        settings.burst = 5
        settings.requestsPerSecond = 0.001
        let lane = try Lane(settings: settings)
        let statuses = try (0..<8).map { _ in
            try RawConnection.exchange(port: lane.server.port, "GET", "/").status
        }
        #expect(statuses == [200, 200, 200, 200, 200, 429, 429, 429])
    }

    @Test("A device that sends too much slows down neither other devices nor the test")
    func tooManyOfOthers() throws {
        var settings = ServerSettings(port: 0)
        settings.burst = 5
        settings.requestsPerSecond = 0.001
        let lane = try Lane(operatorKey: "key", settings: settings)
        let port = lane.server.port
        func get(_ path: String, from device: UInt8, host: String? = nil) throws -> Int {
            try RawConnection.exchange(
                port: port, "GET", path, headers: host.map { ["Host": $0] } ?? [:], device: device
            ).status
        }
        // A page of another site sends requests from the patient's own browser.
        for _ in 0..<20 { #expect(try get("/", from: 1, host: "evil.example") == 403) }
        let opened = try RawConnection.exchange(
            port: port, "POST", "/session", headers: ["Origin": "http://127.0.0.1:\(port)"],
            body: "{}")
        #expect(opened.status == 200)
        let session = try #require(
            try JSONDecoder().decode([String: String].self, from: opened.body)["session"])
        for _ in 0..<8 { _ = try get("/", from: 1) }
        #expect(try get("/", from: 1) == 429)
        #expect(try get("/", from: 2) == 200)
        #expect(try get("/?session=\(session)", from: 1) == 200)
        #expect(try get("/?key=key", from: 1) == 200)
        #expect(try get("/?session=\(session)0", from: 1) == 429)
    }

    @Test("A device needs the pairing code")
    func pairing() throws {
        let lane = try Lane(code: "123456")
        let port = lane.server.port
        func status(_ body: String) throws -> Int {
            try RawConnection.exchange(
                port: port, "POST", "/session", headers: ["Origin": "http://127.0.0.1:\(port)"],
                body: body
            ).status
        }
        #expect(try status("{}") == 401)
        #expect(try status(#"{"code":"123457"}"#) == 401)
        #expect(try status(#"{"code":"123456"}"#) == 200)
    }

    @Test("A device that guesses codes has to wait, and others do not")
    func guessing() throws {
        let lane = try Lane(code: "123456")
        let port = lane.server.port
        func answer(_ code: String, from device: UInt8) throws -> RawAnswer {
            try RawConnection.exchange(
                port: port, "POST", "/session", headers: ["Origin": "http://127.0.0.1:\(port)"],
                body: #"{"code":"\#(code)"}"#, device: device)
        }
        for guess in 0..<PairingTries.freeTries {
            #expect(try answer("\(guess)", from: 2).status == 401)
        }
        for _ in 0..<20 {
            let right = try answer("123456", from: 2)
            #expect(right.status == 429)
            // The answer does not call the typed code wrong.
            #expect(right.text.contains(#""code":"lockedOut""#))
        }
        #expect(try answer("123456", from: 1).status == 200)
    }

    @Test("Five browsers of one address are served")
    func browsers() throws {
        let lane = try Lane()
        // Each keeps six connections.
        let held = try (0..<30).map { _ in try RawConnection(port: lane.server.port) }
        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(lane.server.port)\r\n\r\n"
        for one in held {
            one.send(request)
            #expect(String(decoding: one.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("A device that holds idle connections leaves room for others")
    func hoarder() throws {
        var settings = ServerSettings(port: 0)
        settings.patienceSeconds = 3_600
        let lane = try Lane(settings: settings)
        let held = try (0..<300).map { _ in try RawConnection(port: lane.server.port) }
        for one in held { one.send("GET / HTTP/1.1\r\nHo") }
        // A dozen such devices do not take all connections either.
        let others = try (10..<22).flatMap { device in
            try (0..<30).map { _ in try RawConnection(port: lane.server.port, device: device) }
        }
        for one in others { one.send("GET / HTTP/1.1\r\nHo") }
        let answer = try RawConnection(port: lane.server.port, device: 9)
        answer.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(lane.server.port)\r\n\r\n")
        #expect(String(decoding: answer.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }

    @Test("An endless request is cut off, and an event stream is not")
    func slowHead() throws {
        var settings = ServerSettings(port: 0)
        settings.deadlineSeconds = 2
        settings.heartbeatSeconds = 0.1
        let lane = try Lane(operatorKey: "key", settings: settings)
        let host = "Host: 127.0.0.1:\(lane.server.port)\r\n"
        let events = try RawConnection(port: lane.server.port)
        events.send("GET /operator/events?key=key HTTP/1.1\r\n\(host)\r\n")
        let slow = try RawConnection(port: lane.server.port)
        slow.send("GET / HTTP/1.1\r\n\(host)X: ")
        var rounds = 0
        while !slow.isClosed, rounds < 600 {
            slow.send("a")
            Thread.sleep(forTimeInterval: 0.05)
            rounds += 1
        }
        #expect(rounds < 600)
        // Some of these came before the other was cut, the last after it.
        for _ in 0..<10 { #expect(!events.receive().isEmpty) }
    }

    @Test("A port in use is named in the error")
    func portTaken() {
        #expect(throws: (any Error).self) { try Lane(settings: ServerSettings(port: port)) }
        #expect(throws: (any Error).self) {
            try Lane(settings: ServerSettings(address: "localhost", port: 0))
        }
        do {
            _ = try Lane(settings: ServerSettings(port: port))
        } catch {
            #expect(
                "\(error)"
                    == "Cannot listen at 127.0.0.1, port \(port): Address already in use. Choose"
                    + " another port with '--port', or stop the program that uses this one.")
        }
    }
}

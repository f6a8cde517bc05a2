import Acuity
import Foundation
import HTTP
import TestBrowser
import TestPages
import TestTraits
import Testing
import WebServer

/// Random requests that try to crash or block the server.
///
/// The variables ALOUD_HOSTILE_REQUESTS and ALOUD_HOSTILE_SEED set their number and the seed.
@Suite("Hostile requests", .listening)
struct HostileRequestTests {
    private static func variable(_ name: String, default usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test("No hostile request crashes or blocks the server")
    func hostile() throws {
        let key = "00112233445566778899aabbccddeeff"
        var settings = ServerSettings(port: 0)
        // The requests have to get past the rate limit.
        settings.burst = 1e9
        // Unfinished requests are cut off soon, and lost event streams are noticed soon.
        settings.deadlineSeconds = 0.5
        settings.heartbeatSeconds = 0.1
        let lane = try Lane(operatorKey: key, settings: settings)
        let port = lane.server.port
        let opened = try RawConnection.exchange(
            port: port, "POST", "/session", headers: ["Origin": lane.address], body: "{}")
        let session = try #require(
            try JSONDecoder().decode([String: String].self, from: opened.body)["session"])
        let seed = Self.variable("ALOUD_HOSTILE_SEED", default: 43)
        var requests = HostileRequests(
            port: port, session: session, key: key, seed: UInt64(max(0, seed)))
        let count = Self.variable("ALOUD_HOSTILE_REQUESTS", default: 100)
        for first in stride(from: 1, through: count, by: Self.atOnce) {
            // The server waits for the rest of an unfinished request. Those of a batch wait together.
            let batch = try (first...min(count, first + Self.atOnce - 1)).map { number in
                try Sent(requests.next(), number: number, port: port)
            }
            // A live server answers everybody else meanwhile.
            let answer = try RawConnection.exchange(port: port, "GET", "/")
            #expect(answer.status == 200, "after request \(first) of seed \(seed)")
            for sent in batch {
                let fault = sent.fault()
                #expect(fault == nil, "request \(sent.number) of seed \(seed)")
            }
        }
        let again = try RawConnection.exchange(
            port: port, "POST", "/session", headers: ["Origin": lane.address],
            body: #"{"session":"\#(session)"}"#)
        // One of the requests may have become the patient's page, while no page was connected.
        #expect([200, 409].contains(again.status))
    }

    /// Requests that are open at the same time.
    private static let atOnce = 50
}

/// A hostile request on its way, each from a device of its own.
private struct Sent {
    let number: Int
    private let connection: RawConnection

    init(_ request: HostileRequests.Request, number: Int, port: Int) throws {
        self.number = number
        connection = try RawConnection(port: port, device: UInt8(2 + number % 250))
        for piece in request.pieces {
            connection.send(piece)
            if request.isSlow { Thread.sleep(forTimeInterval: 0.002) }
        }
        connection.finishSending()
    }

    /// The fault, if the answer is none of HTTP or the server does not close.
    func fault() -> String? {
        var answer: [UInt8] = []
        while true {
            let bytes = connection.receive()
            guard !bytes.isEmpty else { break }
            answer += bytes
            // Event streams do not end.
            if answer.starts(with: "HTTP/1.1 200".utf8),
                String(decoding: answer, as: UTF8.self).contains("text/event-stream")
            {
                return nil
            }
        }
        let start = String(decoding: answer.prefix(12), as: UTF8.self)
        guard connection.isClosed else { return "no end after '\(start)'" }
        // A file by HTTP/0.9 would have no status; libmicrohttpd knows only HTTP/1.
        guard answer.isEmpty || start.hasPrefix("HTTP/1.") else { return "answer '\(start)'" }
        return start.hasSuffix(" 500") ? "status 500" : nil
    }
}

/// A generator of hostile requests; the same seed gives the same ones.
private struct HostileRequests {
    struct Request {
        /// The bytes as they are sent, one piece after the other.
        var pieces: [[UInt8]]
        /// Whether there are pauses between the pieces.
        var isSlow: Bool
    }

    let port: Int
    let session: String
    let key: String
    private var random: SplitMix64

    init(port: Int, session: String, key: String, seed: UInt64) {
        self.port = port
        self.session = session
        self.key = key
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> Request {
        let body = body()
        let end = pick(["\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r"])
        var bytes = Array("\(method()) \(target()) \(version())\(end)".utf8)
        for header in headers(for: body) { bytes += header + Array(end.utf8) }
        bytes += Array(end.utf8) + body
        if chance(0.1) { bytes = noise(1 + upTo(400)) }
        // Some bytes are changed on the way.
        if chance(0.15) {
            for _ in 0...upTo(4) { bytes[upTo(bytes.count - 1)] = UInt8(upTo(255)) }
        }
        // The sender goes away in the middle.
        if chance(0.15) { bytes = Array(bytes.prefix(1 + upTo(bytes.count - 1))) }
        // The connection carries a second request.
        if chance(0.1) { bytes += bytes }
        let isSlow = chance(0.1)
        guard isSlow else { return Request(pieces: [bytes], isSlow: false) }
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + bytes.count / 8)
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return Request(pieces: pieces, isSlow: true)
    }

    private mutating func upTo(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

    private mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < share
    }

    private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[upTo(choices.count - 1)]
    }

    private mutating func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private mutating func method() -> String {
        if chance(0.7) { return pick(["GET", "POST", "POST"]) }
        return pick([
            "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "", "G\0T",
            String(repeating: "M", count: 9_000),
        ])
    }

    private static let paths = [
        "/", "/session", "/events", "/begin", "/answer", "/go-on", "/again", "/touched", "/shown",
        "/screen-changed", "/screen-unchanged", "/grey",
        "/stop", "/operator", "/operator/events", "/operator/act", "/patient.js", "/style.css",
    ]

    private mutating func target() -> String {
        if chance(0.15) {
            return pick([
                "", "*", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/%", "/%zz",
                "//", "/\u{0}", "/ü/漢", "http://127.0.0.1:\(port)/", "http://evil.example/",
                "/" + String(repeating: "a/", count: 20_000),
                "/?" + String(repeating: "&", count: 9_000),
            ])
        }
        let query = pick([
            "", "?session=\(session)", "?session=\(session)", "?key=\(key)", "?session=",
            "?session=\(session)%00", "?session=a&session=\(session)", "?=&=&&", "?session",
            "?key=\(String(repeating: "k", count: 5_000))",
        ])
        return pick(Self.paths) + query
    }

    private mutating func version() -> String {
        chance(0.85)
            ? "HTTP/1.1"
            : pick(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/", "", "FTP"])
    }

    private mutating func headers(for body: [UInt8]) -> [[UInt8]] {
        var lines: [String] = []
        if chance(0.9) {
            lines.append(
                "Host: \(chance(0.9) ? "127.0.0.1:\(port)" : pick(["", "evil", "[::1", "a b"]))")
        }
        if chance(0.85) {
            lines.append("Origin: \(chance(0.9) ? "http://127.0.0.1:\(port)" : "null")")
        }
        if chance(0.3) { lines.append("X-Aloud-Key: \(chance(0.7) ? key : "wrong")") }
        let length = body.count
        switch upTo(9) {
        case 0:
            lines.append(
                "Content-Length: "
                    + pick([
                        "-1", "99999999999999999999", "\(length + 100)", "\(length / 2)", "x", "",
                        "0x10", "1, 1",
                    ]))
        case 1: lines += ["Content-Length: \(length)", "Content-Length: \(length + 1)"]
        case 2:
            lines.append("Transfer-Encoding: \(pick(["chunked", "chunked, chunked", "gzip", "x"]))")
        case 3: lines += ["Transfer-Encoding: chunked", "Content-Length: \(length)"]
        default: lines.append("Content-Length: \(length)")
        }
        if chance(0.2) {
            lines.append(
                pick([
                    "Expect: 100-continue", "Expect: x", "Connection: upgrade", "Connection: close",
                    "Upgrade: websocket", "Range: bytes=0-", "Sec-Fetch-Site: cross-site", ": x",
                    "x",
                    " folded", "A: " + String(repeating: "b", count: 40_000), "Cookie: \u{1}\u{2}",
                    "If-None-Match: *", "Content-Encoding: gzip",
                ]))
        }
        if chance(0.03) { lines += (0..<3_000).map { "X-\($0): 1" } }
        lines.shuffle(using: &random)
        var bytes = lines.map { Array($0.utf8) }
        if chance(0.05) { bytes.append(noise(1 + upTo(200))) }
        return bytes
    }

    private static let bodies = [
        "{}", #"{"session":null,"code":"123456"}"#,
        #"{"distance":4,"largest":1,"smallest":-0.1,"width":300,"isMeasured":true,"perMillimetre":4,"#
            + #""ratio":1,"eyes":["right","left"],"saysDistance":true,"choosesStart":true}"#,
        #"{"direction":"U","shown":0}"#, #"{"isShown":false}"#, #"{"ofWarmUp":false}"#,
        #"{"act":"override","shown":0,"position":1,"letter":"K"}"#, #"{"act":"abort"}"#,
        #"{"act":"pause"}"#,
    ]

    private mutating func body() -> [UInt8] {
        switch upTo(9) {
        case 0: return []
        case 1: return noise(upTo(6_000))
        case 2:
            return Array(repeating: UInt8(ascii: pick(["[", "{", "\"", "9"])), count: upTo(5_000))
        case 3:
            return Array(
                "\(pick(["5", "ffffffffffffffff", "-1", "zz"]))\r\nhello\r\n0\r\n\r\n".utf8)
        case 4, 5:
            // A value is replaced, as a program with a fault would do it.
            let value = pick([
                "1e999", "-0", "null", "\"\\ud800\"", "[]", "1e-400", "99999999999999999999",
            ])
            let text = pick(Self.bodies)
            return Array(
                text.replacing(#/:[^,}]+/#, with: ":\(value)", maxReplacements: 1 + upTo(3)).utf8)
        default: return Array(pick(Self.bodies).utf8)
        }
    }
}

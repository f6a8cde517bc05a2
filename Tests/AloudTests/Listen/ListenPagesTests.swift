import FliteVoice
import Foundation
import TestBrowser
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// The WebSockets and event streams of the real program, with Chromium, and with clients that mean
/// harm.
@Suite("aloud listen --websocket and --sse", .listening)
struct ListenPagesTests {
    /// A program at a microphone, and the addresses in its first line.
    private struct Listening {
        let program: RunningAloud
        let addresses: [String: String]
        let port: Int
        private let microphone: FileMicrophone

        /// - Parameter times: how often three letters are said, once every six seconds, so that a
        ///   page that connects late also hears them.
        init(_ words: [String], times: Int = 1) throws {
            // A page that sends its own sound is heard without any device.
            guard !words.contains("page") else {
                microphone = try FileMicrophone(nil)
                program = try RunningAloud(["listen"] + words, variables: microphone.variables)
                addresses = try Self.addresses(of: program)
                port = try #require(URL(string: addresses.values.first ?? "")?.port)
                return
            }
            let texts = Array(repeating: ["K", "O", "S"], count: times).flatMap { $0 }
            let sound = try Scene.saying(
                texts, by: FliteVoice(.rms), pause: 1, before: 1, after: 2)
            microphone = try FileMicrophone(sound.inRoom())
            program = try RunningAloud(
                ["listen", "--paused", "--meter"] + words, variables: microphone.variables)
            addresses = try Self.addresses(of: program)
            port = try #require(URL(string: addresses.values.first ?? "")?.port)
        }

        private static func addresses(of program: RunningAloud) throws -> [String: String] {
            try program.wait(for: "\n")
            let line = program.text.prefix { $0 != "\n" }
            let ready = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return ready["addresses"] as? [String: String] ?? [:]
        }

        /// The path and query of an address.
        func target(_ kind: String) throws -> String {
            let address = try #require(addresses[kind])
            return "/" + address.split(separator: "/", maxSplits: 2)[2]
        }

        /// Ends the program, which must still be alive and well.
        func end() throws {
            #expect(program.isRunning)
            program.signal(SIGTERM)
            let run = try program.end()
            #expect(run.status == 0 && !run.wasEndedBySignal, "\(run.messages)")
        }
    }

    /// A request for a WebSocket.
    private func upgrade(
        _ target: String, port: Int, origin: String? = nil, host: String? = nil,
        version: String = "13"
    ) -> String {
        """
        GET \(target) HTTP/1.1\r
        Host: \(host ?? "127.0.0.1:\(port)")\r
        \(origin.map { "Origin: \($0)\r\n" } ?? "")\
        Upgrade: websocket\r
        Connection: keep-alive, Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: \(version)\r
        \r

        """
    }

    /// A frame of a client, masked.
    private func frame(_ first: UInt8, _ content: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        let length =
            content.count < 126
            ? [0x80 | UInt8(content.count)]
            : [0xFE, UInt8(content.count >> 8), UInt8(content.count & 255)]
        return [first] + length + mask
            + content.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    /// Reads until some words have arrived; all that arrived.
    private func read(_ connection: RawConnection, until words: String) -> String {
        var text = ""
        while !text.contains(words) {
            let bytes = connection.receive()
            if bytes.isEmpty { break }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Reads to the end; the code of the last frame if it is a close, else nil.
    private func closeCode(_ connection: RawConnection) -> Int? {
        var all: [UInt8] = []
        while case let bytes = connection.receive(), !bytes.isEmpty { all += bytes }
        guard all.count >= 4, all[all.count - 4] == 0x88 else { return nil }
        return Int(all[all.count - 2]) << 8 | Int(all[all.count - 1])
    }

    @Test("a page controls the listening and gets letters, by SSE and by WebSocket")
    func chromium() throws {
        let browser = try Browser()
        let listening = try Listening(
            ["--websocket", "0", "--sse", "0", "--origin", "null"], times: 10)
        let folder = try TemporaryFolder()
        let page = try folder.write(
            """
            <!doctype html><title>letters</title><script>
            var heard = [], streamed = [], ended = false;
            const addresses = \(String(
                decoding: JSONSerialization.data(withJSONObject: listening.addresses), as: UTF8.self));
            const socket = new WebSocket(addresses.websocket);
            socket.onopen = () => socket.send('{"listen":true}');
            socket.onmessage = (message) => heard.push(JSON.parse(message.data));
            socket.onclose = () => { ended = true; };
            const stream = new EventSource(addresses.sse);
            stream.onmessage = (message) => streamed.push(JSON.parse(message.data));
            </script>
            """, to: "page.html")
        try browser.open("file://" + page)
        try browser.wait(until: "heard.some((event) => event.kind === 'letter')")
        try browser.wait(until: "streamed.some((event) => event.kind === 'letter')")
        #expect(try browser.holds("heard[0].event === 'ready' && streamed[0].event === 'ready'"))
        #expect(
            try browser.holds(
                """
                JSON.stringify(heard.find((event) => event.kind === 'letter'))
                  === JSON.stringify(streamed.find((event) => event.kind === 'letter'))
                """))
        try listening.end()
        try browser.wait(until: "ended && heard.at(-1).event === 'end'")
    }

    @Test("only the loopback's names, named origins and the token open a connection")
    func admission() throws {
        let listening = try Listening(
            ["--websocket", "0", "--sse", "0", "--origin", "https://lab.example"])
        let port = try #require(URL(string: listening.addresses["websocket"] ?? "")?.port)
        let target = try listening.target("websocket")
        func status(_ request: String) throws -> Int? {
            let connection = try RawConnection(port: port)
            connection.send(request)
            let head = read(connection, until: "\r\n\r\n")
            return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        #expect(try status(upgrade(target, port: port)) == 101)
        #expect(try status(upgrade(target, port: port, origin: "https://lab.example")) == 101)
        #expect(try status(upgrade(target, port: port, origin: "https://evil.example")) == 403)
        #expect(try status(upgrade(target, port: port, origin: "null")) == 403)
        #expect(try status(upgrade(target, port: port, host: "evil.example:\(port)")) == 403)
        #expect(try status(upgrade("/answers", port: port)) == 401)
        #expect(
            try status(upgrade("/answers?token=" + String(repeating: "0", count: 32), port: port))
                == 401)
        #expect(try status(upgrade(target, port: port, version: "8")) == 426)
        #expect(try status(upgrade("/events", port: port)) == 404)
        try listening.end()
    }

    @Test("the token is not in the command line")
    func commandLine() throws {
        let listening = try Listening(["--websocket", "0"])
        let words = try Data(
            contentsOf: URL(
                fileURLWithPath: "/proc/\(listening.program.processIdentifier)/cmdline"))
        let token = try #require(listening.addresses["websocket"]?.split(separator: "=").last)
        #expect(!String(decoding: words, as: UTF8.self).contains(token))
        try listening.end()
    }

    @Test(
        "a client that breaks the standard is closed with its reason",
        arguments: [
            // Not masked; a reserved bit; an unknown kind; a long control frame.
            ([0x81, 0x00], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
            ([0x83, 0x80, 0, 0, 0, 0], 1002), ([0x89, 0xFE], 1002),
            // A continuation of nothing; binary; too long; not UTF-8.
            ([0x80, 0x80, 0, 0, 0, 0], 1002), ([0x82, 0x80, 0, 0, 0, 0], 1003),
            ([0x81, 0xFF], 1009), ([0x81, 0xFE, 0xFF, 0xFF], 1009),
            ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
        ])
    func faults(_ bytes: [UInt8], code: Int) throws {
        let listening = try Listening(["--websocket", "0"])
        let connection = try RawConnection(port: listening.port)
        connection.send(upgrade(try listening.target("websocket"), port: listening.port))
        let head = read(connection, until: "ready")
        // The accepted key of RFC 6455, section 1.3.
        #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        connection.send(bytes)
        #expect(closeCode(connection) == code)
        try listening.end()
    }

    @Test("a message in parts, a ping and a close are answered")
    func parts() throws {
        let listening = try Listening(["--websocket", "0"])
        let connection = try RawConnection(port: listening.port)
        connection.send(upgrade(try listening.target("websocket"), port: listening.port))
        connection.send(frame(0x01, Array("{\"lis".utf8)))
        connection.send(frame(0x89, Array("are you there".utf8)))
        connection.send(frame(0x80, Array("ten\":true}".utf8)))
        let text = read(connection, until: "resume")
        #expect(text.contains("are you there") && text.contains("resume"))
        connection.send(frame(0x88, [0x03, 0xE8]))
        #expect(closeCode(connection) == 1000)
        try listening.end()
    }

    @Test("a client that connects later is greeted with the present pause")
    func greeting() throws {
        let listening = try Listening(["--websocket", "0"])
        let target = try listening.target("websocket")
        func connect(_ device: UInt8) throws -> (connection: RawConnection, greeting: String) {
            let connection = try RawConnection(port: listening.port, device: device)
            connection.send(upgrade(target, port: listening.port))
            return (connection, read(connection, until: "version"))
        }
        let first = try connect(1)
        #expect(first.greeting.contains(#""paused":true"#))
        first.connection.send(frame(0x81, Array("{\"listen\":true}".utf8)))
        _ = read(first.connection, until: "resume")
        #expect(try connect(2).greeting.contains(#""paused":false"#))
        first.connection.send(frame(0x81, Array("{\"listen\":false}".utf8)))
        _ = read(first.connection, until: "told")
        #expect(try connect(3).greeting.contains(#""paused":true"#))
        try listening.end()
    }

    @Test("floods, half-open and stalled clients delay nobody")
    func harm() throws {
        let listening = try Listening(["--websocket", "0"], times: 10)
        let target = try listening.target("websocket")
        // Half a request; a WebSocket that never reads; one that floods.
        let half = try RawConnection(port: listening.port, device: 2)
        half.send("GET /answers HTTP/1.1\r\nHost: ")
        let stalled = try RawConnection(port: listening.port, device: 3)
        stalled.send(upgrade(target, port: listening.port))
        let flood = try RawConnection(port: listening.port, device: 4)
        flood.send(upgrade(target, port: listening.port))
        for _ in 0..<2_000 { flood.send(frame(0x81, Array("{\"colour\":1}".utf8))) }
        #expect(closeCode(flood) == 1008)
        // Everybody else is refused beyond the limit, and served again when a place is free.
        var others: [RawConnection] = []
        var refused = 0
        for device in 5...16 {
            let other = try RawConnection(port: listening.port, device: UInt8(device))
            other.send(upgrade(target, port: listening.port))
            refused += read(other, until: "\r\n\r\n").contains("429") ? 1 : 0
            others.append(other)
        }
        #expect(refused == 5)
        let good = others[0]
        good.send(frame(0x81, Array("{\"listen\":true}".utf8)))
        #expect(read(good, until: "\"letter\"").contains("\"letter\""))
        try listening.end()
    }

    /// A tenth of a second of sound as a page sends it.
    private func piece(_ samples: ArraySlice<Float>, from first: Int) -> [UInt8] {
        let head = (0..<8).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) }
        return head
            + samples.flatMap { sample in
                withUnsafeBytes(
                    of: Int16(max(-1, min(1, sample)) * 32_767).littleEndian, Array.init)
            }
    }

    @Test("the microphone of one page is heard, and no other")
    func pageMicrophone() throws {
        let listening = try Listening(["--microphone", "page", "--websocket", "0"])
        let target = try listening.target("websocket")
        let (speaker, other) = (
            try RawConnection(port: listening.port),
            try RawConnection(port: listening.port, device: 2)
        )
        for connection in [speaker, other] {
            connection.send(upgrade(target, port: listening.port))
        }
        let sound = try Scene.saying(
            ["K", "O", "S"], by: FliteVoice(.rms), pause: 0.7, before: 1, after: 1
        ).inRoom()
        for first in stride(from: 0, to: sound.count, by: 1_600) {
            speaker.send(
                frame(0x82, piece(sound[first..<min(first + 1_600, sound.count)], from: first)))
        }
        let text = read(other, until: "\"letter\":\"S\"")
        #expect(text.contains("\"letter\":\"K\"") && text.contains("\"letter\":\"S\""))
        other.send(frame(0x82, piece([0, 0], from: 0)))
        #expect(closeCode(other) == 1003)
        // Half a sample cannot be heard.
        speaker.send(frame(0x82, [0, 0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(closeCode(speaker) == 1003)
        try listening.end()
    }

    @Test(
        "an origin or a page's microphone without its port is misuse, and so is a page's address",
        arguments: [
            ["--websocket", "0", "--origin", "https://lab.example/"],
            ["--websocket", "0", "--origin", "lab.example"],
            ["--origin", "https://lab.example"], ["--microphone", "page"],
            ["--microphone", "page", "--websocket", "0", "--device", "hw:1"],
        ])
    func misuse(words: [String]) throws {
        #expect(try AloudBinary.run(["listen"] + words).status == 64)
    }
}

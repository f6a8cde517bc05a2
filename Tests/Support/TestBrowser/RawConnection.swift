package import Foundation
internal import Glibc

/// A connection to a server of this machine, on which a test may send any bytes.
package final class RawConnection {
    private let descriptor: Int32

    /// Connects to a port.
    ///
    /// - Parameter device: the last number of the client's address 127.0.0.x. All these addresses
    ///   are this machine, but a server takes each for a separate device.
    package init(port: Int, device: UInt8 = 1) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected =
            Self.give(Self.address(device, port: 0), to: { bind(descriptor, $0, $1) })
            && Self.give(Self.address(1, port: port), to: { connect(descriptor, $0, $1) })
        guard isConnected else { throw BrowserError.answer(String(cString: strerror(errno))) }
        // A test without an answer fails instead of waiting forever.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout.size(ofValue: patience)))
    }

    deinit { Glibc.close(descriptor) }

    private static func address(_ device: UInt8, port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(device)).bigEndian
        return address
    }

    private static func give(
        _ address: sockaddr_in, to call: (UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Bool {
        var address = address
        let size = socklen_t(MemoryLayout.size(ofValue: address))
        return withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { call($0.baseAddress, size) == 0 }
        }
    }

    /// Sends a text; stops if the other side has closed.
    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Ends the sending direction: the other side reads an end, and can still answer.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends bytes; stops if the other side has closed.
    package func send(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            bytes = bytes.dropFirst(sent)
        }
    }

    /// The next bytes; none at the end.
    package func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Whether the other side has closed, and nothing is left to read.
    package var isClosed: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
    }

    /// Reads a whole answer.
    package func answer() -> RawAnswer? {
        var bytes: [UInt8] = []
        var head: (status: Int, length: Int, start: Int)?
        while true {
            if head == nil { head = RawAnswer.head(of: bytes) }
            if let head, bytes.count >= head.start + head.length {
                return RawAnswer(
                    status: head.status,
                    head: String(decoding: bytes[..<head.start], as: UTF8.self),
                    body: Data(bytes[head.start..<head.start + head.length]))
            }
            let more = receive()
            if more.isEmpty { return nil }
            bytes += more
        }
    }

    /// Sends a request with its length and waits for the answer.
    package static func exchange(
        port: Int, _ method: String, _ path: String, headers: [String: String] = [:],
        body: String = "", device: UInt8 = 1
    ) throws -> RawAnswer {
        let connection = try RawConnection(port: port, device: device)
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "127.0.0.1:\(port)" }
        headers["Content-Length"] = "\(body.utf8.count)"
        headers["Connection"] = "close"
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
        connection.send("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)")
        guard let answer = connection.answer() else {
            throw BrowserError.answer("nothing to \(method) \(path)")
        }
        return answer
    }
}

/// The answer of a server.
package struct RawAnswer: Sendable {
    package var status: Int
    package var head: String
    package var body: Data

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// Status, length of the body and where it starts, once the head is there. Chunked bodies are
    /// not understood; 0 is taken for their length.
    static func head(of bytes: [UInt8]) -> (status: Int, length: Int, start: Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard let range = bytes.firstRange(of: end) else { return nil }
        let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
        guard let status = head.firstMatch(of: #/^HTTP/1\.1 (\d+)/#).flatMap({ Int($0.1) }) else {
            return nil
        }
        let length = head.lowercased().firstMatch(of: #/content-length: *(\d+)/#)
            .flatMap { Int($0.1) }
        return (status, length ?? 0, range.upperBound)
    }
}

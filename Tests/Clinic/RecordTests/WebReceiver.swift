import Foundation
import Glibc
import Synchronization

/// A server of HTTP on this machine that a test scripts. One request at a time.
final class WebReceiver: Sendable {
    let port: Int
    private let descriptor: Int32
    private let received = Mutex<[Request]>([])

    /// A request.
    struct Request: Sendable {
        let method: String
        let path: String
        let body: String
        let authorization: String
        let signature: String
    }

    /// - Parameters:
    ///   - header: a further line of each answer's head; empty for none.
    ///   - answer: the status and the body of a request.
    init(
        header: String = "",
        _ answer: @escaping @Sendable (Request) -> (status: Int, body: String)
    ) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileReadUnknown) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                if let request = Self.read(client) {
                    let (status, body) = answer(request)
                    self?.received.withLock { $0.append(request) }
                    let reply =
                        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n"
                        + (header.isEmpty ? "" : header + "\r\n")
                        + "Connection: close\r\n\r\n" + body
                    _ = Array(reply.utf8).withUnsafeBytes {
                        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                }
                close(client)
            }
        }
    }

    /// - Parameters:
    ///   - answers: the first statuses; 200 after them.
    ///   - meanwhile: what happens between a request and its answer.
    convenience init(
        answering answers: [Int], meanwhile: @escaping @Sendable (Request) -> Void = { _ in }
    ) throws {
        let left = Mutex(answers)
        try self.init { request in
            meanwhile(request)
            return (left.withLock { $0.isEmpty ? 200 : $0.removeFirst() }, "")
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    var requests: [Request] { received.withLock { $0 } }

    private static func read(_ client: Int32) -> Request? {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound].split(separator: "\r\n")
                func header(_ name: String) -> String {
                    head.first { $0.lowercased().hasPrefix(name + ":") }
                        .map { String($0.dropFirst(name.count + 2)) } ?? ""
                }
                let body = String(text[end.upperBound...])
                let words = (head.first ?? "").split(separator: " ").map(String.init)
                if header("expect") == "100-continue", body.isEmpty {
                    _ = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).withUnsafeBytes {
                        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                }
                if body.utf8.count >= Int(header("content-length")) ?? 0, words.count > 1 {
                    return Request(
                        method: words[0], path: words[1], body: body,
                        authorization: header("authorization"),
                        signature: header("aloud-signature"))
                }
            }
            let count = recv(client, &block, block.count, 0)
            guard count > 0 else { return nil }
            bytes += block.prefix(count)
        }
    }
}

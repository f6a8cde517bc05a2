import Foundation
import Glibc
import Synchronization

/// A receiver of webhooks on this machine: takes each request whole, and answers with the next status.
final class AlertReceiver: Sendable {
    let port: Int
    private let descriptor: Int32
    private let state: Mutex<(answers: [Int], requests: [Received])>
    private let meanwhile: @Sendable (Received) -> Void

    /// A request.
    struct Received: Sendable {
        let signature: String
        let body: String
    }

    /// - Parameters:
    ///   - answers: the first statuses; 200 after them.
    ///   - meanwhile: what happens between a request and its answer.
    init(
        answering answers: [Int], meanwhile: @escaping @Sendable (Received) -> Void = { _ in }
    ) throws {
        self.meanwhile = meanwhile
        state = Mutex((answers, []))
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else { throw CocoaError(.fileReadUnknown) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [weak self] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                self?.answer(client)
                close(client)
            }
        }
        thread.start()
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The requests so far.
    var requests: [Received] { state.withLock { $0.requests } }

    private func answer(_ client: Int32) {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound]
                func header(_ name: String) -> String {
                    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
                        .map { String($0.dropFirst(name.count + 2)) } ?? ""
                }
                let body = String(text[end.upperBound...])
                if body.utf8.count >= Int(header("content-length")) ?? 0 {
                    let received = Received(signature: header("aloud-signature"), body: body)
                    meanwhile(received)
                    let status = state.withLock { state in
                        state.requests.append(received)
                        return state.answers.isEmpty ? 200 : state.answers.removeFirst()
                    }
                    let reply =
                        "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n"
                        + "Connection: close\r\n\r\n"
                    _ = Array(reply.utf8).withUnsafeBytes {
                        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    return
                }
            }
            let count = read(client, &block, block.count)
            guard count > 0 else { return }
            bytes += block[..<count]
        }
    }
}

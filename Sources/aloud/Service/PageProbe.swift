internal import Glibc
internal import Platform

/// Asks a server of pages for its front page, as a browser of this machine would.
struct PageProbe: Sendable {
    /// The address at which the server listens, in digits.
    let address: String
    /// The port at which it listens.
    let port: Int

    /// The longest wait for an answer, seconds.
    private static let patience = 5
    /// Maximum number of bytes that are read of the answer: its head and the start of the page.
    private static let most = 4_096

    /// The start of the answer; nil if the server gives none in time.
    func answer() -> String? {
        guard let descriptor = connected() else { return nil }
        defer { close(descriptor) }
        let host = page.dropFirst("http://".count).dropLast()
        let request =
            "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\nAccept: text/html\r\n\r\n"
        var bytes = Array(request.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return nil }
            bytes = bytes.dropFirst(count)
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.most)
        while answer.count < Self.most {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer.prefix(count)
        }
        return answer.isEmpty ? nil : String(decoding: answer, as: UTF8.self)
    }

    /// The address of the front page.
    var page: String {
        "http://\(reachable.contains(":") ? "[\(reachable)]" : reachable):\(port)/"
    }

    /// Whether any program accepts a connection there.
    var answers: Bool {
        guard port > 0, let descriptor = connected() else { return false }
        close(descriptor)
        return true
    }

    /// Whether Aloud answers there, rather than another program or none.
    var isAloud: Bool { port > 0 && answer()?.contains("<title>Aloud") == true }

    /// The address to which this machine connects, in digits: loopback for a server at all
    /// addresses.
    private var reachable: String {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: address
        }
    }

    /// A socket that is connected to the server; nil if it refuses.
    private func connected() -> Int32? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(reachable, "\(port)", &hints, &found) == 0, let first = found else {
            return nil
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            first.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

internal import Glibc
internal import HTTP

/// The owner of a listening socket.
struct ListeningSocket: ~Copyable {
    let descriptor: Int32
    /// The port, including one chosen by the system.
    let port: Int

    /// The time that unacknowledged data may wait before the connection counts as lost,
    /// milliseconds; a live page is written to every five seconds.
    private static let longestUnanswered: Int32 = 10_000

    /// Connections waiting to be accepted.
    private static let backlog: Int32 = 128

    /// Binds a socket and listens.
    ///
    /// - Throws: `WebServerError`.
    static func open(at settings: ServerSettings) throws(WebServerError) -> ListeningSocket {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(settings.address, String(settings.port), &hints, &found) == 0,
            let info = found
        else { throw .notAnAddress(settings.address) }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            info.pointee.ai_family,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        // A server that ended a moment ago leaves its port in TIME_WAIT; it may be reused.
        func set(_ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
            var value = value
            return setsockopt(
                descriptor, level, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
                == 0
        }
        guard descriptor >= 0, set(SOL_SOCKET, SO_REUSEADDR, 1),
            // Connections inherit this option (tcp(7)).
            set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, longestUnanswered),
            bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
            listen(descriptor, backlog) == 0, let port = port(of: descriptor)
        else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            guard code != EADDRNOTAVAIL else { throw .notHere(address: settings.address) }
            let reason = String(cString: strerror(code))
            throw .cannotListen(
                address: settings.address, port: settings.port, reason: reason)
        }
        return ListeningSocket(descriptor: descriptor, port: port)
    }

    deinit { close(descriptor) }

    /// Gives the socket to a new owner.
    consuming func give() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    /// The address as the system writes it, "0.0.0.0" for "0"; nil if it is unknown.
    var address: String? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                getsockname(descriptor, $0.baseAddress, &length) == 0
                    && getnameinfo(
                        $0.baseAddress, length, &text, socklen_t(text.count), nil, 0,
                        NI_NUMERICHOST) == 0
            }
        }
        guard isKnown else { return nil }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func port(of descriptor: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let isKnown = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                getsockname(descriptor, $0.baseAddress, &length) == 0
            }
        }
        guard isKnown else { return nil }
        // Both address families have the port at the same offset (ip(7), ipv6(7)).
        return withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr_in.self) {
                $0.first.map { Int(UInt16(bigEndian: $0.sin_port)) }
            }
        }
    }
}

internal import CMicrohttpd
internal import Glibc
internal import Synchronization

/// The connections that are open: whose they are, and which keep the server waiting for too long.
///
/// The library's own limit counts idle time alone: a device that sends a byte now and then holds
/// its connections for ever. Any thread.
final class OpenConnections: Sendable {
    private struct Open {
        var socket: Int32
        var peer: String
        /// Since when its next request and answer are waited for; nil while it gets events.
        var waitsSince: ContinuousClock.Instant?
    }

    /// By the address of what the library knows a connection by, which is never followed here.
    /// Held while one is cut, too, so that its socket is not another's by then.
    private let open = Mutex<[UInt: Open]>([:])

    /// Takes one up.
    func add(_ connection: OpaquePointer) {
        let one = Open(
            socket: aloud_socket(connection), peer: Self.peer(aloud_peer(connection)),
            waitsSince: .now)
        let key = UInt(bitPattern: connection)
        open.withLock { $0[key] = one }
    }

    /// Forgets one, before its socket is closed.
    func remove(_ connection: OpaquePointer) {
        let key = UInt(bitPattern: connection)
        open.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// The device at the other end of one.
    func peer(of connection: OpaquePointer) -> String {
        let key = UInt(bitPattern: connection)
        return open.withLock { $0[key]?.peer ?? "" }
    }

    /// One gets events from here on.
    func isLive(_ connection: OpaquePointer) { wait(for: connection, since: nil) }

    /// An answer is over; the time for the next begins.
    func isAnswered(_ connection: OpaquePointer) { wait(for: connection, since: .now) }

    private func wait(for connection: OpaquePointer, since time: ContinuousClock.Instant?) {
        let key = UInt(bitPattern: connection)
        open.withLock { $0[key]?.waitsSince = time }
    }

    /// Cuts those that are waited for longer than that; the library then closes them. The
    /// corresponding C function is `shutdown`.
    func cut(after longest: Duration) {
        let now = ContinuousClock.now
        open.withLock { open in
            for one in open.values {
                guard let since = one.waitsSince, since.duration(to: now) > longest else {
                    continue
                }
                shutdown(one.socket, Int32(SHUT_RDWR))
            }
        }
    }

    /// A device by its address, as hexadecimal digits. Of IPv6 the first half counts: a device
    /// chooses the other itself (RFC 4291, section 2.5.4); one that came by IPv4 has that address
    /// (section 2.5.5.2).
    private static func peer(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address else { return "" }
        let bytes: [UInt8]
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            let all = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
            }
            let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
            bytes = all.starts(with: mapped) ? Array(all.suffix(4)) : Array(all.prefix(8))
        default: bytes = []
        }
        return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// The library's callback at the start and at the end of a connection.
func connectionChanged(
    _ desk: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ unused: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let desk, let connection else { return }
    let open = Unmanaged<RequestDesk>.fromOpaque(desk).takeUnretainedValue().connections
    if change == .CONNECTION_NOTIFY_STARTED {
        open.add(connection)
    } else {
        open.remove(connection)
    }
}

internal import CMicrohttpd
internal import Glibc
internal import Synchronization

/// The open connections, with their devices and deadlines.
///
/// The library limits idle time only: a device that sends a byte now and then could hold its
/// connections forever. Any thread.
final class OpenConnections: Sendable {
    private struct Open {
        var socket: Int32
        var peer: String
        /// The bytes of its address.
        var address: [UInt8]
        /// Start of the wait for its next request and answer; nil while it receives events.
        var waitsSince: ContinuousClock.Instant?
    }

    /// By the address of the library's connection, which is never dereferenced here. The lock is
    /// held while a connection is shut down, so that its socket cannot be reused meanwhile.
    private let open = Mutex<[UInt: Open]>([:])

    /// POLLRDHUP of poll(2), which Swift does not import.
    private static let hangUp: Int16 = 0x2000

    /// Adds a connection.
    func add(_ connection: OpaquePointer) {
        let address = Self.bytes(of: aloud_peer(connection))
        let one = Open(
            socket: aloud_socket(connection), peer: Self.peer(address), address: address,
            waitsSince: .now)
        let key = UInt(bitPattern: connection)
        open.withLock { $0[key] = one }
    }

    /// Removes a connection, before its socket is closed.
    func remove(_ connection: OpaquePointer) {
        let key = UInt(bitPattern: connection)
        open.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// The device at the other end.
    func peer(of connection: OpaquePointer) -> String {
        let key = UInt(bitPattern: connection)
        return open.withLock { $0[key]?.peer ?? "" }
    }

    /// The bytes of the address at the other end.
    func address(of connection: OpaquePointer) -> [UInt8] {
        let key = UInt(bitPattern: connection)
        return open.withLock { $0[key]?.address ?? [] }
    }

    /// Notes that a connection receives events from now on.
    func isLive(_ connection: OpaquePointer) { wait(for: connection, since: nil) }

    /// Notes the end of an answer, which starts the time for the next.
    func isAnswered(_ connection: OpaquePointer) { wait(for: connection, since: .now) }

    private func wait(for connection: OpaquePointer, since time: ContinuousClock.Instant?) {
        let key = UInt(bitPattern: connection)
        open.withLock { $0[key]?.waitsSince = time }
    }

    /// Whether the other side has closed a connection, as far as the kernel knows. TCP does not
    /// distinguish a side that only sends no more. The corresponding C function is `poll`.
    func isLeft(_ connection: OpaquePointer) -> Bool {
        let key = UInt(bitPattern: connection)
        return open.withLock { open in
            guard let one = open[key] else { return false }
            var look = pollfd(fd: one.socket, events: Self.hangUp, revents: 0)
            let closed = Self.hangUp | Int16(POLLHUP) | Int16(POLLERR)
            return poll(&look, 1, 0) > 0 && look.revents & closed != 0
        }
    }

    /// Shuts down the connections whose next request and answer, begun or not, have taken longer
    /// than this; the library then closes them. The corresponding C function is `shutdown`.
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

    /// The address of a device as hexadecimal digits. An IPv6 address counts by its first half
    /// only, since a device chooses the second half itself (RFC 4291, section 2.5.4).
    private static func peer(_ address: [UInt8]) -> String {
        address.prefix(address.count == 16 ? 8 : 4)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The bytes of an address; a mapped IPv4 address counts as IPv4 (RFC 4291, section 2.5.5.2).
    private static func bytes(of address: UnsafePointer<sockaddr>?) -> [UInt8] {
        guard let address else { return [] }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            let all = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
            }
            let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
            return all.starts(with: mapped) ? Array(all.suffix(4)) : all
        default: return []
        }
    }
}

/// The library's callback at the start and at the end of a connection.
func connectionChanged(
    _ handler: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ unused: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let handler, let connection else { return }
    let open = Unmanaged<RequestHandler>.fromOpaque(handler).takeUnretainedValue().connections
    if change == .CONNECTION_NOTIFY_STARTED {
        open.add(connection)
    } else {
        open.remove(connection)
    }
}

internal import Foundation
internal import Glibc
internal import Synchronization

/// A port that takes HL7 v2 over MLLP. It is on the loopback only, so other machines need a tunnel
/// to reach it.
package final class HL7Port: Sendable {
    private let descriptor: Int32
    /// The port; chosen by the system if 0 was requested.
    package let port: Int
    private let isStopped = Mutex(false)
    private let count = Mutex(0)

    /// Maximum number of connections, and the longest silence of one, seconds: chosen.
    private static let mostConnections = 8
    private static let patience = 600
    /// The time after which a port that could take no connection tries again, microseconds: chosen.
    private static let pause: UInt32 = 100_000

    /// Opens the port, and answers messages on threads of its own.
    ///
    /// - Parameter answer: the answer to a message; any thread.
    /// - Throws: `HL7PortFault`.
    package init(
        host: String, port: Int, answer: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws(HL7PortFault) {
        guard ["127.0.0.1", "localhost"].contains(host) else { throw .notLoopback }
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard made >= 0 else { throw .notOpened(String(cString: strerror(errno))) }
        var on: Int32 = 1
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(made, pointer, size) == 0 && listen(made, 16) == 0
                    && getsockname(made, pointer, &size) == 0
            }
        }
        guard status else {
            let reason = String(cString: strerror(errno))
            close(made)
            throw .notOpened(reason)
        }
        descriptor = made
        self.port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [self] in accept(answer) }
        thread.name = "aloud orders"
        thread.start()
    }

    private func accept(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        while !isStopped.withLock({ $0 }) {
            let connection = Glibc.accept(descriptor, nil, nil)
            guard connection >= 0 else {
                let isPassing = errno == EINTR || errno == ECONNABORTED
                // The program may have too many open files for a moment.
                if !isPassing, !isStopped.withLock({ $0 }) { usleep(Self.pause) }
                continue
            }
            let isTaken = count.withLock { count in
                guard count < Self.mostConnections else { return false }
                count += 1
                return true
            }
            guard isTaken else {
                close(connection)
                continue
            }
            Thread.detachNewThread { [self] in
                serve(connection, answer)
                close(connection)
                count.withLock { $0 -= 1 }
            }
        }
        close(descriptor)
    }

    private func serve(_ connection: Int32, _ answer: ([UInt8]) -> [UInt8]) {
        var time = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        var frames = MLLPFrames()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !isStopped.withLock({ $0 }) {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let messages = try? frames.take(Array(buffer.prefix(count))) else {
                return
            }
            for message in messages {
                var rest = MLLPFrames.frame(answer(message))[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard sent > 0 else { return }
                    rest = rest.dropFirst(sent)
                }
            }
        }
    }

    /// Closes the port. A message that is being taken is still answered.
    package func stop() {
        isStopped.withLock { $0 = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

/// The reason that a port cannot be opened.
package enum HL7PortFault: Error, Equatable, CustomStringConvertible {
    case notLoopback
    case notOpened(String)

    package var description: String {
        switch self {
        case .notLoopback:
            "HL7 orders are accepted at 127.0.0.1 only: name '127.0.0.1:2575', and connect"
                + " other machines through a tunnel such as stunnel."
        case .notOpened(let reason):
            "The port for orders cannot be opened: \(reason). Name another one."
        }
    }
}

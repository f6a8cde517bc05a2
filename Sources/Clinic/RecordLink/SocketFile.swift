internal import Foundation
internal import Glibc
internal import RecordStore

/// A socket in the file system, which only its owner can reach: unix(7).
struct SocketFile: ~Copyable {
    let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A socket that listens at a path; a file that is left there from an earlier program goes.
    ///
    /// - Throws: `RecordError.unreachable`.
    static func listening(at path: String) throws(RecordError) -> SocketFile {
        let socket = try made()
        unlink(path)
        // The file must not be open to others for a moment either.
        let mask = umask(0o077)
        defer { umask(mask) }
        let status = try withAddress(path) { bind(socket.descriptor, $0, $1) }
        guard status == 0, listen(socket.descriptor, 16) == 0 else {
            throw .unreachable("\(String(cString: strerror(errno))) at '\(path)'.")
        }
        return socket
    }

    /// A socket that is connected to the program that listens at a path.
    ///
    /// - Throws: `RecordError.unreachable` if none does.
    static func connected(to path: String) throws(RecordError) -> SocketFile {
        let socket = try made()
        let status = try withAddress(path) { connect(socket.descriptor, $0, $1) }
        guard status == 0 else {
            throw .unreachable("\(String(cString: strerror(errno))) at '\(path)'.")
        }
        return socket
    }

    /// The next program that connects; nil once the socket is shut.
    func accepted() -> SocketFile? {
        while true {
            let next = accept(descriptor, nil, nil)
            if next >= 0 {
                _ = fcntl(next, F_SETFD, FD_CLOEXEC)
                return SocketFile(descriptor: next)
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// The same socket by another descriptor.
    func copied() -> SocketFile { SocketFile(descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) }

    /// Waits until either side has ended it.
    func waitForEnd() {
        // POLLHUP comes unasked.
        var asked = pollfd(fd: descriptor, events: 0, revents: 0)
        while poll(&asked, 1, -1) < 0, errno == EINTR {}
    }

    /// Ends reading and writing, also on another thread.
    func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends bytes after their count.
    ///
    /// - Returns: false if the other side has ended.
    func send(_ bytes: [UInt8]) -> Bool {
        let count = UInt32(bytes.count)
        let framed = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + bytes
        var sent = 0
        while sent < framed.count {
            let wrote = framed.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), framed.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { return false }
            sent += wrote
        }
        return true
    }

    /// Receives what the other side sends next; nil if it has ended.
    func receive() -> [UInt8]? {
        guard let head = receive(count: 4) else { return nil }
        let count = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard count <= Self.most else { return nil }
        return receive(count: count)
    }

    /// The largest message, bytes.
    private static let most = 1 << 28

    private func receive(count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let read = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: received), count - received, 0)
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return nil }
            received += read
        }
        return bytes
    }

    private static func made() throws(RecordError) -> SocketFile {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable(String(cString: strerror(errno))) }
        return SocketFile(descriptor: descriptor)
    }

    private static func withAddress(
        _ path: String, _ act: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(RecordError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        guard fits else { throw .unreachable("the path '\(path)' is too long for a socket.") }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                act($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

internal import Foundation
internal import Glibc
internal import RecordStore

/// A socket in the file system, which only its owner can reach: unix(7).
struct SocketFile: ~Copyable {
    let descriptor: Int32
    /// Whether the waits for the program at the other end are bounded.
    private let isBounded: Bool
    /// Number of answers that did not come in time, and may come later.
    private var owed = 0
    /// Whether a message was cut off, so that the connection is useless.
    private(set) var isBroken = false

    private init(descriptor: Int32, isBounded: Bool = false) {
        self.descriptor = descriptor
        self.isBounded = isBounded
    }

    deinit { close(descriptor) }

    /// A socket that listens at a path. A file left there by an earlier program is removed.
    ///
    /// - Throws: `RecordError.unreachable`.
    static func listening(at path: String) throws(RecordError) -> SocketFile {
        let socket = try made()
        unlink(path)
        // Others must not be able to open the file even for a moment.
        let mask = umask(0o077)
        defer { umask(mask) }
        let status = try withAddress(path) { bind(socket.descriptor, $0, $1) }
        guard status == 0, listen(socket.descriptor, 16) == 0 else {
            throw .unreachable("\(String(cString: strerror(errno))) at '\(path)'.")
        }
        return socket
    }

    /// A socket that is connected to the program that listens at a path. Its waits are bounded.
    ///
    /// - Throws: `RecordError.unreachable` if no program listens there.
    static func connected(to path: String) throws(RecordError) -> SocketFile {
        let socket = try made(isBounded: true)
        // If the program accepts no connections, such as while it is paused, a few connections are
        // queued, and further ones wait.
        var longest = timeval(tv_sec: longestConnect, tv_usec: 0)
        setsockopt(
            socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &longest,
            socklen_t(MemoryLayout<timeval>.size))
        let status = try withAddress(path) { connect(socket.descriptor, $0, $1) }
        if status != 0, errno == EAGAIN {
            throw .busy(
                "the program that has them takes no call. If it is paused, continue it, or end it.")
        }
        guard status == 0 else {
            throw .unreachable("\(String(cString: strerror(errno))) at '\(path)'.")
        }
        return socket
    }

    /// The time after which a socket that could take no connection tries again, microseconds: chosen.
    private static let pause: UInt32 = 100_000

    /// The next program that connects; nil once the socket is shut.
    func accepted() -> SocketFile? {
        while true {
            let next = accept(descriptor, nil, nil)
            if next >= 0 {
                _ = fcntl(next, F_SETFD, FD_CLOEXEC)
                return SocketFile(descriptor: next)
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // The program has too many open files for a moment.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(Self.pause)
            default: return nil
            }
        }
    }

    /// The same socket by another descriptor.
    func copied() -> SocketFile { SocketFile(descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) }

    /// Waits until either side ends the connection.
    func waitForEnd() {
        // poll(2) reports POLLHUP in any case.
        var asked = pollfd(fd: descriptor, events: 0, revents: 0)
        while poll(&asked, 1, -1) < 0, errno == EINTR {}
    }

    /// Ends reading and writing, even while another thread does so.
    func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a message: its length in four bytes, the lowest first, and then its bytes.
    ///
    /// - Returns: false if the other side has ended.
    /// - Throws: `RecordError.unreachable` if it does not read them in time.
    func send(_ bytes: [UInt8]) throws(RecordError) -> Bool {
        let count = UInt32(bytes.count)
        let framed = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + bytes
        var sent = 0
        while sent < framed.count {
            try wait(for: POLLOUT)
            let wrote = framed.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), framed.count - sent,
                    Int32(MSG_NOSIGNAL) | (isBounded ? Int32(MSG_DONTWAIT) : 0))
            }
            if wrote < 0, errno == EINTR || (isBounded && errno == EAGAIN) { continue }
            guard wrote > 0 else { return false }
            sent += wrote
        }
        return true
    }

    /// Receives the next message; nil if the other side has ended, or the message is too long.
    ///
    /// - Throws: `RecordError.unreachable` if it does not come in time.
    func receive() throws(RecordError) -> [UInt8]? {
        guard let head = try receive(count: 4) else { return nil }
        let count = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        guard count <= Self.most else { return nil }
        return try receive(count: count)
    }

    /// Sends a question, and receives its answer; nil if the other side has ended. Late answers to
    /// earlier questions are dropped.
    ///
    /// - Throws: `RecordError.unreachable` if the answer does not come in time.
    mutating func exchange(_ question: [UInt8]) throws(RecordError) -> [UInt8]? {
        while owed > 0 {
            guard try answer() != nil else { return nil }
            owed -= 1
        }
        isBroken = true
        guard try send(question) else { return nil }
        isBroken = false
        do throws(RecordError) { return try answer() } catch {
            if !isBroken { owed += 1 }
            throw error
        }
    }

    /// Receives the next answer, whole.
    private mutating func answer() throws(RecordError) -> [UInt8]? {
        try wait(for: POLLIN)
        isBroken = true
        let answer = try receive()
        isBroken = false
        return answer
    }

    /// The largest message, bytes.
    private static let most = 1 << 28

    private func receive(count: Int) throws(RecordError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            try wait(for: POLLIN)
            let read = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: received), count - received, 0)
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return nil }
            received += read
        }
        return bytes
    }

    private static func made(isBounded: Bool = false) throws(RecordError) -> SocketFile {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable(String(cString: strerror(errno))) }
        return SocketFile(descriptor: descriptor, isBounded: isBounded)
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

// The bounds of a wait.
extension SocketFile {
    /// The longest wait for a program to accept the connection, seconds.
    private static let longestConnect = 2
    /// The longest wait for a program that is not paused: as long as a statement at a server may
    /// take.
    private static let longestWait = Duration.seconds(300)

    /// Time without bytes before each check whether the other program is paused, milliseconds. The
    /// wait ends if it is paused at two checks in a row.
    private var lookEvery: Int32 { owed > 0 ? 50 : 1_000 }

    /// Waits until bytes can be sent or received, if there is a bound.
    private func wait(for event: Int32) throws(RecordError) {
        guard isBounded else { return }
        let deadline = ContinuousClock.now + Self.longestWait
        var wasPaused = false
        while ContinuousClock.now < deadline {
            var asked = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            // After an error, the next call on the socket finds the reason.
            guard poll(&asked, 1, lookEvery) == 0 else { return }
            let isPaused = isPeerPaused
            guard !wasPaused || !isPaused else {
                throw .unreachable(
                    "the program that has them\(peerName) is paused. Continue it, or end it.")
            }
            wasPaused = isPaused
        }
        throw .unreachable("the program that has them\(peerName) did not answer in 5 minutes.")
    }

    /// The program at the other end, for a sentence.
    private var peerName: String { peer.map { ", process \($0)," } ?? "" }

    /// The number of the program at the other end: SO_PEERCRED of unix(7); nil if it is unknown.
    private var peer: Int32? {
        // pid, uid and gid.
        var credentials: [Int32] = [0, 0, 0]
        var count = socklen_t(12)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &count) == 0,
            credentials[0] > 0
        else { return nil }
        return credentials[0]
    }

    /// Whether a signal has stopped the program at the other end: proc_pid_stat(5).
    private var isPeerPaused: Bool {
        guard let peer,
            let line = try? String(contentsOfFile: "/proc/\(peer)/stat", encoding: .utf8),
            let end = line.lastIndex(of: ")")
        else { return false }
        return line[end...].hasPrefix(") T") || line[end...].hasPrefix(") t")
    }
}

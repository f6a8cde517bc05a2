internal import Glibc

/// The one owner of the writing end of a FIFO, which takes whole blocks or nothing.
///
/// It also holds the reading end, so that neither a reader's opening nor its own waits for the
/// other, and a reader that goes away raises no SIGPIPE.
struct FIFOWriter: ~Copyable {
    private let descriptor: Int32

    /// How long a write waits for a reader that is slow, milliseconds; no reader at all looks the
    /// same.
    private static let patienceMilliseconds: Int32 = 500

    /// F_SETPIPE_SZ of Linux (F_LINUX_SPECIFIC_BASE + 7, fcntl(2)), which glibc shows only with
    /// _GNU_SOURCE, so that Swift does not see it.
    private static let setPipeSize: Int32 = 1_031

    /// Makes a FIFO and opens it.
    ///
    /// - Parameters:
    ///   - path: where; nothing may be there.
    ///   - bytes: how much it should hold at least; the kernel rounds up to pages.
    /// - Throws: `VirtualMicrophoneError`.
    static func make(_ path: String, bytes: Int32) throws(VirtualMicrophoneError) -> FIFOWriter {
        guard mkfifo(path, 0o600) == 0 else {
            throw .setup(path: path, reason: String(cString: strerror(errno)))
        }
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .setup(path: path, reason: String(cString: strerror(errno)))
        }
        // A smaller FIFO is only a shorter delay; without it the sound is heard all the same.
        _ = fcntl(descriptor, Self.setPipeSize, bytes)
        return FIFOWriter(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    /// Writes a block in one piece.
    ///
    /// - Parameter waits: whether to give a slow reader time.
    /// - Returns: false where there was no room, so that nothing was written.
    func write(_ block: [UInt8], waits: Bool) -> Bool {
        precondition(block.count <= PIPE_BUF, "the kernel writes no more than this in one piece")
        while true {
            let written = Glibc.write(descriptor, block, block.count)
            if written == block.count { return true }
            guard written < 0, errno == EAGAIN || errno == EINTR else { return false }
            if errno == EINTR { continue }
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard waits, poll(&room, 1, Self.patienceMilliseconds) > 0 else { return false }
        }
    }
}

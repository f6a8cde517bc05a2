internal import Audio
internal import Foundation
internal import Glibc

/// A file given as a stream, which has no size: what libsndfile takes a length from, and reads no
/// further, is then not there, and it reads all.
struct ByteStream {
    /// The file.
    let path: String
    /// What comes in place of the bytes before `start`.
    let header: [UInt8]
    /// Where the file is read from, bytes from its start.
    let start: Int

    /// Gives header and file.
    ///
    /// - Returns: a descriptor to read from and to close; nil where the system has none left.
    func descriptor() -> Int32? {
        let file = open(FileName.cString(of: path), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var ends: [Int32] = [0, 0]
        guard lseek(file, off_t(start), SEEK_SET) >= 0,
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else {
            close(file)
            return nil
        }
        let (reading, writing) = (ends[0], ends[1])
        let thread = Thread {
            defer {
                close(file)
                close(writing)
            }
            var block = [UInt8](repeating: 0, count: 65_536)
            var isRead = Self.send(header[...], to: writing)
            while isRead {
                let count = read(file, &block, block.count)
                if count < 0, errno == EINTR { continue }
                isRead = count > 0 && Self.send(block.prefix(count), to: writing)
            }
        }
        thread.name = "aloud stream"
        thread.start()
        return reading
    }

    /// Sends all of it, without a signal where the other end is closed.
    ///
    /// - Returns: false where nobody reads on.
    private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}

internal import Audio
internal import Foundation
internal import Glibc
internal import Platform

/// A file whose bytes are looked at beside libsndfile. Never a pipe, from which a look takes away what
/// the reader of the sound needs.
final class RegularFile {
    /// Its length when it was opened, bytes.
    let size: Int

    private let descriptor: Int32

    /// - Returns: nil for what is no file of bytes, and for one that can't be opened.
    init?(_ path: String) {
        var status = stat()
        let name = FileName.cString(of: path)
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let opened = open(name, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        size = Int(status.st_size)
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// So many bytes from a place on, or as many as there are.
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
        Array(unsafeUninitializedCapacity: count) { buffer, count in
            count = read(UnsafeMutableRawBufferPointer(buffer), at: place)
        }
    }

    /// Whether these bytes stand anywhere in it.
    func contains(_ wanted: [UInt8]) -> Bool {
        let blockBytes = 1 << 20
        var place = 0
        while case let block = bytes(blockBytes, at: place), block.count >= wanted.count {
            if Data(block).range(of: Data(wanted)) != nil { return true }
            // What stands across two blocks is whole in the next.
            place += block.count - wanted.count + 1
        }
        return false
    }

    /// Fills the room from a place on, as far as there are bytes. The corresponding C function is
    /// `pread`.
    ///
    /// - Returns: how many there were.
    func read(_ room: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        guard place >= 0 else { return 0 }
        var done = 0
        while done < room.count {
            let count = pread(
                descriptor, room.baseAddress?.advanced(by: done), room.count - done,
                off_t(place + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}

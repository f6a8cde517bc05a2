internal import Audio
internal import Foundation
internal import Glibc
internal import Platform

/// The bytes of a recording. A file without a name keeps the bytes of a pipe up to the last one
/// requested, so that a pipe can be read like a file, even while someone still speaks into it.
final class SoundBytes {
    let path: String
    /// The file that holds them.
    let descriptor: Int32
    /// The reason that a pipe gave no more bytes before its end; nil at its end.
    private(set) var failure: SoundFileError?

    /// The number of bytes so far.
    private(set) var held: Int
    /// Nil for a pipe that has ended, and for a file.
    private var pipe: Int32?
    private var onWaiting: ((String) -> Bool)?

    /// Maximum number of bytes kept from a pipe: the longest WAV file.
    private static let mostKept = 1 << 32
    /// The wait for a first byte before the caller is notified, ms.
    private static let patience: Int32 = 1_000

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - onWaiting: called with the path for each second before a pipe gives its first byte; it
    ///     returns whether to wait on.
    init(_ path: String, onWaiting: ((String) -> Bool)?) throws(SoundFileError) {
        guard !path.isEmpty else { throw .nameless }
        // Opening a pipe without a writer would block in the system, silently.
        let name = FileName.cString(of: path == "-" ? "/dev/stdin" : path)
        let opened = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: String(cString: strerror(code)))
        }
        var status = stat()
        fstat(opened, &status)
        let kind = status.st_mode & S_IFMT
        let isPipe = [S_IFIFO, S_IFSOCK].contains(kind) || isatty(opened) == 1
        let kept = isPipe ? SpooledFile.nameless() : opened
        let fault: SoundFileError? =
            if kept < 0 {
                .noRoom(path: path, reason: "\(NoTemporaryFile(SpooledFile.folder))")
            } else {
                switch kind {
                case S_IFDIR: .directory(path: path)
                case S_IFREG: status.st_size == 0 ? .empty(path: path) : nil
                default: isPipe ? nil : .device(path: path)
                }
            }
        if let fault {
            close(opened)
            throw fault
        }
        (self.path, descriptor, self.onWaiting) = (path, kept, onWaiting)
        held = isPipe ? 0 : Int(status.st_size)
        pipe = isPipe ? opened : nil
        guard bytes(1, at: 0).isEmpty else { return }
        throw failure ?? (isPipe ? .emptyPipe(path: path) : .empty(path: path))
    }

    deinit {
        close(descriptor)
        if let pipe { close(pipe) }
    }

    /// Their number; nil while more may come through a pipe.
    var count: Int? { pipe == nil ? held : nil }

    /// Waits for the end of a pipe.
    func waitForAll() { pull(to: .max) }

    /// `count` bytes from a place on, or fewer if the file ends before.
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return Array(unsafeUninitializedCapacity: count) { buffer, count in
            count = read(UnsafeMutableRawBufferPointer(buffer), at: place)
        }
    }

    /// The first place of these bytes in a range. The corresponding C function is `memmem`.
    func first(_ wanted: [UInt8], in range: Range<Int>) -> Int? {
        var place = range.lowerBound
        while case let block = bytes(min(1 << 16, range.upperBound - place), at: place),
            block.count >= wanted.count
        {
            if let found = Data(block).range(of: Data(wanted)) { return place + found.lowerBound }
            // The blocks overlap, so that a match across two blocks is whole in the next.
            place += block.count - wanted.count + 1
        }
        return nil
    }

    /// Fills the room from a place on, as far as there are bytes. The corresponding C function is
    /// `pread`.
    ///
    /// - Returns: how many there were.
    func read(_ room: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        guard place >= 0 else { return 0 }
        pull(to: place + room.count)
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

    /// Reads from the pipe until `wanted` bytes are held, or no more come.
    private func pull(to wanted: Int) {
        while let pipe, held < wanted {
            var asked = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard poll(&asked, 1, onWaiting == nil ? -1 : Self.patience) != 0 else {
                if onWaiting?(path) == true { continue }
                failure = .unreadable(path: path, reason: "it was stopped before any sound came")
                close(pipe)
                self.pipe = nil
                return
            }
            var block = [UInt8](repeating: 0, count: 1 << 16)
            let count = Glibc.read(pipe, &block, block.count)
            if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
            if count > 0, pwrite(descriptor, block, count, off_t(held)) == count {
                onWaiting = nil
                held += count
                if held < Self.mostKept { continue }
            }
            if count != 0 {
                let reason = count < 0 ? "the pipe broke" : "it is too long to be kept"
                failure = .unreadable(path: path, reason: reason)
            }
            close(pipe)
            self.pipe = nil
        }
    }
}

extension SoundBytes {
    /// The end of the file without title tags: ID3 version 1, and APE, whose footer gives its
    /// length.
    var soundEnd: Int {
        var end = held
        if bytes(3, at: end - 128) == Array("TAG".utf8) { end -= 128 }
        let footer = bytes(32, at: end - 32)
        if footer.count == 32, footer.starts(with: "APETAGEX".utf8) {
            let length = footer[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
            let hasHeader = footer[23] & 0x80 != 0
            end -= min(end, length + (hasHeader ? 32 : 0))
        }
        return end
    }

    /// A copy of the file up to a place, with more bytes after it; nil if there is no room.
    func copy(upTo end: Int, adding more: [UInt8] = []) -> SpooledFile? {
        guard let file = try? SpooledFile() else { return nil }
        var place = 0
        while place < end + more.count {
            let block =
                place < end
                ? bytes(min(1 << 16, end - place), at: place) : Array(more[(place - end)...])
            guard !block.isEmpty,
                pwrite(file.descriptor, block, block.count, off_t(place)) == block.count
            else { return nil }
            place += block.count
        }
        return file
    }
}

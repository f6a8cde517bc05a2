internal import Glibc

/// The bytes of a file, read from the disk where they are used; gone with their owner.
struct MappedFile: ~Copyable {
    /// Aligned to a page.
    let bytes: UnsafeRawBufferPointer

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Maps a file. The corresponding C functions are `open`, `fstat` and `mmap`.
    ///
    /// - Throws: `SpeechEncoderError`, where it cannot be read or is empty.
    static func open(_ path: String) throws(SpeechEncoderError) -> MappedFile {
        // Without waiting for a writer, where it is a pipe.
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(path: path, reason: lastError) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw .unreadable(path: path, reason: lastError)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a file")
        }
        guard status.st_size > 0 else { throw .damaged(path: path, reason: "it is empty") }
        let count = Int(status.st_size)
        // All pages at once: every one is read for the checksum, and thousands of faults take longer.
        let start = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0)
        guard let start, start != MAP_FAILED else {
            throw .unreadable(path: path, reason: lastError)
        }
        return MappedFile(bytes: UnsafeRawBufferPointer(start: start, count: count))
    }

    private static var lastError: String { String(cString: strerror(errno)) }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

internal import Audio
internal import Glibc

/// A file whose bytes are looked at beside libsndfile. Never a pipe, from which a look takes away what
/// the reader of the sound needs.
struct RegularFile: ~Copyable {
    /// Its length, bytes.
    let size: Int

    private let stream: UnsafeMutablePointer<FILE>

    /// - Returns: nil for what is no file of bytes, and for one that can't be opened.
    init?(_ path: String) {
        var status = stat()
        let name = FileName.cString(of: path)
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let opened = fopen(name, "rbe")
        else { return nil }
        size = Int(status.st_size)
        stream = opened
    }

    deinit { fclose(stream) }

    /// So many bytes from a place on, or as many as there are.
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
        guard fseek(stream, place, SEEK_SET) == 0 else { return [] }
        return Array(unsafeUninitializedCapacity: count) { buffer, read in
            read = fread(buffer.baseAddress, 1, count, stream)
        }
    }
}

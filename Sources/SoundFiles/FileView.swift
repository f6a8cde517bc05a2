internal import CSndFile
internal import Glibc

/// A file as libsndfile is shown it where it would read too little, or the wrong files beside it: from
/// a place on, with some bytes of the header replaced, with or without an end.
final class FileView {
    /// Where the file begins for libsndfile, bytes from its start.
    let start: Int
    /// Bytes that come in place of the file's, and where, bytes from `start`.
    let replaced: [(place: Int, bytes: [UInt8])]
    /// Whether libsndfile learns how long the file is.
    let length: Length

    private let file: RegularFile
    private var position = 0

    /// What is told of the length of the file.
    enum Length {
        /// All.
        case told
        /// The decoder of MP3 sees the end, and libsndfile takes the file for one of length 0: then it
        /// does not look for a resource fork, as it does for a file without a name in the folder that
        /// happens to be the current one.
        case toldToDecoder
        /// As of a stream. The decoder of MP3 would guess a length from it, and read no further.
        case untold
    }

    init(
        _ file: RegularFile, start: Int = 0, replaced: [(place: Int, bytes: [UInt8])] = [],
        length: Length = .told
    ) {
        self.file = file
        self.start = start
        self.replaced = replaced
        self.length = length
    }

    /// Whether the encoder LAME, from version 3 on, left its name in the file.
    var isByLAME: Bool { file.contains(Array("LAME3.".utf8)) }

    /// So many bytes from a place on, as they are in the file.
    func bytes(_ count: Int, at place: Int) -> [UInt8] { file.bytes(count, at: start + place) }

    /// Opens it to read, and keeps nothing of it: it has to live as long as what is opened. The
    /// corresponding C function is `sf_open_virtual`.
    func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: viewLength, seek: viewSeek, read: viewRead, write: viewWrite,
            tell: viewTell)
        return sf_open_virtual(
            &functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate var toldLength: Int { length == .told ? file.size - start : 0 }

    fileprivate var toldPosition: Int { position }

    fileprivate func seek(_ offset: Int, from whence: Int32) -> Int {
        let origin: Int? =
            switch whence {
            case SEEK_SET: 0
            case SEEK_CUR: position
            default: length == .untold ? nil : file.size - start
            }
        guard let origin, origin + offset >= 0 else { return -1 }
        position = origin + offset
        return position
    }

    fileprivate func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = file.read(room, at: start + position)
        for (place, bytes) in replaced {
            for (offset, byte) in bytes.enumerated() {
                let index = place + offset - position
                if index >= 0, index < count { room[index] = byte }
            }
        }
        position += count
        return count
    }
}

/// The view that libsndfile hands back; whoever opened it keeps it alive.
private func view(_ data: UnsafeMutableRawPointer?) -> FileView {
    // Never nil: `open` gave it.
    Unmanaged<FileView>.fromOpaque(data!).takeUnretainedValue()
}

private func viewLength(_ data: UnsafeMutableRawPointer?) -> sf_count_t {
    sf_count_t(view(data).toldLength)
}

private func viewSeek(
    _ offset: sf_count_t, _ whence: Int32, _ data: UnsafeMutableRawPointer?
) -> sf_count_t {
    sf_count_t(view(data).seek(Int(offset), from: whence))
}

private func viewRead(
    _ room: UnsafeMutableRawPointer?, _ count: sf_count_t, _ data: UnsafeMutableRawPointer?
) -> sf_count_t {
    sf_count_t(view(data).read(UnsafeMutableRawBufferPointer(start: room, count: Int(count))))
}

private func viewWrite(
    _ bytes: UnsafeRawPointer?, _ count: sf_count_t, _ data: UnsafeMutableRawPointer?
) -> sf_count_t { 0 }

private func viewTell(_ data: UnsafeMutableRawPointer?) -> sf_count_t {
    sf_count_t(view(data).toldPosition)
}

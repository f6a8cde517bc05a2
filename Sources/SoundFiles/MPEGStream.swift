internal import Audio
internal import Dispatch
internal import Glibc

/// An MP3 file that does not tell its length, as recorders and streaming encoders write them.
///
/// Of such a file libsndfile takes its length from its size and the rate of its first frame, and
/// reads no further: where the rate varies, sound is lost without a word, or seems to be missing.
/// From a stream, which has no size, it reads all.
struct MPEGStream {
    /// Where the first frame begins, bytes from the start of the file.
    let start: Int

    /// Tags of the length, in the first frame: of Xing and LAME (varying and constant rates), and of
    /// Fraunhofer (Windszus, MPEG audio frame header, 2007).
    private static let lengthTags = ["Xing", "Info", "VBRI"]
    /// More than the longest first frame, bytes.
    private static let firstFrame = 2_048

    /// - Returns: nil where the file tells its length, and for a pipe, which is a stream.
    init?(_ path: String) {
        guard let file = RegularFile(path) else { return nil }
        start = Self.tagBytes(file.bytes(10, at: 0))
        let frame = String(decoding: file.bytes(Self.firstFrame, at: start), as: Unicode.ASCII.self)
        guard !Self.lengthTags.contains(where: frame.contains) else { return nil }
    }

    /// Gives the file from its first frame on.
    ///
    /// - Returns: a descriptor to read from and to close; nil where the system has none left.
    func descriptor(_ path: String) -> Int32? {
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
        DispatchQueue.global().async {
            defer {
                close(file)
                close(writing)
            }
            var block = [UInt8](repeating: 0, count: 65_536)
            var isRead = true
            while isRead {
                let count = read(file, &block, block.count)
                isRead = count > 0 && Self.send(block.prefix(count), to: writing)
            }
        }
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
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// How long the tag of title and pictures is that a file begins with, bytes; 0 without one.
    ///
    /// The form: ID3 tag version 2.4.0, section 3.1: "ID3", two bytes of version, flags, four bytes of
    /// seven bits each; the header of ten bytes is not counted in, nor a footer as long.
    private static func tagBytes(_ header: [UInt8]) -> Int {
        guard header.count == 10, header.starts(with: Array("ID3".utf8)) else { return 0 }
        let length = header[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        let footer = header[5] & 0x10 == 0 ? 0 : 10
        return 10 + length + footer
    }
}

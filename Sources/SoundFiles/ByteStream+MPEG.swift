extension ByteStream {
    /// Tags of the length, in the first frame: of Xing and LAME (varying and constant rates), and of
    /// Fraunhofer (Windszus, MPEG audio frame header, 2007).
    private static let lengthTags = ["Xing", "Info", "VBRI"]
    /// More than the longest first frame, bytes.
    private static let firstFrame = 2_048

    /// An MP3 file that does not tell its length, as recorders and streaming encoders write them, from
    /// its first frame on.
    ///
    /// libsndfile takes the length of such a file from its size and the rate of the first frame: where
    /// the rate varies, sound is lost without a word, or seems to be missing.
    ///
    /// - Returns: nil where the file tells its length, and for a pipe, which is a stream.
    static func ofMPEG(_ path: String) -> ByteStream? {
        guard let file = RegularFile(path) else { return nil }
        let start = tagBytes(file.bytes(10, at: 0))
        let frame = String(decoding: file.bytes(firstFrame, at: start), as: Unicode.ASCII.self)
        guard !lengthTags.contains(where: frame.contains) else { return nil }
        return ByteStream(path: path, header: [], start: start)
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

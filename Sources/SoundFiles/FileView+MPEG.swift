extension FileView {
    /// Tags of the length, in the first frame: of Xing and LAME (varying and constant rates), and of
    /// Fraunhofer (Windszus, MPEG audio frame header, 2007).
    private static let lengthTags = ["Xing", "Info", "VBRI"]
    /// More than the longest first frame, bytes.
    private static let firstFrame = 2_048

    /// An MP3 file from its first frame on: what tags of pictures are before it, libsndfile need not
    /// skip.
    ///
    /// libsndfile takes the length of a file that does not tell it, as recorders and streaming
    /// encoders write them, from its size and the rate of the first frame: where the rate varies,
    /// sound is lost without a word, or seems to be missing. Of such a file it sees no end.
    ///
    /// - Returns: nil for what is certainly no MP3.
    static func ofMPEG(_ file: RegularFile) -> FileView? {
        let start = tagsEnd(file)
        let frame = file.bytes(firstFrame, at: start)
        // Eleven bits that are set, and a layer (ISO/IEC 11172-3, 2.4.2.3), which AAC has not.
        guard frame.count >= 4, frame[0] == 0xFF, frame[1] & 0xE0 == 0xE0, frame[1] & 0x06 != 0
        else { return nil }
        let text = String(decoding: frame, as: Unicode.ASCII.self)
        let isTold = lengthTags.contains(where: text.contains)
        return FileView(file, start: start, length: isTold ? .toldToDecoder : .untold)
    }

    /// The frames that come before the sound that was encoded, where the file does not tell how many:
    /// those of every decoder of layer III, and those of LAME, which most programs encode with, where
    /// it left its name in what it fills frames up with. Of another encoder's nothing is known.
    ///
    /// The numbers: Taylor, LAME Technical FAQ, 2000, questions 1 and 2; together 1,105, measured.
    var delay: Int {
        guard length == .untold, isLayer3 else { return 0 }
        let (decoder, encoder) = (528 + 1, 576)
        return isByLAME ? decoder + encoder : decoder
    }

    private var isLayer3: Bool { bytes(2, at: 0).last.map { $0 & 0x06 == 0x02 } ?? false }

    /// Where the tags end that a file begins with, bytes from its start.
    static func tagsEnd(_ file: RegularFile) -> Int {
        var end = 0
        while case let tag = tagBytes(file.bytes(10, at: end)), tag > 0 { end += tag }
        return end
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

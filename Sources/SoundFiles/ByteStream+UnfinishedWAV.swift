extension ByteStream {
    /// A WAV file whose sound follows a header that claims none, since its writer, which fills the
    /// length in at the end, was killed or lost its power.
    ///
    /// - Returns: nil for all others, and for a pipe.
    static func ofUnfinishedWAV(_ path: String) -> ByteStream? {
        guard let file = RegularFile(path) else { return nil }
        var header = file.bytes(SoundClaim.headerBytes, at: 0)
        guard let place = SoundHeader(bytes: header).wav, place.length == 0, place.start < file.size
        else { return nil }
        header.removeLast(header.count - place.start)
        // The lengths of the file and of its sound, as of one whose writer does not know them.
        for length in [4, place.start - 4] {
            header.replaceSubrange(length..<length + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        }
        return ByteStream(path: path, header: header, start: place.start)
    }
}

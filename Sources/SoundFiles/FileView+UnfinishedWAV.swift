extension FileView {
    /// A WAV file whose sound follows a header that claims none, since its writer, which fills the
    /// length in at the end, was killed or lost its power.
    ///
    /// - Returns: nil for all others.
    static func ofUnfinishedWAV(_ file: RegularFile) -> FileView? {
        let header = file.bytes(SoundClaim.headerBytes, at: 0)
        guard let place = SoundHeader(bytes: header).wav, place.length == 0, place.start < file.size
        else { return nil }
        let length = UInt32(clamping: file.size - place.start)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        return FileView(file, replaced: [(place.start - 4, bytes)])
    }
}

extension FileView {
    /// A FLAC file that says that its length is not known, with the frames that it says it has: what
    /// follows them, libsndfile would leave out.
    ///
    /// The form: RFC 9639, 8.1 and 8.2: "fLaC", a block of type 0 and of 34 bytes, in which the lower
    /// half of the fourteenth and four bytes more are the number of samples of a channel; 0 says that
    /// it is not known.
    ///
    /// - Returns: nil for all others.
    static func ofFLAC(_ file: RegularFile) -> (view: FileView, frames: Int)? {
        let start = tagsEnd(file)
        let header = file.bytes(26, at: start)
        guard header.count == 26, header.starts(with: Array("fLaC".utf8)),
            header[4] & 0x7F == 0, Array(header[5..<8]) == [0, 0, 34]
        else { return nil }
        let place = 21
        let frames = header[place...].reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
        let unknown = [header[place] & 0xF0, 0, 0, 0, 0]
        return (FileView(file, start: start, replaced: [(place, unknown)]), frames)
    }
}

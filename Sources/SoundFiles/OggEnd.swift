/// How an Ogg file ends. It claims no length, and libsndfile reads one that was cut off as if it were
/// whole.
///
/// The form: RFC 3533, section 6: a page is a header of 27 bytes, "OggS" and a 0 first, the number of its
/// segments last; the length of each, a byte; the segments.
enum OggEnd {
    private static let headerBytes = 27
    /// The longest page, bytes: 255 segments of 255.
    private static let pageBytes = headerBytes + 255 + 255 * 255

    /// Whether the last page of a file is not all there.
    static func isCutOff(_ path: String) -> Bool {
        guard let file = RegularFile(path) else { return false }
        return isCutOff(end: file.bytes(pageBytes, at: max(0, file.size - pageBytes)))
    }

    /// - Parameter end: as much of the end of a file as the longest page has, or the whole file.
    private static func isCutOff(end: [UInt8]) -> Bool {
        let beginning = Array("OggS".utf8) + [0]
        guard
            let page = end.indices.last(where: { end[$0...].starts(with: beginning) }).map({
                end[$0...]
            })
        else { return false }
        guard page.count >= headerBytes else { return true }
        let count = Int(page[page.startIndex + headerBytes - 1])
        let lengths = page.dropFirst(headerBytes).prefix(count)
        return page.count < headerBytes + count + lengths.reduce(0) { $0 + Int($1) }
    }
}

/// Where the header of a file says that its sound lies. libsndfile silently cuts that down to what
/// the file has.
struct SoundClaim: Equatable {
    /// Where the sound begins, bytes from the start of the file.
    let start: Int
    /// The length of the sound, bytes.
    let length: Int

    /// A program that writes into a pipe does not know the length, and claims the most that 31 or 32
    /// bits can hold, less a header: sox 0x7FFFF000 and ffmpeg 0xFFFFFFFF, for example.
    private static let unknownLength = 0x7FFF_0000
    /// How far into a file its header is looked for, bytes: more than players write before the
    /// sound, tags included.
    static let headerBytes = 65_536

    /// - Parameter bytes: the beginning of the file.
    /// - Returns: nil where it is none of the formats below, and where the writer did not know the
    ///   length.
    init?(header bytes: [UInt8]) {
        let header = SoundHeader(bytes: bytes)
        guard let place = header.wav ?? header.aiff ?? header.au ?? header.wave64,
            place.length < Self.unknownLength || header.tellsLongLengths
        else { return nil }
        (start, length) = place
    }

    /// How much longer the sound is claimed to be than it is, as a share of what is there; 0 where
    /// the file has all, or claims nothing.
    static func missingShare(_ path: String) -> Double {
        guard let file = RegularFile(path),
            let claim = SoundClaim(header: file.bytes(headerBytes, at: 0))
        else { return 0 }
        let there = file.size - claim.start
        guard there > 0, there < claim.length else { return 0 }
        return Double(claim.length - there) / Double(there)
    }
}

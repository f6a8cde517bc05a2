/// What follows in a file where its header says that the sound ends: chunks and tags that other
/// programs read, padding, or sound that the header does not tell of.
struct FileTail {
    let file: RegularFile
    let place: Int
    /// How chunks are written; nil where none may follow.
    let chunks: ChunkForm?

    /// What tags begin with: ID3 2 and 1, APE 2, Lyrics3.
    private static let tags = ["ID3", "TAG", "APETAGEX", "LYRICSBEGIN"]
    /// Names of chunks that follow sound, and so may be cut off themselves. Of others the length tells
    /// that they are chunks, since they end in the file.
    private static let names = [
        "LIST", "id3 ", "ID3 ", "bext", "cue ", "iXML", "axml", "_PMX", "JUNK", "junk", "PAD ",
        "FLLR", "smpl", "inst", "fact", "PEAK", "COMM", "COMT", "ANNO", "NAME", "AUTH", "(c) ",
        "MARK", "INST", "APPL", "info", "strg", "free", "umid", "uuid", "list",
    ]
    private static let blockBytes = 65_536

    /// Whether nothing but zeros follows.
    var isEmpty: Bool { filled == nil }

    /// Whether a chunk or a tag follows: at once, behind a byte that makes the place even, whether or
    /// not it is due, or behind other zeros.
    var isNamed: Bool {
        ([place, place + 1] + [filled].compactMap { $0 }).contains { isTag($0) || isChunk($0) }
    }

    private func isTag(_ place: Int) -> Bool {
        let bytes = file.bytes(11, at: place)
        return Self.tags.contains { bytes.starts(with: Array($0.utf8)) }
    }

    private func isChunk(_ place: Int) -> Bool {
        guard let chunk = chunks?.chunk(at: place, in: file) else { return false }
        return chunk.body + chunk.size <= file.size || Self.names.contains(chunk.name)
    }

    /// The first byte that is no zero.
    private var filled: Int? {
        var place = place
        while case let block = file.bytes(Self.blockBytes, at: place), !block.isEmpty {
            if let index = block.firstIndex(where: { $0 != 0 }) { return place + index }
            place += block.count
        }
        return nil
    }
}

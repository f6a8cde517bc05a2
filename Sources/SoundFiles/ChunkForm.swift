/// How a container writes its chunks: a name, the length of what follows, and that.
struct ChunkForm {
    /// Bytes of a name, of which the first four are letters that tell it.
    let nameBytes: Int
    /// How lengths are written.
    let number: NumberForm
    /// Whether a length counts name and length in.
    let countsHeader: Bool
    /// What the place of a chunk is a multiple of.
    let alignment: Int

    /// A chunk: its name, where its length stands, where what it holds begins, and the length of that.
    typealias Chunk = (name: String, lengthPlace: Int, body: Int, size: Int)

    /// Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991, "Resource
    /// Interchange File Format".
    static let wav = ChunkForm(
        nameBytes: 4, number: NumberForm(bytes: 4, isBigEndian: false), countsHeader: false,
        alignment: 2)
    /// Apple, Audio Interchange File Format 1.3, 1989.
    static let aiff = ChunkForm(
        nameBytes: 4, number: NumberForm(bytes: 4, isBigEndian: true), countsHeader: false,
        alignment: 2)
    /// Apple, Core Audio Format Specification 1.0, 2005.
    static let caf = ChunkForm(
        nameBytes: 4, number: NumberForm(bytes: 8, isBigEndian: true), countsHeader: false,
        alignment: 1)
    /// Sonic Foundry, Sony Wave64 file format, 2006.
    static let wave64 = ChunkForm(
        nameBytes: 16, number: NumberForm(bytes: 8, isBigEndian: false), countsHeader: true,
        alignment: 8)

    /// - Returns: nil where the file ends, and where no chunk can stand: at what is no name, and before
    ///   a length that no file has.
    func chunk(at place: Int, in file: RegularFile) -> Chunk? {
        let lengthPlace = place + nameBytes
        let name = file.bytes(4, at: place)
        // What is no letter in a name, libsndfile does not take for one either.
        guard name.count == 4, name.allSatisfy({ (0x20...0x7E).contains($0) }),
            let length = number.read(at: lengthPlace, in: file)
        else { return nil }
        let body = lengthPlace + number.bytes
        let size = countsHeader ? length - (body - place) : length
        return size < 0 ? nil : (String(decoding: name, as: UTF8.self), lengthPlace, body, size)
    }

    /// The first chunk of a name from a place on.
    func first(_ wanted: String, from place: Int, in file: RegularFile) -> Chunk? {
        var place = place
        while let chunk = chunk(at: place, in: file) {
            if chunk.name == wanted { return chunk }
            place = (chunk.body + chunk.size + alignment - 1) / alignment * alignment
        }
        return nil
    }
}

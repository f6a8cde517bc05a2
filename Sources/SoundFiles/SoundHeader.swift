/// The beginning of a sound file, in which containers of uncompressed sound tell where it lies.
struct SoundHeader {
    let bytes: [UInt8]

    /// Where sound begins, bytes from the start of the file, and its length, bytes.
    typealias Place = (start: Int, length: Int)

    /// The beginning of a chunk, and how many bytes follow it.
    private typealias Chunk = (body: Int, size: Int)

    /// Whether lengths have 64 bits, so that none has to be made up.
    var tellsLongLengths: Bool { name(0) == "RF64" || name(0) == "riff" }

    /// WAV, and RF64, which tells in a chunk of its own what 32 bits cannot hold.
    ///
    /// The forms: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0,
    /// 1991, "Resource Interchange File Format"; EBU Tech 3306, 2009.
    var wav: Place? {
        guard ["RIFF", "RF64"].contains(name(0)), name(8) == "WAVE" else { return nil }
        guard let data = chunk("data", number: little(4)) else { return nil }
        guard name(0) == "RF64" else { return (data.body, data.size) }
        // The length of the file comes first, then the sound's.
        return chunk("ds64", number: little(4)).flatMap { sizes in
            little(8)(sizes.body + 8).map { (data.body, $0) }
        }
    }

    /// AIFF and AIFC, whose sound follows two numbers of its chunk.
    ///
    /// The form: Apple, Audio Interchange File Format 1.3, 1989.
    var aiff: Place? {
        guard name(0) == "FORM", ["AIFF", "AIFC"].contains(name(8)),
            let sound = chunk("SSND", number: big), let offset = big(sound.body), sound.size >= 8
        else { return nil }
        return (sound.body + 8 + offset, max(0, sound.size - 8 - offset))
    }

    /// AU, whose header is four bytes that name it, where the sound begins, and its length.
    ///
    /// The form: the manual page audio.h(7) of illumos.
    var au: Place? {
        guard name(0) == ".snd", let start = big(4), let length = big(8) else { return nil }
        return (start, length)
    }

    /// Sony's Wave64: names of 16 bytes, of which the first four tell; lengths of 8, with the 24 of
    /// name and length in them.
    ///
    /// The form: Sonic Foundry, Sony Wave64 file format, 2006.
    var wave64: Place? {
        guard name(0) == "riff", name(24) == "wave" else { return nil }
        var place = 40
        while let size = little(8)(place + 16), size >= 24 {
            if name(place) == "data" { return (place + 24, size - 24) }
            // A chunk begins at a multiple of eight.
            place += (size + 7) / 8 * 8
        }
        return nil
    }

    /// The first chunk of a name behind the first twelve bytes, where names and lengths have four.
    private func chunk(_ wanted: String, number: (Int) -> Int?) -> Chunk? {
        var place = 12
        while let size = number(place + 4) {
            if name(place) == wanted { return (place + 8, size) }
            // A chunk begins at an even place.
            place += 8 + size + size % 2
        }
        return nil
    }

    private func name(_ place: Int) -> String? {
        bytes(4, at: place).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What reads so many bytes as a number, the lowest first; nil for what lies beyond the header,
    /// and for what no file is as long as.
    private func little(_ count: Int) -> (Int) -> Int? {
        { place in bytes(count, at: place).flatMap { Self.number($0.reversed()) } }
    }

    /// Four bytes as a number, the highest first.
    private func big(_ place: Int) -> Int? { bytes(4, at: place).flatMap(Self.number) }

    private func bytes(_ count: Int, at place: Int) -> ArraySlice<UInt8>? {
        place + count <= bytes.count ? bytes[place..<place + count] : nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int? {
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // So that sums of places and lengths stay far from the largest number.
        return number < 1 << 56 ? Int(number) : nil
    }
}

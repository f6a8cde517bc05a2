/// The header of a file, in which containers of uncompressed sound tell where it lies.
struct SoundHeader {
    let file: RegularFile

    /// Where sound lies by its header.
    struct Place {
        /// Where it begins, bytes from the start of the file.
        let start: Int
        /// Its length, bytes; nil where the header says that its writer did not know.
        let length: Int?
        /// Where the header tells the length, and how.
        let lengthPlace: Int
        let number: NumberForm
        /// What is counted beside the sound, bytes.
        let beside: Int
        /// How what follows is written; nil where nothing may follow.
        let chunks: ChunkForm?
    }

    /// Where the sound lies; nil where the file is none of the containers below.
    var place: Place? { wav ?? aiff ?? au ?? wave64 ?? caf }

    /// WAV, and RF64, which tells in a chunk of its own what 32 bits cannot hold.
    ///
    /// The forms: `ChunkForm.wav`; EBU Tech 3306, 2009.
    private var wav: Place? {
        guard ["RIFF", "RF64"].contains(name(0)), name(8) == "WAVE",
            let data = ChunkForm.wav.first("data", from: 12, in: file)
        else { return nil }
        guard name(0) == "RF64" else {
            return Place(
                start: data.body, length: Self.known(data.size), lengthPlace: data.lengthPlace,
                number: ChunkForm.wav.number, beside: 0, chunks: .wav)
        }
        guard let sizes = ChunkForm.wav.first("ds64", from: 12, in: file) else { return nil }
        let number = NumberForm(bytes: 8, isBigEndian: false)
        // The length of the file comes first, then the sound's.
        return number.read(at: sizes.body + 8, in: file).map {
            Place(
                start: data.body, length: $0, lengthPlace: sizes.body + 8, number: number,
                beside: 0, chunks: .wav)
        }
    }

    /// AIFF and AIFC, whose sound follows two numbers of its chunk.
    private var aiff: Place? {
        guard name(0) == "FORM", ["AIFF", "AIFC"].contains(name(8)),
            let sound = ChunkForm.aiff.first("SSND", from: 12, in: file), sound.size >= 8,
            let offset = ChunkForm.aiff.number.read(at: sound.body, in: file)
        else { return nil }
        return Place(
            start: sound.body + 8 + offset,
            length: Self.known(sound.size).map { max(0, $0 - 8 - offset) },
            lengthPlace: sound.lengthPlace, number: ChunkForm.aiff.number, beside: 8 + offset,
            chunks: .aiff)
    }

    /// AU, whose header is four bytes that name it, where the sound begins, and its length.
    ///
    /// The form: the manual page audio.h(7) of illumos.
    private var au: Place? {
        let number = NumberForm(bytes: 4, isBigEndian: true)
        guard name(0) == ".snd", let start = number.read(at: 4, in: file),
            let length = number.read(at: 8, in: file)
        else { return nil }
        return Place(
            start: start, length: Self.known(length), lengthPlace: 8, number: number, beside: 0,
            chunks: nil)
    }

    /// Sony's Wave64.
    private var wave64: Place? {
        guard name(0) == "riff", name(24) == "wave",
            let data = ChunkForm.wave64.first("data", from: 40, in: file)
        else { return nil }
        return Place(
            start: data.body, length: data.size, lengthPlace: data.lengthPlace,
            number: ChunkForm.wave64.number, beside: 24, chunks: .wave64)
    }

    /// Apple's CAF, whose sound follows four bytes that count its edits, and whose last chunk may have
    /// a length of -1.
    private var caf: Place? {
        guard name(0) == "caff" else { return nil }
        var place = 8
        while name(place) == "data" || ChunkForm.caf.chunk(at: place, in: file) != nil {
            let chunk = ChunkForm.caf.chunk(at: place, in: file)
            if name(place) == "data" {
                let isUnknown = file.bytes(8, at: place + 4) == Array(repeating: 0xFF, count: 8)
                guard let length = isUnknown ? 4 : chunk?.size else { return nil }
                return Place(
                    start: place + 16, length: isUnknown ? nil : max(0, length - 4),
                    lengthPlace: place + 4, number: ChunkForm.caf.number, beside: 4, chunks: .caf)
            }
            guard let chunk else { return nil }
            place = chunk.body + chunk.size
        }
        return nil
    }

    private func name(_ place: Int) -> String {
        String(decoding: file.bytes(4, at: place), as: UTF8.self)
    }

    /// A length of 32 bits, where it is one.
    ///
    /// A program that writes into a pipe does not know the length, and claims the most that 31 or 32
    /// bits can hold, less a header: sox 0x7FFFF000, arecord 0x80000000, ffmpeg 0xFFFFFFFF, which is
    /// AU's own sign for it, too; or, in AIFF, whole frames of 0x7F000000 (sox).
    private static func known(_ length: Int) -> Int? {
        let header = 0x1_0000
        let unknown = [0x7F00_0008, 0x8000_0000, 0xFFFF_FFFF]
        return unknown.contains { ($0 - header...$0).contains(length) } ? nil : length
    }
}

/// What the header of a file says of its sound, held against what the file has.
///
/// libsndfile silently cuts a claim down to what is there, and silently leaves out what is there beyond
/// it: where a writer, which fills the length in at the end or now and then, was killed or lost its
/// power.
struct SoundClaim {
    /// Where the sound lies by its header.
    let place: SoundHeader.Place
    /// The bytes of sound that the file has.
    let held: Int

    /// - Returns: nil where the container is not known, and where nothing follows its header.
    init?(_ file: RegularFile) {
        guard let place = SoundHeader(file: file).place, place.start < file.size else { return nil }
        self.place = place
        let there = file.size - place.start
        guard let length = place.length, length < there else {
            held = there
            return
        }
        let tail = FileTail(file: file, place: place.start + length, chunks: place.chunks)
        // Silence after a claim of none is what was recorded, and after another what fills a file up.
        let isSound = !tail.isNamed && (length == 0 || !tail.isEmpty)
        held = isSound ? there : length
    }

    /// How much longer the sound is claimed to be than it is, as a share of what is there; 0 where
    /// the file has all, or claims nothing.
    var missingShare: Double {
        guard let length = place.length, length > held else { return 0 }
        return Double(length - held) / Double(held)
    }

    /// The file with a header that claims what it has; nil where it does.
    ///
    /// Of a length that is not known, or too large, libsndfile refuses some files of CAF.
    func view(_ file: RegularFile) -> FileView? {
        guard place.length != held else { return nil }
        let bytes = place.number.written(held + place.beside)
        return FileView(file, replaced: [(place.lengthPlace, bytes)])
    }
}

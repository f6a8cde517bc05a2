/// The acoustic scores of a stretch of sound: for each frame and each senone (tied state) of a
/// model how badly it explains the frame, 0 for the best, in PocketSphinx's unit.
struct SenoneScores {
    /// How many senones the model has.
    let senones: Int
    /// As the records of PocketSphinx's file: for each frame how many senones follow, and their
    /// scores.
    private var records: ArraySlice<Int16>

    var frames: Int { records.count / (senones + 1) }

    /// Room for scores, all the worst.
    init(frames: Int, senones: Int) {
        self.senones = senones
        records = ArraySlice(repeating: .max, count: frames * (senones + 1))
        for frame in 0..<frames {
            records[frame * (senones + 1)] = Int16(senones)
        }
    }

    /// The scores of a frame, one for each senone.
    mutating func withFrame(_ frame: Int, _ body: (UnsafeMutablePointer<Int16>) -> Void) {
        let start = frame * (senones + 1) + 1
        records.withUnsafeMutableBufferPointer { records in
            precondition(start + senones <= records.count)
            // There is a frame, so there is an address.
            body(records.baseAddress! + start)
        }
    }

    /// The scores of a frame, one for each senone.
    func frame(_ frame: Int) -> ArraySlice<Int16> {
        let start = records.startIndex + frame * (senones + 1) + 1
        return records[start..<start + senones]
    }

    /// All scores: those of frame f and senone s at f * `stride` + s.
    func withScores<Result>(_ body: (UnsafePointer<Int16>, _ stride: Int) -> Result) -> Result? {
        records.withUnsafeBufferPointer { records in
            records.baseAddress.map { body($0 + 1, senones + 1) }
        }
    }

    /// What a decoder reads: the format of PocketSphinx's option `-senlogdir`, a header that ends in
    /// "endhdr\n" and a byte order mark, then the records, in this machine's order of bytes.
    func withFile<Result>(
        _ body: (_ header: UnsafeRawBufferPointer, _ records: UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var header = Array("s3\nversion 0.1\nn_sen \(senones)\nlogbase 1.0001\nendhdr\n".utf8)
        withUnsafeBytes(of: UInt32(0x1122_3344)) { header += $0 }
        return header.withUnsafeBytes { header in records.withUnsafeBytes { body(header, $0) } }
    }

    /// The scores of a range of frames.
    func slice(_ range: ClosedRange<Int>) -> SenoneScores {
        guard frames > 0 else { return self }
        var part = self
        let kept = range.clamped(to: 0...frames - 1)
        let start = records.startIndex
        part.records =
            records[
                start + kept.lowerBound * (senones + 1)..<start + (kept.upperBound + 1)
                    * (senones + 1)]
        return part
    }
}

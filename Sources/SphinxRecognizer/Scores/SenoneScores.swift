internal import CSphinxLog
internal import Glibc

/// The acoustic scores of a stretch of sound: for each frame and each senone that is scored how
/// badly it explains the frame, 0 for the best, in PocketSphinx's unit.
struct SenoneScores {
    let senones: ScoredSenones
    let frames: Int
    /// Frame after frame.
    private var values: ArraySlice<Int16>

    /// How many scores a frame has.
    var width: Int { senones.numbers.count }

    /// Room for scores.
    init(frames: Int, of senones: ScoredSenones) {
        self.senones = senones
        self.frames = frames
        values = ArraySlice(repeating: 0, count: frames * senones.numbers.count)
    }

    /// The scores of some frames, one frame's after the other's, to be written.
    mutating func withFrames(
        _ frames: Range<Int>, _ body: (UnsafeMutableBufferPointer<Int16>) -> Void
    ) {
        let rows = frames.lowerBound * width..<frames.upperBound * width
        values.withUnsafeMutableBufferPointer { body(.init(rebasing: $0[rows])) }
    }

    /// The scores of a frame for all senones of the model, the worst for those that are not scored.
    func frame(_ frame: Int) -> [Int16] {
        var all = [Int16](repeating: .max, count: senones.count)
        let row = values.dropFirst(frame * width)
        for (senone, score) in zip(senones.numbers, row) { all[Int(senone)] = score }
        return all
    }

    /// All scores: those of frame f and place p at f * `width` + p.
    func withScores<Result>(_ body: (UnsafeBufferPointer<Int16>) -> Result) -> Result {
        values.withUnsafeBufferPointer(body)
    }

    /// What a decoder reads, as a file: the format of PocketSphinx's option `-senlogdir`, a header
    /// that ends in "endhdr\n" and a byte order mark, then for each frame the scores of all
    /// senones.
    ///
    /// - Returns: nil where there is no memory left for it.
    func withFile<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result? {
        var header = Array("s3\nversion 0.1\nn_sen \(senones.count)\nlogbase 1.0001\nendhdr\n".utf8)
        withUnsafeBytes(of: UInt32(0x1122_3344)) { header += $0 }
        return header.withUnsafeBytes { header in
            values.withUnsafeBufferPointer { values in
                senones.numbers.withUnsafeBufferPointer { numbers in
                    guard
                        let file = aloud_sphinx_scores(
                            header.baseAddress, header.count, values.baseAddress, frames,
                            numbers.baseAddress, numbers.count, senones.count)
                    else { return nil }
                    defer { fclose(file) }
                    return body(file)
                }
            }
        }
    }

    /// The scores of a range of frames.
    func slice(_ range: ClosedRange<Int>) -> SenoneScores {
        guard frames > 0 else { return self }
        return SenoneScores(part: self, range.clamped(to: 0...frames - 1))
    }

    private init(part of: SenoneScores, _ kept: ClosedRange<Int>) {
        senones = of.senones
        frames = kept.count
        let start = of.values.startIndex
        values =
            of.values[
                start + kept.lowerBound * of.width..<start + (kept.upperBound + 1) * of.width]
    }
}

internal import Foundation

/// The acoustic scores of a stretch of sound, frame by frame, as PocketSphinx logs them: computing
/// them is most of the work of a decoding, and another search over the same sound can read them.
///
/// The format is that of PocketSphinx's option `-senlogdir`: a header that ends in "endhdr\n" and
/// a byte order mark; then for each frame how many senones were active (16 bits) and their scores
/// (16 bits each). Between the two stand the steps from one active senone to the next (8 bits
/// each), unless all are active, as with `-compallsen yes`.
struct SenoneScores {
    private var header: ArraySlice<UInt8>
    private var records: [ArraySlice<UInt8>]

    var frames: Int { records.count }

    /// What the decoder reads.
    var file: [UInt8] { records.reduce(into: Array(header)) { $0 += $1 } }

    /// Reads a log; nil if it is not one.
    ///
    /// - Parameter count: how many senones the model has.
    init?(log: [UInt8], senones count: Int) {
        let mark = Array("endhdr\n".utf8)
        guard log.count > mark.count + 4,
            let end = (0...(log.count - mark.count - 4)).first(where: {
                log[$0..<$0 + mark.count].elementsEqual(mark)
            })
        else { return nil }
        var next = end + mark.count + 4
        header = log[..<next]
        records = []
        while next + 2 <= log.count {
            let active = Int(log[next]) | Int(log[next + 1]) << 8
            let size = 2 + (active == count ? 2 : 3) * active
            guard next + size <= log.count else { break }
            records.append(log[next..<next + size])
            next += size
        }
    }

    /// The scores of all senones in a frame, 0 for the best and more for worse; where a senone was
    /// not active, the worst that there is.
    ///
    /// - Parameter count: how many senones the model has.
    func all(at frame: Int, count: Int) -> [Int16] {
        var scores = [Int16](repeating: .max, count: count)
        let record = records[frame]
        let start = record.startIndex
        let active = (record.count - 2) / (record.count == 2 + 2 * count ? 2 : 3)
        let isComplete = active == count && record.count == 2 + 2 * count
        let first = start + 2 + (isComplete ? 0 : active)
        var senone = 0
        for index in 0..<active {
            senone = isComplete ? index : senone + Int(record[start + 2 + index])
            guard senone < count else { break }
            scores[senone] =
                Int16(truncatingIfNeeded: Int(record[first + 2 * index]))
                | Int16(truncatingIfNeeded: Int(record[first + 2 * index + 1]) << 8)
        }
        return scores
    }

    /// The scores of a range of frames.
    func slice(_ range: ClosedRange<Int>) -> SenoneScores {
        var part = self
        let kept = range.clamped(to: 0...max(0, frames - 1))
        part.records = frames == 0 ? [] : Array(records[kept])
        return part
    }
}

/// The features that the Gaussians of an acoustic model are taken of: the cepstra, how they change,
/// and how the change changes, a stream each (PocketSphinx's `-feat 1s_c_d_dd`).
struct FeatureStreams {
    static let count = 3
    /// Numbers a frame in a stream: the squares of the features, the features, and 1.
    static let columns = 2 * Cepstra.width + 1

    /// For each stream, column after column, a number a frame, `stride` numbers apart.
    let values: [[Float]]
    let frames: Int
    /// How many numbers a column has: the frames, in whole sixteens.
    let stride: Int

    /// The features of some frames of a stretch of sound.
    ///
    /// The change is c[t+2] - c[t-2], the change of it (c[t+3] - c[t-1]) - (c[t+1] - c[t-3]);
    /// beyond the ends of the stretch its first and its last frame are repeated.
    init(_ cepstra: Cepstra, frames chosen: Range<Int>) {
        frames = chosen.count
        let stride = (frames + 15) / 16 * 16
        self.stride = stride
        func value(_ frame: Int, _ index: Int) -> Float {
            let inside = max(0, min(cepstra.frames - 1, chosen.lowerBound + frame))
            return cepstra.values[inside * Cepstra.width + index]
        }
        var streams = [[Float]](
            repeating: [Float](repeating: 1, count: stride * Self.columns), count: Self.count)
        for frame in 0..<frames {
            for index in 0..<Cepstra.width {
                let change = value(frame + 2, index) - value(frame - 2, index)
                let later = value(frame + 3, index) - value(frame - 1, index)
                let earlier = value(frame + 1, index) - value(frame - 3, index)
                for (stream, x) in [value(frame, index), change, later - earlier].enumerated() {
                    streams[stream][index * stride + frame] = x * x
                    streams[stream][(Cepstra.width + index) * stride + frame] = x
                }
            }
        }
        values = streams
    }
}

/// A convolution over time as one product of matrices: the weights of all outputs times a matrix
/// whose columns are what each of them sees (Chellapilla, Puri, Simard, IWFHR 2006).
struct Convolution {
    /// One row an output; in it, for each input, its taps in order of time.
    let weights: PackedMatrix
    let taps: Int
    let stride: Int

    /// How many frames come out of so many that go in, zeros standing around them.
    func frames(of count: Int) -> Int { (count - 1) / stride + 1 }

    /// The frames that come out of which some see any of those that go in.
    ///
    /// - Parameter count: how many go in, `heard` among them.
    func reach(of heard: Range<Int>, in count: Int) -> Range<Int> {
        guard !heard.isEmpty else { return 0..<0 }
        let before = taps / 2
        let after = taps - 1 - before
        // Frame t sees from t * stride - before to t * stride + after.
        let first = max(0, (heard.lowerBound - after + stride - 1) / stride)
        let last = min(frames(of: count) - 1, (heard.upperBound - 1 + before) / stride)
        return first..<max(first, last + 1)
    }

    /// One number a channel, wherever what comes out differs from what comes out of silence.
    ///
    /// - Parameter silence: what comes of silence.
    func start(_ offsets: [Float], reachedBy input: Channels, silence: Matrix?) -> Channels {
        let heard = input.heard.map { reach(of: $0, in: input.frames) }
        return Channels(
            frames: frames(of: input.frames), heard: heard,
            values: Matrix(rowValues: offsets, columns: heard.reduce(0) { $0 + $1.count }),
            silence: silence)
    }

    /// Adds what the convolution makes of an input to what stands in the frames of an output.
    func add(_ input: Channels, to output: inout Channels) {
        output.values.add(weights.unfolded(), times: columns(of: input, seenAt: output.heard))
    }

    /// What each frame that is asked for sees, of all canvases: one row a channel and tap.
    private func columns(of input: Channels, seenAt asked: [Range<Int>]) -> Matrix {
        let rows = input.values.rows
        let count = asked.reduce(0) { $0 + $1.count }
        let before = taps / 2
        var result = Matrix(repeating: 0, rows: rows * taps, columns: count)
        // One row of one canvas, with the zeros around it.
        var line = [Float](repeating: 0, count: input.frames + taps)
        result.values.withUnsafeMutableBufferPointer { result in
            line.withUnsafeMutableBufferPointer { line in
                let frames = UnsafeMutableBufferPointer(rebasing: line[before...])
                var (from, to) = (0, 0)
                for (heard, asked) in zip(input.heard, asked) {
                    for row in 0..<rows {
                        input.write(row, from: from, heard, to: frames)
                        for tap in 0..<taps {
                            let target = (row * taps + tap) * count + to
                            let seen = UnsafeMutableBufferPointer(
                                rebasing: result[target..<target + asked.count])
                            if stride == 1 {
                                _ = seen.update(
                                    fromContentsOf: line[
                                        asked.lowerBound + tap..<asked.upperBound + tap])
                                continue
                            }
                            for (index, frame) in asked.enumerated() {
                                seen[index] = line[frame * stride + tap]
                            }
                        }
                    }
                    from += heard.count
                    to += asked.count
                }
            }
        }
        return result
    }
}

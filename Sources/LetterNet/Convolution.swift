/// A convolution over time as products of matrices: what each frame sees at each of the taps times
/// the weights of all outputs (Chellapilla, Puri, Simard, IWFHR 2006).
struct Convolution {
    /// One column an output; the rows are the inputs at the first tap, then those at the next.
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
        let rows = Channels.rows(of: heard)
        return Channels(
            frames: frames(of: input.frames), heard: heard,
            values: Matrix(
                rows: rows, columns: offsets.count,
                values: [[Float]](repeating: offsets, count: rows).flatMap { $0 }),
            silence: silence)
    }

    /// Adds what the convolution makes of an input to what stands in the frames of an output.
    func add(_ input: Channels, to output: inout Channels) {
        let seen = rows(of: input, seenAt: output.heard)
        let inputs = input.values.columns
        var sums = Matrix(repeating: 0, rows: seen.rows, columns: weights.columns)
        // Tap by tap, so that the weights are still in a near cache when they are multiplied.
        for tap in 0..<taps {
            let part = tap * inputs..<(tap + 1) * inputs
            sums.add(seen, columns: part, times: weights.unscaled(part))
        }
        output.values.add(sums, scaledBy: weights.scales)
    }

    /// What each frame that is asked for sees, of all canvases: one row a frame, in it the inputs
    /// at the first tap, then those at the next.
    private func rows(of input: Channels, seenAt asked: [Range<Int>]) -> Matrix {
        let inputs = input.values.columns
        let before = taps / 2
        var result = Matrix(
            repeating: 0, rows: Channels.rows(of: asked), columns: inputs * taps)
        result.values.withUnsafeMutableBufferPointer { result in
            var (from, to) = (0, 0)
            for (heard, asked) in zip(input.heard, asked) {
                for frame in asked {
                    for tap in 0..<taps {
                        input.write(
                            frame * stride + tap - before, from: from, heard, to: result,
                            at: (to * taps + tap) * inputs)
                    }
                    to += 1
                }
                from += heard.count
            }
        }
        return result
    }
}

/// A convolution over time as one product of matrices: the weights of all outputs times a matrix
/// whose columns are what each of them sees (Chellapilla, Puri, Simard, IWFHR 2006).
struct Convolution {
    /// One row an output; in it, for each input, its taps in order of time.
    let weights: PackedMatrix
    let taps: Int
    let stride: Int

    /// How many frames come out of so many that go in, zeros standing around them.
    func frames(of count: Int) -> Int { (count - 1) / stride + 1 }

    /// Adds what the convolution makes of an input, one row a channel, to an output.
    func add(_ input: Matrix, to output: inout Matrix) {
        output.add(
            weights.unfolded(),
            times: taps == 1 && stride == 1 ? input : columns(of: input))
    }

    private func columns(of input: Matrix) -> Matrix {
        let count = frames(of: input.columns)
        let (rows, width) = (input.rows, input.columns)
        var result = Matrix(repeating: 0, rows: rows * taps, columns: count)
        result.values.withUnsafeMutableBufferPointer { result in
            input.values.withUnsafeBufferPointer { input in
                for tap in 0..<taps {
                    // The frames for which the tap lies within the input; around it are zeros.
                    let shift = tap - taps / 2
                    let first = max(0, (stride - 1 - shift) / stride)
                    let end = shift < width ? min(count, (width - 1 - shift) / stride + 1) : 0
                    guard first < end else { continue }
                    for row in 0..<rows {
                        let target = (row * taps + tap) * count
                        let source = row * width + shift
                        if stride == 1 {
                            _ = result[target + first..<target + end].update(
                                fromContentsOf: input[source + first..<source + end])
                            continue
                        }
                        for frame in first..<end {
                            result[target + frame] = input[source + frame * stride]
                        }
                    }
                }
            }
        }
        return result
    }
}

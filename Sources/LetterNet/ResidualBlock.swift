/// Two convolutions with a way around them (He, Zhang, Ren, Sun, CVPR 2016). Batch normalisation is
/// folded into weights and offsets when the net is written.
struct ResidualBlock {
    let first: Convolution
    let firstOffsets: [Float]
    let second: Convolution
    /// Those of the second convolution and of the way around it, added.
    let secondOffsets: [Float]
    /// Nil where what goes in is as wide and as long as what comes out.
    let around: Convolution?

    func output(of input: Matrix) -> Matrix {
        let frames = first.frames(of: input.columns)
        var middle = Matrix(rowValues: firstOffsets, columns: frames)
        first.add(input, to: &middle)
        middle.rectify()
        var result = Matrix(rowValues: secondOffsets, columns: frames)
        second.add(middle, to: &result)
        if let around {
            around.add(input, to: &result)
        } else {
            for index in result.values.indices { result.values[index] += input.values[index] }
        }
        result.rectify()
        return result
    }
}

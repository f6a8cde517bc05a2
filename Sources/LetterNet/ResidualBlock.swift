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

    /// What its two convolutions make of silence.
    struct Silence {
        let middle: Matrix
        let result: Matrix
    }

    func output(of input: Channels, silence: Silence) -> Channels {
        result(of: input, middle: middle(of: input, silence.middle), silence.result)
    }

    /// - Parameter input: what goes in where there is silence.
    func silence(of input: Matrix) -> Silence {
        let input = Channels(silence: input)
        let middle = middle(of: input, nil)
        return Silence(
            middle: middle.canvases[0], result: result(of: input, middle: middle, nil).canvases[0])
    }

    private func middle(of input: Channels, _ silence: Matrix?) -> Channels {
        var middle = first.start(firstOffsets, reachedBy: input, silence: silence)
        first.add(input, to: &middle)
        middle.values.rectify()
        return middle
    }

    private func result(
        of input: Channels, middle: Channels, _ silence: Matrix?
    ) -> Channels {
        var result = second.start(secondOffsets, reachedBy: middle, silence: silence)
        second.add(middle, to: &result)
        if let around {
            around.add(input, to: &result)
        } else {
            result.add(input)
        }
        result.values.rectify()
        return result
    }
}

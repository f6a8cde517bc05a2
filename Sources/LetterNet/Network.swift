/// One net: convolutions over time, and what is told from their channels.
struct Network {
    let stem: Convolution
    let stemOffsets: [Float]
    let blocks: [ResidualBlock]
    /// What tells words; nil for a net that does not.
    let words: WordOutputs?
    /// What tells phones; nil for a net that does not.
    let phones: PhoneOutputs?

    /// What its layers make of silence.
    struct Silence {
        let canvas: Matrix
        let stem: Matrix
        let blocks: [ResidualBlock.Silence]
    }

    /// What its blocks make of sounds, of each: one column a channel, one row for as many frames as
    /// its strides leave out.
    func channels(of canvases: [Canvas], silence: Silence) -> [Matrix] {
        let input = Channels(canvases, silence: silence.canvas)
        var hidden = stemmed(input, silence.stem)
        for (block, silence) in zip(blocks, silence.blocks) {
            hidden = block.output(of: hidden, silence: silence)
        }
        return hidden.canvases
    }

    /// What its layers make of a canvas without a sound.
    func silence(of canvas: Matrix) -> Silence {
        let stem = stemmed(Channels(silence: canvas), nil).canvases[0]
        var hidden = stem
        let blocks = blocks.map { block in
            let silence = block.silence(of: hidden)
            hidden = silence.result
            return silence
        }
        return Silence(canvas: canvas, stem: stem, blocks: blocks)
    }

    private func stemmed(_ input: Channels, _ silence: Matrix?) -> Channels {
        var hidden = stem.start(stemOffsets, reachedBy: input, silence: silence)
        stem.add(input, to: &hidden)
        hidden.values.rectify()
        return hidden
    }
}

internal import Foundation

/// One net: convolutions over time, attention that picks the frames that tell, and three outputs.
struct Network {
    let stem: Convolution
    let stemOffsets: [Float]
    let blocks: [ResidualBlock]
    /// One row a head.
    let attention: Matrix
    let attentionOffsets: [Float]
    let embedding: Matrix
    let embeddingOffsets: [Float]
    /// One row a class, and one more for "this is a letter".
    let outputs: Matrix
    let outputOffsets: [Float]
    /// What tells phones; nil in a file without.
    let phones: PhoneOutputs?

    /// How many numbers its embedding has.
    var width: Int { embedding.rows }

    /// What a net says of one word.
    struct Opinion {
        /// The probability of each class, adding up to 1.
        var classes: [Double]
        /// The probability that it is a letter.
        var letter: Double
        /// The activities of the last hidden layer.
        var embedding: [Float]
    }

    /// What its layers make of silence.
    struct Silence {
        let canvas: Matrix
        let stem: Matrix
        let blocks: [ResidualBlock.Silence]
    }

    /// What its blocks make of sounds, of each: one row a channel, one column for as many frames as its
    /// strides leave out.
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
        let stem = stemmed(Channels(silence: canvas), nil).values
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

    /// What it makes of words.
    func opinions(of canvases: [Canvas], silence: Silence) -> [Opinion] {
        channels(of: canvases, silence: silence).map(opinion)
    }

    private func opinion(of hidden: Matrix) -> Opinion {
        var weights = Matrix(rowValues: attentionOffsets, columns: hidden.columns)
        weights.add(attention, times: hidden)
        for head in 0..<weights.rows {
            let row = head * weights.columns..<(head + 1) * weights.columns
            weights.values.replaceSubrange(
                row, with: Self.softmax(weights.values[row]).map { Float($0) })
        }
        var pooled = Matrix(repeating: 0, rows: weights.rows, columns: hidden.rows)
        pooled.add(weights, times: hidden, transposed: true)
        let flat = Matrix(rows: pooled.values.count, columns: 1, values: pooled.values)

        var embedded = Matrix(rowValues: embeddingOffsets, columns: 1)
        embedded.add(embedding, times: flat)
        embedded.rectify()
        var told = Matrix(rowValues: outputOffsets, columns: 1)
        told.add(outputs, times: embedded)
        return Opinion(
            classes: Self.softmax(told.values.dropLast()),
            letter: 1 / (1 + exp(-Double(told.values[told.values.count - 1]))),
            embedding: embedded.values)
    }

    /// Exponentials that add up to 1.
    private static func softmax(_ values: ArraySlice<Float>) -> [Double] {
        let most = Double(values.max() ?? 0)
        let powers = values.map { exp(Double($0) - most) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}

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

    /// What its blocks make of a sound, one row a mel bin, one column a frame: one row a channel, one
    /// column for as many frames as its strides leave out.
    func channels(of canvas: Matrix) -> Matrix {
        var hidden = Matrix(rowValues: stemOffsets, columns: stem.frames(of: canvas.columns))
        stem.add(canvas, to: &hidden)
        hidden.rectify()
        for block in blocks { hidden = block.output(of: hidden) }
        return hidden
    }

    /// What it makes of a word: one row a mel bin, one column a frame.
    func opinion(of canvas: Matrix) -> Opinion {
        let hidden = channels(of: canvas)
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

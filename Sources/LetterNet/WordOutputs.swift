internal import Foundation

/// What tells words from a net's channels: attention that picks the frames that tell, and two
/// outputs of what it picked.
struct WordOutputs {
    /// One row a head.
    let attention: Matrix
    let attentionOffsets: [Float]
    let embedding: Matrix
    let embeddingOffsets: [Float]
    /// One row a class, and one more for "this is a letter".
    let outputs: Matrix
    let outputOffsets: [Float]

    /// How many numbers its embedding has.
    var width: Int { embedding.rows }

    /// What a net says of one word.
    struct Opinion {
        /// The natural logarithm of the probability of each class.
        var classes: [Double]
        /// The logit of the probability that it is a letter.
        var letter: Double
        /// The activities of the last hidden layer.
        var embedding: [Float]
    }

    /// Whether it goes with so many channels and classes.
    func isConsistent(channels: Int, classes: Int) -> Bool {
        attention.columns == channels && attentionOffsets.count == attention.rows
            && embedding.columns == channels * attention.rows
            && embeddingOffsets.count == embedding.rows && outputs.columns == embedding.rows
            && outputs.rows == classes + 1 && outputOffsets.count == outputs.rows
    }

    /// What the channels of a word come to.
    func opinion(of channels: Matrix) -> Opinion {
        var weights = Matrix(rowValues: attentionOffsets, columns: channels.rows)
        weights.add(attention, times: channels, transposed: true)
        for head in 0..<weights.rows {
            let row = head * weights.columns..<(head + 1) * weights.columns
            weights.values.replaceSubrange(
                row, with: weights.values[row].logSoftmax.map { Float(exp($0)) })
        }
        var pooled = Matrix(repeating: 0, rows: weights.rows, columns: channels.columns)
        pooled.add(weights, times: channels)
        let flat = Matrix(rows: pooled.values.count, columns: 1, values: pooled.values)

        var embedded = Matrix(rowValues: embeddingOffsets, columns: 1)
        embedded.add(embedding, times: flat)
        embedded.rectify()
        var told = Matrix(rowValues: outputOffsets, columns: 1)
        told.add(outputs, times: embedded)
        return Opinion(
            classes: told.values.dropLast().logSoftmax,
            letter: Double(told.values[told.values.count - 1]), embedding: embedded.values)
    }
}

extension Collection where Element: BinaryFloatingPoint {
    /// Each less the logarithm of the sum of all exponentials: logarithms of what adds up to 1.
    var logSoftmax: [Double] {
        let most = Double(self.max() ?? 0)
        let sum = most + log(reduce(0) { $0 + exp(Double($1) - most) })
        return map { Double($0) - sum }
    }
}

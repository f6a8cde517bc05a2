/// What a layer of a net makes of several canvases: of those frames alone that the sounds reach. Of the
/// others it makes what it makes of silence there, which is computed once for all sounds.
///
/// So a short word on a long canvas costs what the word does, and all words of a breath are one
/// product of matrices each layer: its weights are unfolded once.
struct Channels {
    /// How many frames a canvas has in this layer.
    let frames: Int
    /// The frames that the sound on each canvas reaches.
    let heard: [Range<Int>]
    /// One row a channel; one column a frame that is reached, of one canvas after the other.
    var values: Matrix
    /// What the layer makes of silence: one row a channel, one column a frame; nil where every frame
    /// is reached.
    let silence: Matrix?

    init(frames: Int, heard: [Range<Int>], values: Matrix, silence: Matrix?) {
        precondition(values.columns == heard.reduce(0) { $0 + $1.count })
        precondition(silence != nil || heard.allSatisfy { $0 == 0..<frames })
        self.frames = frames
        self.heard = heard
        self.values = values
        self.silence = silence
    }

    /// Several canvases, of `MelFrontEnd.frames` each, as what the first layer is given.
    init(_ canvases: [Canvas], silence: Matrix) {
        let heard = canvases.map(\.heard)
        let columns = heard.reduce(0) { $0 + $1.count }
        var values: [Float] = []
        values.reserveCapacity(silence.rows * columns)
        for row in 0..<silence.rows {
            for canvas in canvases { values += canvas.values.values[canvas.values.row(row)] }
        }
        self.init(
            frames: silence.columns, heard: heard,
            values: Matrix(rows: silence.rows, columns: columns, values: values),
            silence: silence)
    }

    /// Silence on one canvas, every frame of it computed.
    init(silence: Matrix) {
        self.init(
            frames: silence.columns, heard: [0..<silence.columns], values: silence, silence: nil)
    }

    /// What is made of each whole canvas, the silence around the sound included.
    var canvases: [Matrix] {
        var first = 0
        return heard.map { heard in
            defer { first += heard.count }
            guard var whole = silence else { return values }
            for row in 0..<whole.rows {
                let own = values.row(row).lowerBound + first
                whole.values.replaceSubrange(
                    row * frames + heard.lowerBound..<row * frames + heard.upperBound,
                    with: values.values[own..<own + heard.count])
            }
            return whole
        }
    }

    /// Adds what stands in the same frames of a layer before, of as many channels.
    mutating func add(_ input: Channels) {
        let rows = values.rows
        let columns = values.columns
        var line = [Float](repeating: 0, count: frames)
        values.values.withUnsafeMutableBufferPointer { values in
            line.withUnsafeMutableBufferPointer { line in
                var (from, to) = (0, 0)
                for (there, here) in zip(input.heard, heard) {
                    for row in 0..<rows {
                        input.write(row, from: from, there, to: line)
                        let own = UnsafeMutableBufferPointer(
                            rebasing: values[row * columns + to..<row * columns + to + here.count])
                        let seen = UnsafeMutableBufferPointer(rebasing: line[here])
                        for index in own.indices { own[index] += seen[index] }
                    }
                    from += there.count
                    to += here.count
                }
            }
        }
    }

    /// Writes a row of a canvas whole.
    ///
    /// - Parameters:
    ///   - first: the column of `values` at which the canvas begins.
    ///   - heard: its frames that the sound reaches.
    ///   - line: where its frames go, at least as many.
    func write(
        _ row: Int, from first: Int, _ heard: Range<Int>, to line: UnsafeMutableBufferPointer<Float>
    ) {
        if let silence {
            Self.copy(silence.values, silence.row(row), to: line, at: 0)
        }
        let own = row * values.columns + first
        Self.copy(values.values, own..<own + heard.count, to: line, at: heard.lowerBound)
    }

    private static func copy(
        _ numbers: [Float], _ range: Range<Int>, to line: UnsafeMutableBufferPointer<Float>,
        at place: Int
    ) {
        precondition(place >= 0 && place + range.count <= line.count)
        numbers.withUnsafeBufferPointer { numbers in
            let part = UnsafeBufferPointer(rebasing: numbers[range])
            guard let target = line.baseAddress, let source = part.baseAddress else { return }
            (target + place).update(from: source, count: part.count)
        }
    }
}

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
        var (from, to) = (0, 0)
        var line = [Float](repeating: 0, count: frames)
        for (there, here) in zip(input.heard, heard) {
            for row in 0..<values.rows {
                input.write(row, from: from, there, to: &line, at: 0)
                let own = row * values.columns + to - here.lowerBound
                for frame in here { values.values[own + frame] += line[frame] }
            }
            from += there.count
            to += here.count
        }
    }

    /// Writes a row of a canvas whole.
    ///
    /// - Parameters:
    ///   - first: the column of `values` at which the canvas begins.
    ///   - heard: its frames that the sound reaches.
    ///   - place: where in the line its first frame goes.
    func write(
        _ row: Int, from first: Int, _ heard: Range<Int>, to line: inout [Float], at place: Int
    ) {
        if let silence {
            line.replaceSubrange(place..<place + frames, with: silence.values[silence.row(row)])
        }
        let own = row * values.columns + first
        line.replaceSubrange(
            place + heard.lowerBound..<place + heard.upperBound,
            with: values.values[own..<own + heard.count])
    }
}

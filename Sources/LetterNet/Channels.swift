/// What a layer of a net makes of several canvases: of those frames alone that the sounds reach. Of
/// the others it makes what it makes of silence there, which is computed once for all sounds.
///
/// So a short word on a long canvas costs what the word does, and all words of a breath are one
/// product of matrices each layer: its weights are unfolded once.
struct Channels {
    /// How many frames a canvas has in this layer.
    let frames: Int
    /// The frames that the sound on each canvas reaches.
    let heard: [Range<Int>]
    /// One column a channel; one row a frame that is reached, of one canvas after the other, and up
    /// to three that count for nothing: rows are multiplied four at a time.
    var values: Matrix
    /// What the layer makes of silence: one column a channel, one row a frame; nil where every
    /// frame is reached.
    let silence: Matrix?

    init(frames: Int, heard: [Range<Int>], values: Matrix, silence: Matrix?) {
        precondition(values.rows == Self.rows(of: heard))
        precondition(silence != nil || heard.allSatisfy { $0 == 0..<frames })
        self.frames = frames
        self.heard = heard
        self.values = values
        self.silence = silence
    }

    /// Several canvases, of `MelFrontEnd.frames` each, as what the first layer is given.
    init(_ canvases: [Canvas], silence: Matrix) {
        let heard = canvases.map(\.heard)
        let rows = Self.rows(of: heard)
        var values: [Float] = []
        values.reserveCapacity(rows * silence.columns)
        for canvas in canvases { values += canvas.values.values }
        values += [Float](repeating: 0, count: rows * silence.columns - values.count)
        self.init(
            frames: silence.rows, heard: heard,
            values: Matrix(rows: rows, columns: silence.columns, values: values),
            silence: silence)
    }

    /// Silence on one canvas, every frame of it computed.
    init(silence: Matrix) {
        let heard = 0..<silence.rows
        self.init([Canvas(heard: heard, values: silence)], silence: silence)
    }

    /// How many rows there are for frames that are reached: as many, in whole fours.
    static func rows(of heard: [Range<Int>]) -> Int {
        (heard.reduce(0) { $0 + $1.count } + 3) / 4 * 4
    }

    /// What is made of each whole canvas, the silence around the sound included.
    var canvases: [Matrix] {
        var first = 0
        return heard.map { heard in
            defer { first += heard.count }
            let own = values.values[
                first * values.columns..<(first + heard.count) * values.columns]
            guard var whole = silence else {
                return Matrix(rows: frames, columns: values.columns, values: Array(own))
            }
            whole.values.replaceSubrange(
                heard.lowerBound * whole.columns..<heard.upperBound * whole.columns, with: own)
            return whole
        }
    }

    /// Adds what stands in the same frames of a layer before, of as many channels.
    mutating func add(_ input: Channels) {
        let columns = values.columns
        var line = [Float](repeating: 0, count: columns)
        values.values.withUnsafeMutableBufferPointer { values in
            line.withUnsafeMutableBufferPointer { line in
                var (from, to) = (0, 0)
                for (there, here) in zip(input.heard, heard) {
                    for frame in here {
                        input.write(frame, from: from, there, to: line, at: 0)
                        let own = UnsafeMutableBufferPointer(
                            rebasing: values[to * columns..<(to + 1) * columns])
                        for index in own.indices { own[index] += line[index] }
                        to += 1
                    }
                    from += there.count
                }
            }
        }
    }

    /// Writes what stands in a frame of a canvas; nothing, where there is no such frame.
    ///
    /// - Parameters:
    ///   - first: the row of `values` at which the canvas begins.
    ///   - heard: its frames that the sound reaches.
    ///   - target: where the numbers of all channels go, from `place` on.
    func write(
        _ frame: Int, from first: Int, _ heard: Range<Int>,
        to target: UnsafeMutableBufferPointer<Float>, at place: Int
    ) {
        guard 0..<frames ~= frame else { return }
        let columns = values.columns
        precondition(place >= 0 && place + columns <= target.count)
        func copy(_ row: Int, of matrix: Matrix) {
            matrix.values.withUnsafeBufferPointer { numbers in
                let part = UnsafeBufferPointer(rebasing: numbers[matrix.row(row)])
                guard let target = target.baseAddress, let source = part.baseAddress else { return }
                (target + place).update(from: source, count: part.count)
            }
        }
        if heard.contains(frame) {
            copy(first + frame - heard.lowerBound, of: values)
        } else if let silence {
            copy(frame, of: silence)
        }
    }
}

internal import Foundation

/// What the net sees of a sound: log-mel energies, relative to its loudest frames, on a canvas of
/// fixed size. The same arithmetic as `training/letter-net/frontend.py`.
struct MelFrontEnd {
    /// 25 ms every 10 ms at 16,000 Hz, as in most front ends of speech recognisers.
    static let window = 400
    static let hop = 160
    static let transform = 512
    static let bins = 40
    /// Hz.
    static let band = 80.0...7600.0
    /// Samples that are seen on either side of the word: 100 ms.
    static let margin = 1600
    /// The canvas: 1.28 s.
    static let frames = 128
    /// In nats over the level of the loudest frames.
    static let range: ClosedRange<Float> = -10...4
    /// How many frames are the loudest.
    static let loudest = 10
    static let preEmphasis: Float = 0.97
    static let least: Float = 1e-12

    /// The Fourier transform of a windowed frame, for those frequencies that a filter hears. Its
    /// phases count from the middle of the window, which leaves the power as it is: so the cosines
    /// are alike on both sides of it, the sines each other's negatives, and half a window of each
    /// is enough.
    ///
    /// One row a sample, one column a frequency.
    private let cosines: Matrix
    private let sines: Matrix
    /// One row a frequency, one column a bin.
    private let filters: Matrix

    init() {
        let step = 16_000 / Double(Self.transform)
        let heard = (0...Self.transform / 2).filter { Self.band.contains(Double($0) * step) }
        let phases = heard.map { 2 * Double.pi * Double($0) / Double(Self.transform) }
        let hann = (0..<Self.window).map {
            0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(Self.window - 1))
        }
        func half(_ wave: (Double) -> Double) -> Matrix {
            let values = hann.prefix(Self.window / 2).enumerated().flatMap { index, weight in
                phases.map { phase in
                    Float(weight * wave(phase * (Double(index) - Double(Self.window - 1) / 2)))
                }
            }
            return Matrix(rows: Self.window / 2, columns: heard.count, values: values)
        }
        cosines = half(cos)
        sines = half(sin)

        let low = Self.mel(Self.band.lowerBound)
        let width = (Self.mel(Self.band.upperBound) - low) / Double(Self.bins + 1)
        filters = Matrix(
            rows: heard.count, columns: Self.bins,
            values: heard.flatMap { index in
                (0..<Self.bins).map { bin in
                    let place = (Self.mel(Double(index) * step) - low) / width - Double(bin + 1)
                    return Float(max(0, 1 - abs(place)))
                }
            })
    }

    /// The mel scale of the HTK Book (Young et al. 2006, equation 5.13).
    private static func mel(_ hertz: Double) -> Double { 1127 * log1p(hertz / 700) }

    /// The canvas of a word.
    ///
    /// - Parameter energies: those of all samples, if they are known.
    func canvas(of samples: [Float], speech: Range<Int>, energies known: Matrix? = nil) -> Canvas {
        let seen = max(0, speech.lowerBound - Self.margin)
        let heard = samples[seen..<min(samples.count, speech.upperBound + Self.margin)]
        let frames = known.flatMap { part(of: $0, for: heard) } ?? energies(of: heard)
        // A word longer than the canvas loses both its ends.
        let skipped = max(0, (frames.rows - Self.frames) / 2)
        let before = max(0, (Self.frames - frames.rows) / 2)
        let shown = skipped..<skipped + min(frames.rows, Self.frames)
        return canvas(of: frames, shown, at: before, levelOf: 0..<frames.rows)
    }

    /// A canvas of running speech.
    struct Piece {
        var canvas: Canvas
        /// The frame of the sound that its first column is, which may lie before the sound.
        var start: Int
        /// The frames of the sound that are told from it.
        var frames: Range<Int>
    }

    /// A whole sound on canvases. One that fits on a canvas stands in its middle; of a longer one
    /// each canvas begins `step` frames after the one before, so that every frame is told from one
    /// with others around it.
    ///
    /// - Parameter energies: of the whole sound.
    func pieces(of energies: Matrix, step: Int) -> [Piece] {
        let count = energies.rows
        let fits = count <= Self.frames
        let margin = fits ? 0 : (Self.frames - step) / 2
        let starts =
            fits
            ? [-((Self.frames - count) / 2)]
            : Array(stride(from: -margin, to: count - margin, by: step))
        return starts.map { start in
            let shown = max(0, start)..<min(count, start + Self.frames)
            let told = start + margin + (fits ? Self.frames : step)
            return Piece(
                canvas: canvas(of: energies, shown, at: max(0, -start), levelOf: shown),
                start: start, frames: max(0, start + margin)..<min(count, told))
        }
    }

    /// A canvas without a sound: one row a frame, one column a bin.
    static let silence = Matrix(repeating: range.lowerBound, rows: frames, columns: bins)

    /// The logarithms of some frames' energies, relative to the level of some.
    private func canvas(
        of energies: Matrix, _ shown: Range<Int>, at place: Int, levelOf loud: Range<Int>
    ) -> Canvas {
        let level = Self.level(of: energies, loud)
        let values = energies.values[
            shown.lowerBound * Self.bins..<shown.upperBound * Self.bins
        ].map { min(max(log($0) - level, Self.range.lowerBound), Self.range.upperBound) }
        return Canvas(
            heard: place..<place + shown.count,
            values: Matrix(rows: shown.count, columns: Self.bins, values: values))
    }

    /// The energies of a part of a sound as they stand among those of the whole; nil where its
    /// frames are others.
    private func part(of energies: Matrix, for sound: ArraySlice<Float>) -> Matrix? {
        guard sound.startIndex % Self.hop == 0, sound.count >= Self.window else { return nil }
        let first = sound.startIndex / Self.hop
        let end = first + (sound.count - Self.window) / Self.hop + 1
        guard end <= energies.rows else { return nil }
        // The window is zero where a sound that begins here has no sample before it.
        return Matrix(
            rows: end - first, columns: Self.bins,
            values: Array(energies.values[first * Self.bins..<end * Self.bins]))
    }

    /// The energies: one row a frame, one column a bin.
    func energies(of sound: ArraySlice<Float>) -> Matrix {
        var clean = sound.map { $0.isFinite ? $0 : 0 }
        clean += [Float](repeating: 0, count: max(0, Self.window - clean.count))
        let emphasised =
            [0] + zip(clean.dropFirst(), clean).map { $0 - Self.preEmphasis * $1 }
        let count = (emphasised.count - Self.window) / Self.hop + 1
        let half = Self.window / 2
        var sums = Matrix(repeating: 0, rows: count, columns: half)
        var differences = sums
        for frame in 0..<count {
            let (first, last) = (frame * Self.hop, frame * Self.hop + Self.window - 1)
            for index in 0..<half {
                let (early, late) = (emphasised[first + index], emphasised[last - index])
                sums.values[frame * half + index] = early + late
                differences.values[frame * half + index] = early - late
            }
        }
        var real = Matrix(repeating: 0, rows: count, columns: cosines.columns)
        real.add(sums, times: cosines)
        var imaginary = Matrix(repeating: 0, rows: count, columns: sines.columns)
        imaginary.add(differences, times: sines)
        let power = zip(real.values, imaginary.values).map { $0 * $0 + $1 * $1 }
        var energies = Matrix(repeating: 0, rows: count, columns: Self.bins)
        energies.add(
            Matrix(rows: count, columns: cosines.columns, values: power), times: filters)
        for index in energies.values.indices { energies.values[index] += Self.least }
        return energies
    }

    /// The mean over the ten loudest frames. How loud a frame is, is the logarithm of its mean
    /// energy, not the mean of the logarithms: what a telephone cuts off must not count.
    private static func level(of energies: Matrix, _ frames: Range<Int>) -> Float {
        let loudness = frames.map { frame in
            let sum = energies.values[energies.row(frame)].reduce(0, +)
            return log(sum / Float(bins))
        }
        let most = loudness.sorted(by: >).prefix(loudest)
        return most.reduce(0, +) / Float(most.count)
    }
}

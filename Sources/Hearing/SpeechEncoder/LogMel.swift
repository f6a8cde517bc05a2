internal import Glibc

/// Log-mel values of a sound as Whisper has them (Radford et al. 2022, section 2.2), but levelled by
/// the loudest value of the whole sound: one row every 10 ms. The same arithmetic as `MelFrontEnd` in
/// `training/ear/net.py`.
struct LogMel {
    static let sampleRate = 16_000
    /// 25 ms every 10 ms.
    static let window = 400
    static let hop = 160
    static let bands = 80
    /// Silence added at both ends, samples: 100 ms.
    static let padding = 1600
    /// The value of the loudest power, and the range of values below it, in powers of ten.
    static let loudest: Float = 1.5
    static let range: Float = 8
    /// Minimum power whose logarithm is taken.
    private static let least: Float = 1e-10
    /// Largest sample. Larger ones, which no sound has, count as silence, and so does NaN.
    private static let largestSample: Float = 1e9
    /// Frames whose spectra are computed at once.
    private static let framesAtOnce = 256

    /// Half a window. The window is symmetric about its middle, so half of each wave is enough.
    private static let half = window / 2
    /// Number of frequencies, 40 Hz apart. `columns` fills them up to a multiple of sixteen.
    private static let frequencies = window / 2 + 1
    private static let columns = 208

    /// The Fourier transform of a windowed frame, its phases counted from the middle of the window,
    /// which leaves the power as it is. One row for each distance from the middle, one column a
    /// frequency.
    private var cosines: [Float]
    private var sines: [Float]
    /// The filters of each warp that was asked for: one row a frequency, one column a band.
    private var filters: [Double: [Float]] = [:]

    init() {
        cosines = [Float](repeating: 0, count: Self.half * Self.columns)
        sines = cosines
        // Each angle is a multiple of a turn divided by the window's length.
        let turn = (0..<Self.window).map { 2 * Double.pi * Double($0) / Double(Self.window) }
        let (cosine, sine) = (turn.map(cos), turn.map(sin))
        for distance in 0..<Self.half {
            // The Hann window; the sample in the middle is counted twice below.
            let weight = (0.5 + 0.5 * cosine[distance]) * (distance == 0 ? 0.5 : 1)
            for frequency in 0..<Self.frequencies {
                let angle = distance * frequency % Self.window
                let place = distance * Self.columns + frequency
                cosines[place] = Float(weight * cosine[angle])
                sines[place] = Float(weight * sine[angle])
            }
        }
    }

    /// Triangular filters of unit area, 0 to 8 kHz (Slaney, Auditory Toolbox, 1998), with all their
    /// frequencies divided by `warp`.
    private static func filters(warp: Double) -> [Float] {
        // Linear up to 1 kHz, logarithmic from there on.
        let low = 200.0 / 3
        let step = log(6.4) / 27
        let highest = 15 + log(Double(sampleRate) / 2 / 1000) / step
        let edges = (0..<bands + 2).map { index in
            let mel = highest * Double(index) / Double(bands + 1)
            return mel < 15 ? mel * low : 1000 * exp((mel - 15) * step)
        }
        var filters = [Float](repeating: 0, count: columns * bands)
        for frequency in 0..<frequencies {
            let hertz = warp * Double(frequency * sampleRate) / Double(window)
            for band in 0..<bands {
                let (start, middle, end) = (edges[band], edges[band + 1], edges[band + 2])
                let height = min((hertz - start) / (middle - start), (end - hertz) / (end - middle))
                filters[frequency * bands + band] = Float(max(0, height) * 2 / (end - start))
            }
        }
        return filters
    }

    /// The number of frames of 10 ms in a sound, which is even.
    static func frames(of samples: Int) -> Int {
        ((samples + 2 * padding) / hop + 1) / 2 * 2
    }

    /// Writes the mel values of a sound: one row a frame, one column a band.
    ///
    /// - Parameters:
    ///   - samples: at 16 kHz.
    ///   - warp: all frequencies are multiplied by this.
    ///   - values: room for the frames.
    mutating func write(
        _ samples: [Float], warp: Double, to values: UnsafeMutablePointer<Float>,
        _ workspace: inout Workspace
    ) {
        var filters = filters.removeValue(forKey: warp) ?? Self.filters(warp: warp)
        defer { self.filters[warp] = filters }
        // The loudest value is that of all frames, including a last odd one, which is not kept.
        let all = (samples.count + 2 * Self.padding) / Self.hop + 1
        let kept = Self.frames(of: samples.count)
        let odd = workspace.row.room(for: Self.bands)
        var loudest = Self.least
        for part in Workspace.parts(of: all, most: Self.framesAtOnce) {
            let whole = part.clamped(to: 0..<kept)
            power(
                of: samples, whole, by: &filters, to: values + part.lowerBound * Self.bands,
                &workspace)
            loudest = Self.greatest(
                values + part.lowerBound * Self.bands, whole.count * Self.bands, loudest)
        }
        if kept < all {
            power(of: samples, kept..<all, by: &filters, to: odd, &workspace)
            loudest = Self.greatest(odd, Self.bands, loudest)
        }
        let level = log10(loudest)
        for index in 0..<kept * Self.bands {
            let value = max(log10(max(values[index], Self.least)) - level, -Self.range)
            values[index] = (value + Self.loudest + 4) / 4
        }
    }

    private static func greatest(
        _ values: UnsafeMutablePointer<Float>, _ count: Int, _ other: Float
    ) -> Float {
        UnsafeBufferPointer(start: values, count: count).reduce(other) { max($0, $1) }
    }

    /// Writes the power in each band of some frames.
    private mutating func power(
        of samples: [Float], _ frames: Range<Int>, by filters: inout [Float],
        to values: UnsafeMutablePointer<Float>, _ workspace: inout Workspace
    ) {
        let (count, half) = (frames.count, Self.half)
        guard count > 0 else { return }
        let sums = workspace.folded.room(for: 2 * count * half)
        let differences = sums + count * half
        for (row, frame) in frames.enumerated() {
            let middle = frame * Self.hop - Self.padding
            for distance in 0..<half {
                let early = Self.sample(middle - distance, of: samples)
                let late = Self.sample(middle + distance, of: samples)
                sums[row * half + distance] = late + early
                differences[row * half + distance] = late - early
            }
        }
        let real = workspace.spectrum.room(for: 2 * count * Self.columns)
        let imaginary = real + count * Self.columns
        Self.multiply(sums, count, half, by: &cosines, Self.columns, into: real)
        Self.multiply(differences, count, half, by: &sines, Self.columns, into: imaginary)
        for index in 0..<count * Self.columns {
            real[index] = real[index] * real[index] + imaginary[index] * imaginary[index]
        }
        Self.multiply(real, count, Self.columns, by: &filters, Self.bands, into: values)
    }

    /// A sample; silence beyond the ends of the sound and where it is not a number.
    private static func sample(_ index: Int, of samples: [Float]) -> Float {
        guard samples.indices.contains(index) else { return 0 }
        let sample = samples[index]
        return sample.magnitude <= largestSample ? sample : 0
    }

    private static func multiply(
        _ first: UnsafeMutablePointer<Float>, _ rows: Int, _ inner: Int,
        by second: UnsafeMutablePointer<Float>, _ columns: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        Products.multiply(
            MatrixView(values: first, rows: rows, columns: inner, stride: inner),
            by: MatrixView(values: second, rows: inner, columns: columns, stride: columns),
            into: MatrixView(values: result, rows: rows, columns: columns, stride: columns))
    }
}

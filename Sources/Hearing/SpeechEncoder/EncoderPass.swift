internal import CEncoderKernels

/// The steps of a pass through the encoder, each over `count` frames of `width` numbers.
enum EncoderPass {
    /// Both convolutions, each followed by a GELU.
    ///
    /// - Parameters:
    ///   - mels: two rows a frame, and one before and after all of them.
    ///   - frames: the output.
    static func convolve(
        _ mels: UnsafePointer<Float>, to frames: UnsafeMutablePointer<Float>, count: Int,
        _ net: EncoderNet, _ workspace: inout Workspace
    ) {
        let (bands, width) = (net.sizes.mels, net.sizes.width)
        // A row of zeros precedes and follows the output of the first convolution.
        let between = workspace.wide.room(for: (2 * count + 2) * width)
        between.update(repeating: 0, count: width)
        (between + (2 * count + 1) * width).update(repeating: 0, count: width)
        convolve(
            mels, columns: bands, stride: 1, by: net.first, to: between + width, count: 2 * count,
            &workspace)
        convolve(
            between, columns: width, stride: 2, by: net.second, to: frames, count: count,
            &workspace)
    }

    /// A convolution as a product of matrices: the inputs of a frame at all taps are one row
    /// (Chellapilla, Puri, Simard, IWFHR 2006).
    private static func convolve(
        _ rows: UnsafePointer<Float>, columns: Int, stride: Int, by weights: ProductWeights,
        to result: UnsafeMutablePointer<Float>, count: Int, _ workspace: inout Workspace
    ) {
        for part in Workspace.parts(of: count) {
            let products = multiply(
                part.count, by: weights, &workspace
            ) { bytes, scales, _ in
                aloud_quantise(
                    rows + part.lowerBound * stride * columns, stride * columns, part.count,
                    weights.inputs, Products.range, bytes, scales)
            }
            aloud_write_gelu(
                products, part.count, weights.outputs,
                result + part.lowerBound * weights.outputs)
        }
    }

    /// Adds attention to the frames: each attends to all of them and to those before them (Vaswani et
    /// al. 2017, section 3.2; earlier frames as in Dai et al. 2019, "Transformer-XL", section 3.2).
    ///
    /// - Parameters:
    ///   - earlier: the keys, then the values of the frames before them, one row a frame.
    ///   - own: room for the keys and values of the frames.
    static func attend(
        _ frames: UnsafeMutablePointer<Float>, count: Int, _ layer: EncoderLayer,
        after earlier: [Float], keeping own: UnsafeMutablePointer<Float>,
        sizes: EncoderNet.Sizes, _ workspace: inout Workspace
    ) {
        let width = sizes.width
        let before = earlier.count / (2 * width)
        let everything = workspace.wide.room(for: (before + count) * 3 * width)
        earlier.withUnsafeBufferPointer { rows in
            guard let first = rows.baseAddress else { return }
            for row in 0..<before {
                (everything + row * 3 * width + width)
                    .update(from: first + row * 2 * width, count: 2 * width)
            }
        }
        let all = everything + before * 3 * width
        for part in Workspace.parts(of: count) {
            let products = multiply(
                part.count, by: layer.attention, &workspace
            ) { bytes, scales, row in
                aloud_normalise_quantise(
                    frames + part.lowerBound * width, part.count, width,
                    layer.attentionNorm.gains, layer.attentionNorm.offsets, Products.range, row,
                    bytes, scales)
            }
            aloud_write(products, part.count, 3 * width, all + part.lowerBound * 3 * width)
        }
        for row in 0..<count {
            (own + row * 2 * width).update(from: all + row * 3 * width + width, count: 2 * width)
        }
        for head in 0..<sizes.heads {
            mix(everything, before: before, count: count, head: head, sizes: sizes, &workspace)
        }
        for part in Workspace.parts(of: count) {
            let products = multiply(
                part.count, by: layer.attentionOut, &workspace
            ) { bytes, scales, _ in
                aloud_quantise(
                    all + part.lowerBound * 3 * width, 3 * width, part.count, width,
                    Products.range, bytes, scales)
            }
            aloud_add(products, part.count, width, frames + part.lowerBound * width)
        }
    }

    /// Maximum number of attention scores computed at once: more would not stay in a near cache.
    private static let attentionAtOnce = 1 << 18

    /// Replaces a head's queries with its weighted sum of all frames' values.
    ///
    /// - Parameters:
    ///   - all: for each frame the queries of all heads, then their keys, then their values.
    ///   - before: the number of frames at the start that have no queries.
    ///   - count: the number of frames that have.
    private static func mix(
        _ all: UnsafeMutablePointer<Float>, before: Int, count: Int, head: Int,
        sizes: EncoderNet.Sizes, _ workspace: inout Workspace
    ) {
        let (width, size) = (sizes.width, sizes.width / sizes.heads)
        let lanes = Int(ALOUD_LANES)
        let keys = before + count
        let stride = (keys + lanes - 1) / lanes * lanes
        func view(_ place: Int, _ rows: Range<Int>) -> MatrixView {
            MatrixView(
                values: all + rows.lowerBound * 3 * width + place * width + head * size,
                rows: rows.count, columns: size, stride: 3 * width)
        }
        for part in Workspace.parts(of: count, most: max(16, attentionAtOnce / stride)) {
            let attention = MatrixView(
                values: workspace.attention.room(for: part.count * stride), rows: part.count,
                columns: keys, stride: stride)
            let own = before + part.lowerBound..<before + part.upperBound
            Products.multiply(
                view(0, own), by: view(1, 0..<keys), transposed: true,
                factor: 1 / Float(size).squareRoot(), into: attention)
            aloud_softmax(attention.values, stride, part.count, keys)
            Products.multiply(attention, by: view(2, 0..<keys), into: view(0, own))
        }
    }

    /// Adds a feed-forward block to each frame: two products with a GELU between them.
    static func feedForward(
        _ frames: UnsafeMutablePointer<Float>, count: Int, _ layer: EncoderLayer,
        _ workspace: inout Workspace
    ) {
        let width = layer.inner.inputs
        for part in Workspace.parts(of: count) {
            let own = frames + part.lowerBound * width
            let inner = multiply(
                part.count, by: layer.inner, &workspace
            ) { bytes, scales, row in
                aloud_normalise_quantise(
                    own, part.count, width, layer.innerNorm.gains, layer.innerNorm.offsets,
                    Products.range, row, bytes, scales)
            }
            let outer = multiply(
                part.count, by: layer.outer, &workspace
            ) { bytes, scales, row in
                aloud_gelu_quantise(
                    inner, part.count, layer.inner.outputs, Products.range, row, bytes, scales)
            }
            aloud_add(outer, part.count, width, own)
        }
    }

    /// Multiplies rows by weights.
    ///
    /// - Parameter quantise: writes the rows as bytes, and the scale of each; its third argument is
    ///   room for one row. It may read the previous products, which are overwritten afterwards, and
    ///   the scale of a row only after that row was read.
    /// - Returns: the products, valid until the next call.
    private static func multiply(
        _ count: Int, by weights: ProductWeights, _ workspace: inout Workspace,
        quantise: (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
        ) -> Void
    ) -> aloud_products {
        let bytes = workspace.bytes.room(for: count * weights.inputs)
        let scales = workspace.scales.room(for: count)
        quantise(bytes, scales, workspace.row.room(for: weights.inputs))
        // The same room for weights with inputs and outputs exchanged, whose call may read these
        // sums.
        let sums = workspace.sums.room(for: count * max(weights.inputs, weights.outputs))
        Products.multiply(bytes, rows: count, by: weights, into: sums)
        return aloud_products(
            sums: sums, row_scales: scales, column_scales: weights.scales,
            offsets: weights.offsets)
    }
}

/// Reusable memory for numbers that grows as needed. Its content is lost when it grows.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0

    /// Room for this many numbers, aligned to 64 bytes, uninitialised; valid until the next call.
    mutating func room(for count: Int) -> UnsafeMutablePointer<Element> {
        let bytes = max(1, count) * MemoryLayout<Element>.stride
        if memory == nil || bytes > capacity {
            memory?.deallocate()
            memory = .allocate(byteCount: bytes, alignment: 64)
            capacity = bytes
        }
        // Allocated above.
        return memory!.bindMemory(to: Element.self, capacity: max(1, count))
    }

    deinit { memory?.deallocate() }
}

/// Room for the intermediate results of a pass over a sound.
struct Workspace: ~Copyable {
    /// Mel values of the whole sound, and a row of zeros before and after it.
    var mels = Buffer<Float>()
    /// The output of the first convolution, then queries, keys and values, also of earlier frames.
    var wide = Buffer<Float>()
    /// The vector of each frame.
    var frames = Buffer<Float>()
    /// Attention of some frames to all.
    var attention = Buffer<Float>()
    /// The next factor of a product, for some rows.
    var bytes = Buffer<UInt8>()
    var scales = Buffer<Float>()
    /// Products of some rows.
    var sums = Buffer<Int32>()
    var row = Buffer<Float>()
    /// Sums and differences of the halves of windows, the input of the Fourier transform.
    var folded = Buffer<Float>()
    var spectrum = Buffer<Float>()

    /// Maximum number of rows that are multiplied at once. More are hardly faster, and the products
    /// of so few rows stay in a near cache.
    private static let rowsAtOnce = 384

    /// Splits this many rows into parts of like sizes, none larger than `most`.
    static func parts(of count: Int, most: Int = rowsAtOnce) -> some Sequence<Range<Int>> {
        let parts = (count + most - 1) / most
        return (0..<parts).lazy.map { part in
            count * part / parts..<count * (part + 1) / parts
        }
    }
}

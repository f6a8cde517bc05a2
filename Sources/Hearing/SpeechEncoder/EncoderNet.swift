/// The weights of a product with 8-bit numbers: the value of a weight is the number times the scale
/// of its output.
struct ProductWeights {
    let inputs: Int
    let outputs: Int
    /// One row for each input.
    let weights: UnsafePointer<Int8>
    /// One for each output.
    let scales: UnsafePointer<Float>
    /// One for each output.
    let offsets: UnsafePointer<Float>
}

/// The numbers of a layer normalisation, one a column.
struct NormWeights {
    let gains: UnsafePointer<Float>
    let offsets: UnsafePointer<Float>
}

/// One layer of a transformer that normalises before each block (Radford et al. 2022).
struct EncoderLayer {
    let attentionNorm: NormWeights
    /// Queries, keys and values of all heads.
    let attention: ProductWeights
    let attentionOut: ProductWeights
    let innerNorm: NormWeights
    let inner: ProductWeights
    let outer: ProductWeights
}

/// The weights of a speech encoder: two convolutions, transformer layers, and a linear layer that
/// scores the tokens. They lie in a file that must outlive this value.
struct EncoderNet {
    typealias Sizes = EncoderFile.Header.Sizes

    /// Taps of both convolutions.
    static let taps = 3

    let sizes: Sizes
    let tokens: [String]
    /// The origin of the weights, in words.
    let source: String
    let first: ProductWeights
    let second: ProductWeights
    let layers: [EncoderLayer]
    let norm: NormWeights
    /// One row a token.
    let head: UnsafePointer<Float>
    let headOffsets: UnsafePointer<Float>

    /// Reads the weights.
    ///
    /// - Throws: `SpeechEncoderError`, where a tensor is missing or the sizes do not go together.
    init(_ file: borrowing EncoderFile) throws(SpeechEncoderError) {
        let sizes = file.header.sizes
        let tokens = file.header.tokens
        guard Self.arePossible(sizes) else {
            throw file.refusal("its sizes do not go together")
        }
        guard tokens.count > 1, Set(tokens).count == tokens.count else {
            throw file.refusal("it has fewer than two tokens, or the same token twice")
        }
        first = try file.product("conv1", inputs: Self.taps * sizes.mels, outputs: sizes.width)
        second = try file.product("conv2", inputs: Self.taps * sizes.width, outputs: sizes.width)
        var layers: [EncoderLayer] = []
        for index in 0..<sizes.layers {
            layers.append(try Self.layer("layers.\(index).", in: file, sizes))
        }
        norm = try file.norm("norm", width: sizes.width)
        head = try file.floats("head.weight", shape: [tokens.count, sizes.width])
        headOffsets = try file.floats("head.bias", shape: [tokens.count])
        self.layers = layers
        self.sizes = sizes
        self.tokens = tokens
        source = file.header.source
    }

    private static func layer(
        _ name: String, in file: borrowing EncoderFile, _ sizes: Sizes
    ) throws(SpeechEncoderError) -> EncoderLayer {
        let width = sizes.width
        return EncoderLayer(
            attentionNorm: try file.norm(name + "attention_norm", width: width),
            attention: try file.product(name + "qkv", inputs: width, outputs: 3 * width),
            attentionOut: try file.product(name + "out", inputs: width, outputs: width),
            innerNorm: try file.norm(name + "inner_norm", width: width),
            inner: try file.product(name + "inner", inputs: width, outputs: sizes.inner),
            outer: try file.product(name + "outer", inputs: sizes.inner, outputs: width))
    }

    /// Whether the sizes are possible. Columns are computed sixteen at a time (`ALOUD_LANES`), and
    /// all sizes are some thousands at most, so that no product of them overflows.
    private static func arePossible(_ sizes: Sizes) -> Bool {
        let all = [sizes.mels, sizes.width, sizes.layers, sizes.heads, sizes.inner]
        guard all.allSatisfy({ 1...8192 ~= $0 }) else { return false }
        return sizes.mels == LogMel.bands && sizes.width % 16 == 0 && sizes.inner % 16 == 0
            && sizes.width % sizes.heads == 0
    }
}

internal import CMixtures
internal import Foundation

/// The Gaussians of an acoustic model: for each phone and each stream of features a codebook of
/// them, with diagonal covariance.
///
/// The logarithm of a Gaussian is a polynomial of the second degree in each feature x,
/// -x²/2v + xm/v + a constant, so that those of a codebook in many frames are one product of
/// matrices: the coefficients by [x², x, 1] of the frames.
struct GaussianCodebooks {
    /// What PocketSphinx raises smaller variances to (its option `-varfloor`).
    private static let leastVariance: Float = 0.0001

    /// How many Gaussians a codebook has.
    let size: Int
    /// Whose codebooks they are, by the number of the phone: one for each stream.
    let phones: [Int]
    /// For each stream and codebook: of four Gaussians after four, for each of the
    /// `FeatureStreams.columns` their coefficients side by side, in the order in which they are
    /// used.
    private let coefficients: [[[Float]]]

    /// How many codebooks there are for each stream.
    var count: Int { phones.count }

    /// - Parameters:
    ///   - chosen: the codebooks to keep, by the number of their phone, in this order.
    ///   - other: codebooks of the same model, of which those chosen are shared.
    init(
        _ model: AcousticModel, chosen: [Int], sharing other: GaussianCodebooks? = nil
    ) throws(SphinxError) {
        phones = chosen
        if let other, Set(chosen).isSubset(of: other.phones) {
            size = other.size
            let places = chosen.compactMap { other.phones.firstIndex(of: $0) }
            coefficients = other.coefficients.map { stream in places.map { stream[$0] } }
            return
        }
        let means = try Parameters(model.folder + "/means")
        let variances = try Parameters(model.folder + "/variances")
        guard means.codebooks == model.inventory.phoneCount else {
            throw .modelKind(
                model: model.folder,
                reason:
                    "it has \(means.codebooks) codebooks for \(model.inventory.phoneCount) phones")
        }
        guard means.codebooks == variances.codebooks, means.densities == variances.densities else {
            throw .modelFile(
                path: model.folder + "/variances", reason: "it does not go with the means")
        }
        size = means.densities
        coefficients = (0..<FeatureStreams.count).map { stream in
            chosen.map { phone in
                if let place = other?.phones.firstIndex(of: phone), let other {
                    return other.coefficients[stream][place]
                }
                return Self.coefficients(means, variances, phone, stream)
            }
        }
    }

    /// What a codebook's features are multiplied by.
    private static func coefficients(
        _ means: Parameters, _ variances: Parameters, _ codebook: Int, _ stream: Int
    ) -> [Float] {
        let size = means.densities
        let columns = FeatureStreams.columns
        let start = means.start(codebook, stream)
        return means.numbers.withUnsafeBytes { means in
            variances.numbers.withUnsafeBytes { variances in
                [Float](unsafeUninitializedCapacity: size * columns) { matrix, count in
                    for density in 0..<size {
                        write(
                            means, variances, from: start + density * Cepstra.width,
                            to: &matrix, at: density / 4 * columns * 4 + density % 4)
                    }
                    count = size * columns
                }
            }
        }
    }

    /// Writes the coefficients of a Gaussian, beside those of three others.
    ///
    /// - Parameters:
    ///   - first: where its means and variances begin.
    ///   - place: where its first coefficient stands; the next is four further on.
    private static func write(
        _ means: UnsafeRawBufferPointer, _ variances: UnsafeRawBufferPointer, from first: Int,
        to matrix: inout UnsafeMutableBufferPointer<Float>, at place: Int
    ) {
        // PocketSphinx keeps these numbers in whole steps of its logarithm to base 1.0001; none is
        // too large for 32 bits, since no variance is less than `leastVariance` or above 2^101.
        let step = Float(log(1.0001))
        func whole(_ number: Float) -> Float { Float(Int32(number / step)) * step }
        var constant: Float = 0
        for index in 0..<Cepstra.width {
            let mean = means.float(first + index)
            let variance = max(variances.float(first + index), leastVariance)
            let precision = whole(0.5 / variance)
            matrix[place + index * 4] = -precision
            matrix[place + (Cepstra.width + index) * 4] = 2 * precision * mean
            let height = log(1 / (2 * Float.pi * variance).squareRoot())
            constant += whole(height) - precision * mean * mean
        }
        matrix[place + 2 * Cepstra.width * 4] = constant
    }

    /// The logarithms of the Gaussians of a codebook in a stream, in nats: Gaussian after Gaussian,
    /// frame after frame.
    ///
    /// - Parameters:
    ///   - frames: which frames of the features, from a multiple of 16 on; computed in whole
    ///     sixteens.
    ///   - densities: room for `size` rows.
    ///   - stride: how many numbers lie between the first frames of two rows, a multiple of 16.
    func evaluate(
        _ codebook: Int, of stream: Int, _ features: FeatureStreams, frames: Range<Int>,
        into densities: UnsafeMutableBufferPointer<Float>, stride: Int
    ) {
        precondition(frames.lowerBound % 16 == 0 && frames.upperBound <= features.frames)
        precondition(codebook < count && frames.count <= stride && stride % 16 == 0)
        precondition(size * stride <= densities.count)
        features.values[stream].withUnsafeBufferPointer { values in
            coefficients[stream][codebook].withUnsafeBufferPointer { coefficients in
                // There are a codebook and a frame, so there are addresses.
                aloud_evaluate(
                    coefficients.baseAddress!, FeatureStreams.columns, size,
                    values.baseAddress! + frames.lowerBound, features.stride, frames.count,
                    densities.baseAddress, stride)
            }
        }
    }

    /// Means or variances as they stand in their file: for each codebook, stream and Gaussian one
    /// number a feature, of 32 bits.
    private struct Parameters {
        var codebooks: Int
        var densities: Int
        var numbers: Data

        init(_ path: String) throws(SphinxError) {
            var file = try ModelBytes(path)
            try file.skip(past: "endhdr\n")
            let mark = try file.number(UInt32.self)
            try file.require(mark == 0x1122_3344, "it is not little-endian")
            codebooks = try file.number(Int32.self)
            let streams = try file.number(Int32.self)
            densities = try file.number(Int32.self)
            try file.require(
                (1...1_000).contains(codebooks) && streams == FeatureStreams.count
                    && (1...256).contains(densities), "its codebooks are none of three streams")
            try file.require(densities % 4 == 0, "its Gaussians do not come in fours")
            for _ in 0..<streams {
                let width = try file.number(Int32.self)
                try file.require(
                    width == Cepstra.width, "a stream has not \(Cepstra.width) features")
            }
            let count = codebooks * streams * densities * Cepstra.width
            let given = try file.number(Int32.self)
            try file.require(given == count, "it has not as many numbers as it says")
            numbers = try file.bytes(count * MemoryLayout<Float>.size)
            // Told by the exponents, many numbers at once; of such a size none turns infinite later
            // on.
            let areOfASize = numbers.withUnsafeBytes { numbers in
                var most: UInt32 = 0
                for index in 0..<count {
                    most = max(most, numbers.number(at: 4 * index, UInt32.self) & 0x7F80_0000)
                }
                return most <= Float(0x1p100).bitPattern
            }
            try file.require(areOfASize, "a number in it is infinite or nearly so")
        }

        /// Where the numbers of a codebook in a stream begin.
        func start(_ codebook: Int, _ stream: Int) -> Int {
            (codebook * FeatureStreams.count + stream) * densities * Cepstra.width
        }
    }
}

internal import Foundation

/// How much each Gaussian of its phone's codebooks counts for a senone.
///
/// Read from the file `sendump`, as PocketSphinx reads it: texts, each behind its length, up to one
/// of no length; the numbers of Gaussians and senones; then for each stream and Gaussian one byte a
/// senone, a weight's logarithm to base 1.0001 in steps of 1024, its sign turned.
struct MixtureWeights {
    /// Senones stand in rows of so many, which a processor weighs side by side.
    static let width = 8

    /// The senones kept, phone after phone; the last of a phone is repeated until they fill rows.
    let senones: [Int]
    /// For each codebook kept, which of `senones` are its phone's.
    let ranges: [Range<Int>]
    /// For each stream, codebook after codebook, Gaussian after Gaussian: the weights of the
    /// codebook's senones.
    let values: [[Float]]

    /// - Parameters:
    ///   - codebooks: the codebooks to keep, by the number of their phone.
    ///   - senones: for each of them, the senones to keep, at least one.
    init(_ model: AcousticModel, size: Int, senones kept: [[Int]]) throws(SphinxError) {
        var file = try ModelBytes(model.folder + "/sendump")
        var clusters = "0"
        while case let length = try file.number(Int32.self), length > 0 {
            let text = try file.text(length)
            if text.hasPrefix("cluster_count ") { clusters = String(text.dropFirst(14)) }
        }
        let densities = try file.number(Int32.self)
        let senones = try file.number(Int32.self)
        guard clusters == "0" else {
            throw .modelKind(model: model.folder, reason: "its sendump keeps weights in clusters")
        }
        try file.require(
            densities == size && senones == model.inventory.senoneCount,
            "it does not go with means and mdef")
        let plane = densities * senones
        let bytes = try file.bytes(FeatureStreams.count * plane)
        let weights = (0..<256).map { exp(Float($0) * -Float(SphinxRecognizer.scoreUnit)) }
        let filled = kept.map { chosen in
            chosen
                + repeatElement(chosen[chosen.count - 1], count: -chosen.count & (Self.width - 1))
        }
        values = (0..<FeatureStreams.count).map { stream in
            var values: [Float] = []
            values.reserveCapacity(size * filled.reduce(0) { $0 + $1.count })
            for chosen in filled {
                for density in 0..<size {
                    let row = bytes.startIndex + stream * plane + density * senones
                    for senone in chosen { values.append(weights[Int(bytes[row + senone])]) }
                }
            }
            return values
        }
        self.senones = filled.flatMap { $0 }
        var start = 0
        ranges = filled.map { chosen in
            defer { start += chosen.count }
            return start..<start + chosen.count
        }
    }
}

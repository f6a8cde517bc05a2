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
    /// Which of `senones` belong together: they have one phone, and were read together.
    let ranges: [Range<Int>]
    /// For each range the number of its phone.
    let phones: [Int]
    /// For each stream and range, Gaussian after Gaussian: the weights of the range's senones.
    let values: [[[Float]]]

    /// Reads the weights of some senones.
    ///
    /// - Parameters:
    ///   - size: how many Gaussians a codebook has.
    ///   - wanted: the senones to keep, at least one.
    ///   - other: weights of the same model, all of which are kept as well, and shared.
    /// - Throws: `SphinxError`, where the file cannot be read or is none for the model.
    init(
        _ model: AcousticModel, size: Int, senones wanted: Set<Int>,
        sharing other: MixtureWeights? = nil
    ) throws(SphinxError) {
        let missing = wanted.subtracting(other?.senones ?? [])
        let groups = Dictionary(grouping: missing.sorted()) { model.inventory.phone(of: $0) }
            .sorted { $0.key < $1.key }
        let bytes = try Self.bytes(of: model, size: size)
        let all = model.inventory.senoneCount
        precondition(missing.allSatisfy { (0..<all).contains($0) }, "the model has no such senone")
        let filled = groups.map { _, chosen in
            chosen
                + repeatElement(chosen[chosen.count - 1], count: -chosen.count & (Self.width - 1))
        }
        values = (0..<FeatureStreams.count).map { stream in
            let plane = bytes.dropFirst(stream * size * all)
            return (other?.values[stream] ?? [])
                + filled.map { Self.weights(of: $0, among: all, in: plane, size: size) }
        }
        senones = (other?.senones ?? []) + filled.flatMap { $0 }
        phones = (other?.phones ?? []) + groups.map(\.key)
        var start = other?.senones.count ?? 0
        ranges =
            (other?.ranges ?? [])
            + filled.map { chosen in
                defer { start += chosen.count }
                return start..<start + chosen.count
            }
    }

    /// The bytes of the file that stand for weights: stream after stream, of each Gaussian after
    /// Gaussian, of each one for every senone of the model.
    private static func bytes(of model: AcousticModel, size: Int) throws(SphinxError) -> Data {
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
        return try file.bytes(FeatureStreams.count * densities * senones)
    }

    /// The weights of some senones in a stream, Gaussian after Gaussian.
    ///
    /// - Parameters:
    ///   - all: how many senones the model has.
    ///   - plane: the bytes of the stream, and maybe more after them.
    ///   - size: how many Gaussians a codebook has.
    private static func weights(
        of chosen: [Int], among all: Int, in plane: Data, size: Int
    ) -> [Float] {
        [Float](unsafeUninitializedCapacity: size * chosen.count) { values, count in
            plane.withUnsafeBytes { plane in
                weightOfByte.withUnsafeBufferPointer { weights in
                    var place = 0
                    for density in 0..<size {
                        for senone in chosen {
                            values[place] = weights[Int(plane[density * all + senone])]
                            place += 1
                        }
                    }
                }
            }
            count = size * chosen.count
        }
    }

    /// The weight that a byte of the file stands for.
    private static let weightOfByte = (0..<256).map {
        exp(Float($0) * -Float(SphinxRecognizer.scoreUnit))
    }

    /// Calls a closure with the weights of a range, stream after stream.
    func withStreams(of range: Int, _ body: ([UnsafePointer<Float>?]) -> Void) {
        values[0][range].withUnsafeBufferPointer { first in
            values[1][range].withUnsafeBufferPointer { second in
                values[2][range].withUnsafeBufferPointer { third in
                    body([first.baseAddress, second.baseAddress, third.baseAddress])
                }
            }
        }
    }
}

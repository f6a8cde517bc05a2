internal import Foundation

/// Scores the senones of an acoustic model over a stretch of sound, as PocketSphinx would
/// (`ptm_mgau.c` of its source says how), but all frames together.
///
/// For each frame, stream and codebook the best few Gaussians count; none counts as further from
/// the best of all codebooks than `farthest`. A senone's likelihood in a stream is the sum of its
/// weights of them, and over the streams the product.
final class SenoneScorer {
    /// Frames that are scored together: their Gaussians of one stream stay in the processor's cache.
    private static let block = 32
    /// How far, in nats, a Gaussian may lie from the best: 96 steps of PocketSphinx's scores.
    private static let farthest = 96 * Float(SphinxRecognizer.scoreUnit)
    /// The score for each upper half of a likelihood's 32 bits: its exponent and the first 7 bits
    /// behind the point, which is to half a hundredth of a nat.
    private static let scores: [Int16] = (0..<0x8000).map { upper in
        let likelihood = Float(bitPattern: UInt32(upper) << 16 | 0x8000)
        guard likelihood > 0, likelihood.isFinite else { return .max }
        return Int16((-log(likelihood) / Float(SphinxRecognizer.scoreUnit)).rounded())
    }

    let model: AcousticModel
    private let codebooks: GaussianCodebooks
    private let weights: MixtureWeights
    private let best: Int

    /// - Parameters:
    ///   - best: how many Gaussians of a codebook count in a frame.
    ///   - senones: which senones to score; the others get the worst score.
    init(_ model: AcousticModel, best: Int, senones: Set<Int>) throws(SphinxError) {
        let phones = Dictionary(grouping: senones.sorted()) { model.inventory.phone(of: $0) }
        let chosen = phones.keys.sorted()
        codebooks = try GaussianCodebooks(model, chosen: chosen)
        weights = try MixtureWeights(
            model, size: codebooks.size, senones: chosen.map { phones[$0] ?? [] })
        self.best = min(best, codebooks.size)
        self.model = model
    }

    /// The scores of a stretch of sound.
    func scores(of cepstra: Cepstra) -> SenoneScores {
        let features = FeatureStreams(cepstra)
        var scores = SenoneScores(frames: features.frames, senones: model.inventory.senoneCount)
        let streams = FeatureStreams.count
        let row = codebooks.count * codebooks.size
        let slots = codebooks.count * best
        var densities = [Float](repeating: 0, count: Self.block * row)
        var likelihoods = [Float](repeating: 0, count: 2 * weights.senones.count)
        var winners = [Winner](
            repeating: Winner(), count: streams * Self.block * slots)
        for first in stride(from: 0, to: features.frames, by: Self.block) {
            let frames = min(Self.block, features.frames - first)
            winners.withUnsafeMutableBufferPointer { winners in
                for stream in 0..<streams {
                    densities.withUnsafeMutableBufferPointer { densities in
                        features.values[stream].withUnsafeBufferPointer { features in
                            // None of the three is empty.
                            codebooks.evaluate(
                                stream: stream,
                                features.baseAddress! + first * FeatureStreams.columns,
                                frames: frames, into: densities.baseAddress!)
                        }
                        for frame in 0..<frames {
                            choose(
                                densities.baseAddress! + frame * row,
                                into: winners.baseAddress!
                                    + (stream * Self.block + frame) * slots)
                        }
                    }
                }
                likelihoods.withUnsafeMutableBufferPointer { likelihoods in
                    for frame in 0..<frames {
                        mix(winners, frame: frame, likelihoods)
                        scores.withFrame(first + frame) { scores in
                            write(likelihoods, to: scores)
                        }
                    }
                }
            }
        }
        return scores
    }

    /// A Gaussian that counts.
    private struct Winner {
        var density: Int32 = 0
        /// The logarithm of the Gaussian, in nats; then what it counts.
        var value: Float = 0
    }

    /// Chooses the best Gaussians of each codebook in one frame and stream.
    private func choose(
        _ densities: UnsafePointer<Float>, into winners: UnsafeMutablePointer<Winner>
    ) {
        let size = codebooks.size
        let last = best - 1
        var most = -Float.infinity
        for codebook in 0..<codebooks.count {
            let values = densities + codebook * size
            let chosen = winners + codebook * best
            for slot in 0..<best { chosen[slot] = Winner(density: 0, value: -.infinity) }
            var worst = -Float.infinity
            for density in 0..<size where values[density] > worst {
                var slot = last
                while slot > 0, chosen[slot - 1].value < values[density] {
                    chosen[slot] = chosen[slot - 1]
                    slot -= 1
                }
                chosen[slot] = Winner(density: Int32(density), value: values[density])
                worst = chosen[last].value
            }
            most = max(most, chosen[0].value)
        }
        for slot in 0..<codebooks.count * best {
            winners[slot].value = exp(max(winners[slot].value - most, -Self.farthest))
        }
    }

    /// The likelihoods of all senones in a frame.
    private func mix(
        _ winners: UnsafeMutableBufferPointer<Winner>, frame: Int,
        _ likelihoods: UnsafeMutableBufferPointer<Float>
    ) {
        let count = weights.senones.count
        let slots = codebooks.count * best
        let product = likelihoods.baseAddress!
        let sums = product + count
        for stream in 0..<FeatureStreams.count {
            let chosen = winners.baseAddress! + (stream * Self.block + frame) * slots
            let target = stream == 0 ? product : sums
            weights.values[stream].withUnsafeBufferPointer { weights in
                for (codebook, range) in self.weights.ranges.enumerated() {
                    let start = weights.baseAddress! + range.lowerBound * codebooks.size
                    let sum = target + range.lowerBound
                    for slot in codebook * best..<(codebook + 1) * best {
                        let value = chosen[slot].value
                        let row = start + Int(chosen[slot].density) * range.count
                        if slot == codebook * best {
                            for index in 0..<range.count { sum[index] = value * row[index] }
                        } else {
                            for index in 0..<range.count { sum[index] += value * row[index] }
                        }
                    }
                }
            }
            if stream > 0 {
                for index in 0..<count { product[index] *= sums[index] }
            }
        }
    }

    /// Writes the scores of a frame, 0 for the best.
    private func write(
        _ likelihoods: UnsafeMutableBufferPointer<Float>, to scores: UnsafeMutablePointer<Int16>
    ) {
        Self.scores.withUnsafeBufferPointer { table in
            weights.senones.withUnsafeBufferPointer { senones in
                var least = Int16.max
                for index in 0..<senones.count {
                    let score = table[Int(likelihoods[index].bitPattern >> 16)]
                    scores[senones[index]] = score
                    least = min(least, score)
                }
                for senone in senones { scores[senone] -= least }
            }
        }
    }
}

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

    private let senoneCount: Int
    private let codebooks: GaussianCodebooks
    private let weights: MixtureWeights
    /// How many Gaussians of a codebook count.
    private let best: Int
    /// Room for the logarithms of a block's Gaussians in one stream.
    private let densities: UnsafeMutableBufferPointer<Float>
    /// Those that count, of all streams.
    private let winners: UnsafeMutableBufferPointer<Winner>
    /// The likelihoods of the senones in one frame, and in one stream of it.
    private let likelihoods: UnsafeMutableBufferPointer<Float>

    /// - Parameters:
    ///   - best: how many Gaussians of a codebook count in a frame.
    ///   - senones: which senones to score, at least one; the others get the worst score.
    init(_ model: AcousticModel, best: Int, senones: Set<Int>) throws(SphinxError) {
        let phones = Dictionary(grouping: senones.sorted()) { model.inventory.phone(of: $0) }
        let chosen = phones.keys.sorted()
        let codebooks = try GaussianCodebooks(model, chosen: chosen)
        weights = try MixtureWeights(
            model, size: codebooks.size, senones: chosen.map { phones[$0] ?? [] })
        let most = min(best, codebooks.size)
        densities = .allocate(capacity: Self.block * codebooks.count * codebooks.size)
        densities.initialize(repeating: 0)
        winners = .allocate(capacity: FeatureStreams.count * Self.block * codebooks.count * most)
        for slot in winners.indices {
            // All different, as they are in each codebook ever after.
            winners.initializeElement(at: slot, to: Winner(density: Int32(slot % most), value: 0))
        }
        likelihoods = .allocate(capacity: 2 * senones.count)
        likelihoods.initialize(repeating: 0)
        self.codebooks = codebooks
        self.best = most
        senoneCount = model.inventory.senoneCount
    }

    deinit {
        densities.deallocate()
        winners.deallocate()
        likelihoods.deallocate()
    }

    /// The scores of a stretch of sound.
    func scores(of cepstra: Cepstra) -> SenoneScores {
        let features = FeatureStreams(cepstra)
        var scores = SenoneScores(frames: features.frames, senones: senoneCount)
        let row = codebooks.count * codebooks.size
        for first in stride(from: 0, to: features.frames, by: Self.block) {
            let frames = min(Self.block, features.frames - first)
            for stream in 0..<FeatureStreams.count {
                codebooks.evaluate(
                    features, stream: stream, frames: first..<first + frames, into: densities)
                for frame in 0..<frames {
                    choose(
                        // There is a codebook, so there is an address.
                        densities.baseAddress! + frame * row,
                        after: winners(stream, (frame == 0 ? Self.block : frame) - 1),
                        into: winners(stream, frame))
                }
            }
            for frame in 0..<frames {
                mix(frame)
                scores.withFrame(first + frame) { write(to: $0) }
            }
        }
        return scores
    }

    /// A Gaussian that counts.
    private struct Winner {
        var density: Int32
        /// The logarithm of the Gaussian, in nats; then what it counts.
        var value: Float
    }

    /// Where the winners of a stream in a frame of the block begin.
    private func winners(_ stream: Int, _ frame: Int) -> UnsafeMutablePointer<Winner> {
        winners.baseAddress! + (stream * Self.block + frame) * codebooks.count * best
    }

    /// Chooses the best Gaussians of each codebook in one frame and stream.
    ///
    /// - Parameter last: those chosen in another frame, best the one before: they are likely to be
    ///   good again, and none that is worse than all of them needs a closer look.
    private func choose(
        _ densities: UnsafePointer<Float>, after last: UnsafePointer<Winner>,
        into winners: UnsafeMutablePointer<Winner>
    ) {
        let size = codebooks.size
        var most = -Float.infinity
        for codebook in 0..<codebooks.count {
            let values = densities + codebook * size
            let chosen = winners + codebook * best
            let earlier = last + codebook * best
            var worst = Float.infinity
            for slot in 0..<best { worst = min(worst, values[Int(earlier[slot].density)]) }
            worst = worst.nextDown
            for slot in 0..<best { chosen[slot].value = -.infinity }
            for density in 0..<size where values[density] > worst {
                var slot = best - 1
                while slot > 0, chosen[slot - 1].value < values[density] {
                    chosen[slot] = chosen[slot - 1]
                    slot -= 1
                }
                chosen[slot] = Winner(density: Int32(density), value: values[density])
                worst = max(worst, chosen[best - 1].value)
            }
            most = max(most, chosen[0].value)
        }
        for slot in 0..<codebooks.count * best {
            winners[slot].value = exp(max(winners[slot].value - most, -Self.farthest))
        }
    }

    /// Multiplies the likelihoods of all senones in a frame of the block over the streams.
    private func mix(_ frame: Int) {
        let count = weights.senones.count
        let product = likelihoods.baseAddress!
        for stream in 0..<FeatureStreams.count {
            let chosen = winners(stream, frame)
            let target = stream == 0 ? product : product + count
            weights.values[stream].withUnsafeBufferPointer { values in
                for (codebook, range) in weights.ranges.enumerated() {
                    let start = values.baseAddress! + range.lowerBound * codebooks.size
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
                for index in 0..<count { product[index] *= target[index] }
            }
        }
    }

    /// Writes the scores of the frame that was mixed last, 0 for the best.
    private func write(to scores: UnsafeMutablePointer<Int16>) {
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

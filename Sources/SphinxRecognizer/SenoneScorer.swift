internal import Foundation

/// Scores the senones of an acoustic model over a stretch of sound, as PocketSphinx would
/// (`ptm_mgau.c` of its source says how), but all frames together.
///
/// For each frame, stream and codebook the best few Gaussians count; none counts as further from
/// the best of all codebooks than `farthest`. A senone's likelihood in a stream is the sum of its
/// weights of them, and over the streams the product.
final class SenoneScorer {
    /// Frames that are scored together: their Gaussians of a codebook stay in the processor's
    /// first cache.
    private static let block = 64
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
    private let chooser: BestGaussians
    /// Room for the logarithms of a block's Gaussians in one codebook and stream.
    private let densities: UnsafeMutableBufferPointer<BestGaussians.Lane>
    /// Those that count, of all streams.
    private let winners: UnsafeMutableBufferPointer<Winner>
    /// The likelihoods of the senones in one frame, and in one stream of it.
    private let likelihoods: UnsafeMutableBufferPointer<Float>

    /// - Parameters:
    ///   - best: how many Gaussians of a codebook count in a frame, a multiple of 4.
    ///   - senones: which senones to score, at least one; the others get the worst score.
    init(_ model: AcousticModel, best: Int, senones: Set<Int>) throws(SphinxError) {
        let phones = Dictionary(grouping: senones.sorted()) { model.inventory.phone(of: $0) }
        let chosen = phones.keys.sorted()
        let codebooks = try GaussianCodebooks(model, chosen: chosen)
        weights = try MixtureWeights(
            model, size: codebooks.size, senones: chosen.map { phones[$0] ?? [] })
        guard codebooks.size >= best else {
            throw .modelKind(
                model: model.folder,
                reason: "it has \(codebooks.size) Gaussians a codebook, not \(best) or more")
        }
        chooser = BestGaussians(best, of: codebooks.size)
        densities = .allocate(capacity: Self.block / BestGaussians.lanes * codebooks.size)
        densities.initialize(repeating: BestGaussians.Lane())
        winners = .allocate(capacity: FeatureStreams.count * Self.block * codebooks.count * best)
        winners.initialize(repeating: Winner(density: 0, value: 0))
        likelihoods = .allocate(capacity: 2 * senones.count)
        likelihoods.initialize(repeating: 0)
        self.codebooks = codebooks
        self.best = best
        senoneCount = model.inventory.senoneCount
    }

    deinit {
        chooser.deallocate()
        densities.deallocate()
        winners.deallocate()
        likelihoods.deallocate()
    }

    /// The scores of a stretch of sound.
    func scores(of cepstra: Cepstra) -> SenoneScores {
        let features = FeatureStreams(cepstra)
        var scores = SenoneScores(frames: features.frames, senones: senoneCount)
        for first in stride(from: 0, to: features.frames, by: Self.block) {
            let frames = min(Self.block, features.frames - first)
            for stream in 0..<FeatureStreams.count {
                for codebook in 0..<codebooks.count {
                    codebooks.evaluate(
                        codebook, of: stream, features, frames: first..<first + frames,
                        into: UnsafeMutableRawBufferPointer(densities).bindMemory(to: Float.self),
                        stride: Self.block)
                    choose(codebook, stream, frames)
                }
                for frame in 0..<frames { weigh(winners(stream, frame)) }
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

    /// Chooses the best Gaussians of a codebook in the frames of a block.
    private func choose(_ codebook: Int, _ stream: Int, _ frames: Int) {
        let vectors = Self.block / BestGaussians.lanes
        // There are Gaussians, so there is an address.
        let rows = densities.baseAddress!
        for vector in 0..<(frames + BestGaussians.lanes - 1) / BestGaussians.lanes {
            chooser.choose(rows + vector, stride: vectors)
            for lane in 0..<BestGaussians.lanes {
                let frame = vector * BestGaussians.lanes + lane
                let chosen = winners(stream, frame) + codebook * best
                for place in 0..<best {
                    let density = chooser.density(place, lane: lane)
                    chosen[place] = Winner(
                        density: Int32(truncatingIfNeeded: density),
                        value: rows[density * vectors + vector][lane])
                }
            }
        }
    }

    /// Puts for the logarithms of a frame's winners in one stream what each counts.
    private func weigh(_ winners: UnsafeMutablePointer<Winner>) {
        let count = codebooks.count * best
        var most = -Float.infinity
        for slot in 0..<count { most = max(most, winners[slot].value) }
        for slot in 0..<count {
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

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
    /// What the farthest counts.
    private static let leastLikelihood = exp(-farthest)
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
    /// The likelihoods of the senones: codebook after codebook, frame after frame of a block.
    private let likelihoods: UnsafeMutableBufferPointer<Float>
    /// Those of a codebook's senones in one frame and stream.
    private let sums: UnsafeMutableBufferPointer<Float>
    /// The scores of a frame.
    private let steps: UnsafeMutableBufferPointer<Int16>

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
        likelihoods = .allocate(capacity: Self.block * weights.senones.count)
        likelihoods.initialize(repeating: 0)
        sums = .allocate(capacity: weights.ranges.map(\.count).max() ?? 0)
        sums.initialize(repeating: 0)
        steps = .allocate(capacity: weights.senones.count)
        steps.initialize(repeating: 0)
        self.codebooks = codebooks
        self.best = best
        senoneCount = model.inventory.senoneCount
    }

    deinit {
        chooser.deallocate()
        densities.deallocate()
        winners.deallocate()
        likelihoods.deallocate()
        sums.deallocate()
        steps.deallocate()
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
            for codebook in 0..<codebooks.count { mix(codebook, frames) }
            for frame in 0..<frames {
                scores.withFrame(first + frame) { write(frame, to: $0) }
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
        let farthest = most - Self.farthest
        for slot in 0..<count {
            let value = winners[slot].value
            winners[slot].value = value > farthest ? exp(value - most) : Self.leastLikelihood
        }
    }

    /// Where the likelihoods of a codebook's senones begin in a frame of the block.
    private func likelihoods(_ senones: Range<Int>, _ frame: Int) -> UnsafeMutablePointer<Float> {
        // There is a senone, so there is an address.
        likelihoods.baseAddress! + Self.block * senones.lowerBound + frame * senones.count
    }

    /// Multiplies the likelihoods of a codebook's senones over the streams in the frames of a block:
    /// codebook by codebook, so that the weights stay in the processor's first cache.
    private func mix(_ codebook: Int, _ frames: Int) {
        let senones = weights.ranges[codebook]
        let count = senones.count
        // Each codebook has a senone, so there is an address.
        let sums = sums.baseAddress!
        for stream in 0..<FeatureStreams.count {
            weights.values[stream].withUnsafeBufferPointer { values in
                let start = values.baseAddress! + senones.lowerBound * codebooks.size
                for frame in 0..<frames {
                    let product = likelihoods(senones, frame)
                    let chosen = winners(stream, frame) + codebook * best
                    for first in stride(from: 0, to: best, by: BestGaussians.passed) {
                        mix(
                            chosen + first, start, count: count, adding: first > 0,
                            to: stream == 0 ? product : sums)
                    }
                    guard stream > 0 else { continue }
                    for index in 0..<count { product[index] *= sums[index] }
                }
            }
        }
    }

    /// Adds up a codebook's weights of four Gaussians that count.
    ///
    /// - Parameters:
    ///   - rows: the weights of the codebook, `count` a Gaussian.
    ///   - adding: whether to add them to what is there, or put them in its place.
    private func mix(
        _ chosen: UnsafePointer<Winner>, _ rows: UnsafePointer<Float>, count: Int,
        adding: Bool, to sums: UnsafeMutablePointer<Float>
    ) {
        let ones = rows + Int(chosen[0].density) * count
        let twos = rows + Int(chosen[1].density) * count
        let threes = rows + Int(chosen[2].density) * count
        let fours = rows + Int(chosen[3].density) * count
        let (first, second) = (chosen[0].value, chosen[1].value)
        let (third, fourth) = (chosen[2].value, chosen[3].value)
        @inline(__always)
        func sum(_ index: Int) -> Float {
            first * ones[index] + second * twos[index] + third * threes[index]
                + fourth * fours[index]
        }
        if adding {
            for index in 0..<count { sums[index] += sum(index) }
        } else {
            for index in 0..<count { sums[index] = sum(index) }
        }
    }

    /// Writes the scores of a frame of the block, 0 for the best.
    private func write(_ frame: Int, to scores: UnsafeMutablePointer<Int16>) {
        var least = Int16.max
        Self.scores.withUnsafeBufferPointer { table in
            for senones in weights.ranges {
                let likelihoods = likelihoods(senones, frame)
                for index in 0..<senones.count {
                    let score = table[Int(likelihoods[index].bitPattern >> 16)]
                    steps[senones.lowerBound + index] = score
                    least = min(least, score)
                }
            }
        }
        weights.senones.withUnsafeBufferPointer { senones in
            for index in 0..<senones.count { scores[senones[index]] = steps[index] - least }
        }
    }
}

internal import CMixtures
internal import Foundation

/// Scores the senones of an acoustic model over a stretch of sound, as PocketSphinx would
/// (`ptm_mgau.c` of its source says how), but all frames together.
///
/// For each frame, stream and codebook the best few Gaussians count; none counts as further from
/// the best of all codebooks than `farthest`. A senone's likelihood in a stream is the sum of its
/// weights of them, and over the streams the product.
final class SenoneScorer {
    /// Frames that are scored together: most single answers, so that the weights, which the
    /// processor's nearer caches do not hold, are fetched once for them.
    private static let block = 128
    /// How far, in nats, a Gaussian may lie from the best: 96 steps of PocketSphinx's scores.
    private static let farthest = 96 * Float(SphinxRecognizer.scoreUnit)
    /// The score for each upper half of a likelihood's 32 bits: its exponent and the first 7 bits
    /// behind the point, which is to half a hundredth of a nat.
    private static let scores: [Int16] = (0..<0x8000).map { upper in
        let likelihood = Float(bitPattern: UInt32(upper) << 16 | 0x8000)
        guard likelihood > 0, likelihood.isFinite else { return .max }
        return Int16((-log(likelihood) / Float(SphinxRecognizer.scoreUnit)).rounded())
    }

    private let senones: ScoredSenones
    private let codebooks: GaussianCodebooks
    private let weights: MixtureWeights
    /// For each range of the weights the place of its codebook.
    private let places: [Int]
    /// How many Gaussians of a codebook count.
    private let best: Int
    /// For how many frames there is room, in whole sixteens.
    private var room = 0
    /// Room for the logarithms of a block's Gaussians in one codebook and stream.
    private var densities = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
    /// Those that count, and how much: stream after stream, codebook after codebook, the best, then
    /// the others, frame after frame.
    private var winners = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var counts = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    /// - Parameters:
    ///   - best: how many Gaussians of a codebook count in a frame, 4 or 8.
    ///   - senones: which senones to score, at least one; the others are left out.
    ///   - other: a scorer of the same model: what it has in memory is shared, and its senones are
    ///     scored as well.
    init(
        _ model: AcousticModel, best: Int, senones: Set<Int>, sharing other: SenoneScorer? = nil
    ) throws(SphinxError) {
        precondition(best == 4 || best == 8)
        let phones = Set(senones.map { model.inventory.phone(of: $0) })
        let codebooks = try GaussianCodebooks(
            model, chosen: phones.union(other?.codebooks.phones ?? []).sorted(),
            sharing: other?.codebooks)
        weights = try MixtureWeights(
            model, size: codebooks.size, senones: senones, sharing: other?.weights)
        // Every senone's phone has its codebook.
        places = weights.phones.map { codebooks.phones.firstIndex(of: $0)! }
        guard codebooks.size >= best else {
            throw .modelKind(
                model: model.folder,
                reason: "it has \(codebooks.size) Gaussians a codebook, not \(best) or more")
        }
        self.codebooks = codebooks
        self.best = best
        self.senones = ScoredSenones(weights.senones, of: model.inventory.senoneCount)
    }

    /// Takes the room that scoring needs; no more than it lasts, for a search needs as much after
    /// it. What it holds before is written over.
    private func takeRoom(for frames: Int) {
        room = (min(Self.block, frames) + 15) / 16 * 16
        densities = .allocate(capacity: room * codebooks.size)
        let count = FeatureStreams.count * codebooks.count * best * room
        winners = .allocate(capacity: count)
        counts = .allocate(capacity: count)
    }

    private func giveRoomBack() {
        densities.deallocate()
        winners.deallocate()
        counts.deallocate()
    }

    /// The scores of a stretch of sound, or of some frames of it.
    func scores(of cepstra: Cepstra, frames chosen: ClosedRange<Int>? = nil) -> SenoneScores {
        let all = 0..<cepstra.frames
        let wanted = chosen.map { all.clamped(to: Range($0)) } ?? all
        let features = FeatureStreams(cepstra, frames: wanted)
        takeRoom(for: features.frames)
        defer { giveRoomBack() }
        var scores = SenoneScores(frames: features.frames, of: senones)
        for first in stride(from: 0, to: features.frames, by: Self.block) {
            let frames = min(Self.block, features.frames - first)
            for stream in 0..<FeatureStreams.count {
                var most = [Float](repeating: -.infinity, count: room)
                for codebook in 0..<codebooks.count {
                    codebooks.evaluate(
                        codebook, of: stream, features, frames: first..<first + frames,
                        into: densities, stride: room)
                    aloud_choose(
                        densities.baseAddress, room, codebooks.size, frames, best,
                        winners(stream, codebook), &most)
                }
                for codebook in 0..<codebooks.count {
                    aloud_weigh(
                        winners(stream, codebook), best, frames, most, Self.farthest)
                }
            }
            scores.withFrames(first..<first + frames) { scores in
                // Codebook by codebook, so that the weights stay in the processor's first caches.
                for range in weights.ranges.indices { mix(range, frames, scores) }
                Self.scores.withUnsafeBufferPointer { table in
                    aloud_score(
                        table.baseAddress, weights.senones.count, frames, scores.baseAddress)
                }
            }
        }
        return scores
    }

    /// The winners of a codebook in a stream.
    private func winners(_ stream: Int, _ codebook: Int) -> aloud_winners {
        let start = (stream * codebooks.count + codebook) * best * room
        // There is a codebook, so there are addresses.
        return aloud_winners(
            densities: winners.baseAddress! + start, values: counts.baseAddress! + start,
            stride: room)
    }

    /// Computes the likelihoods of a range of senones where their scores will stand.
    private func mix(
        _ range: Int, _ frames: Int, _ scores: UnsafeMutableBufferPointer<Int16>
    ) {
        let senones = weights.ranges[range]
        let chosen = (0..<FeatureStreams.count).map { winners($0, places[range]) }
        weights.withStreams(of: range) { streams in
            aloud_mix(
                streams, senones.count, chosen, frames, best,
                // There is a senone, so there is an address.
                scores.baseAddress! + senones.lowerBound, weights.senones.count)
        }
    }
}

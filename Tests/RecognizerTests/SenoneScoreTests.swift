import FliteVoice
import Foundation
import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

/// Aloud's acoustic scores beside PocketSphinx's own. A step is a tenth of a nat.
@Suite struct SenoneScoreTests {
    private static let models = [
        SphinxConfiguration.debianModel, Checkout.model,
    ]

    /// What a decoder would hear of a letter, freed of its own mean.
    private func cepstra(_ text: String, by voice: FliteVoice.Name) throws -> Cepstra {
        let decoder = try SphinxDecoder.start(model: SphinxConfiguration.debianModel)
        let raw = try decoder.cepstra(Conditioning.condition(spoken(text, by: voice)))
        let sum = raw.sum(where: [Bool](repeating: true, count: raw.frames))
        return raw.subtracting(sum.sum.map { Float($0 / Double(sum.count)) })
    }

    /// PocketSphinx adds up in whole steps, so that each score is a step or so off; where two
    /// Gaussians of a codebook are as good and one of them counts, either may.
    @Test("every senone is scored as PocketSphinx scores it", arguments: models, [4, 8])
    func agreement(path: String, best: Int) throws {
        let model = try AcousticModel(path)
        let count = model.inventory.senoneCount
        let scorer = try SenoneScorer(model, best: best, senones: Set(0..<count))
        for (letter, voice) in [("K", FliteVoice.Name.slt), ("zed", .rms)] {
            let cepstra = try cepstra(letter, by: voice)
            let logged = try SphinxScoreLog.scores(of: cepstra, model: path, best: best)
            let scores = scorer.scores(of: cepstra)
            #expect(scores.frames == logged.count && logged.count > 40)
            let differences = logged.indices.flatMap { frame in
                zip(logged[frame], scores.frame(frame)).map { abs(Int($0) - Int($1)) }
            }
            #expect(differences.count == logged.count * count)
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            let near = Double(differences.filter { $0 <= 3 }.count) / Double(differences.count)
            #expect(mean < 1.2 && near > 0.985, "\(letter): mean \(mean), near \(near)")
        }
    }

    @Test("a search is given the scores of the senones that it asks for, the same for all")
    func subset() throws {
        let model = try AcousticModel(SphinxConfiguration.debianModel)
        let phones = try RealHearing.grammar("etdrs").pronunciations.map(\.phones)
        let needed = model.inventory.senones(of: phones)
        let count = model.inventory.senoneCount
        #expect(needed.count < count * 2 / 3)
        let cepstra = try cepstra("R", by: .awb)
        let some = try SenoneScorer(model, best: 4, senones: needed).scores(of: cepstra)
        let all = try SenoneScorer(model, best: 4, senones: Set(0..<count)).scores(of: cepstra)
        var far = 0
        for frame in 0..<all.frames {
            let (some, all) = (Array(some.frame(frame)), Array(all.frame(frame)))
            // Each is told by its distance from the best of those that are scored.
            let best = try #require(needed.map { all[$0] }.min())
            far += needed.count { abs(some[$0] - (all[$0] - best)) > 3 }
            #expect((0..<count).allSatisfy { needed.contains($0) || some[$0] == .max })
        }
        // Gaussians count for no less than the best of all codebooks allows: here there are fewer.
        #expect(far * 20 < all.frames * needed.count, "\(far)")
    }

    @Test(
        "frames of a stretch are scored alone as they are within it",
        arguments: [0...5, 7...38, -3...200])
    func frames(chosen: ClosedRange<Int>) throws {
        let model = try AcousticModel(SphinxConfiguration.debianModel)
        let scorer = try SenoneScorer(model, best: 4, senones: Set(0..<400))
        let cepstra = try cepstra("H", by: .awb)
        let whole = scorer.scores(of: cepstra).slice(chosen)
        let alone = scorer.scores(of: cepstra, frames: chosen)
        #expect(alone.frames == whole.frames && alone.frames > 5)
        for frame in 0..<whole.frames { #expect(alone.frame(frame) == whole.frame(frame)) }
    }

    @Test("a scorer that shares what another has in memory scores as one of its own does")
    func sharing() throws {
        let model = try AcousticModel(SphinxConfiguration.debianModel)
        let count = model.inventory.senoneCount
        let some = Set((0..<count).filter { $0 % 3 == 0 })
        let all = Set((0..<count).filter { $0 % 3 != 1 })
        let first = try SenoneScorer(model, best: 4, senones: some)
        let alone = try SenoneScorer(model, best: 4, senones: all)
        let sharing = try SenoneScorer(model, best: 4, senones: all, sharing: first)
        let cepstra = try cepstra("W", by: .slt)
        let scores = alone.scores(of: cepstra)
        #expect(scores.frames > 40)
        let shared = sharing.scores(of: cepstra)
        for frame in 0..<scores.frames {
            #expect(shared.frame(frame) == scores.frame(frame), "frame \(frame)")
        }
    }

    /// A path through a senone that is not scored would be lost.
    @Test("no search asks for a senone that is not scored", arguments: ["etdrs", "alphabet"])
    func asked(name: String) throws {
        let path = SphinxConfiguration.debianModel
        let grammar = try RealHearing.grammar(name)
        let inventory = try AcousticModel(path).inventory
        let needed = inventory.senones(of: grammar.pronunciations.map(\.phones))
        let cepstra = try cepstra("C, H, W", by: .rms)
        for network in [grammar.breath.network, grammar.answer.network] {
            let asked = try SphinxScoreLog.asked(
                of: cepstra, model: path, network: network, grammar: grammar)
            #expect(asked.count > 500)
            #expect(asked.subtracting(needed) == [], "of \(asked.count)")
        }
    }
}

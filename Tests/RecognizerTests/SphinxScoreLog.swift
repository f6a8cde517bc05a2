import CPocketSphinx
import Foundation
import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

/// The acoustic scores that PocketSphinx computes itself, read from the log that it writes of them
/// (its option `-senlogdir`).
enum SphinxScoreLog {
    /// The scores of all senones, frame after frame.
    ///
    /// - Parameter best: how many Gaussians of a codebook count, PocketSphinx's `-topn`.
    static func scores(of cepstra: Cepstra, model: String, best: Int) throws -> [[Int16]] {
        // It scores sounds in a search alone; what this one finds does not matter.
        var log = try log(
            of: cepstra, model: model, network: GrammarNetwork(word: "see"),
            pronunciations: [("see", ["S", "IY"])], tuning: ["-topn": String(best)])
        var frames: [[Int16]] = []
        while let count = number(&log) {
            frames.append((0..<count).compactMap { _ in number(&log).map { Int16($0) } })
        }
        return frames
    }

    /// The senones that a search asks for when it is not given all.
    static func asked(
        of cepstra: Cepstra, model: String, network: GrammarNetwork, grammar: ListeningGrammar
    ) throws -> Set<Int> {
        // Without a beam, and any number of states, so that it tries every path.
        let wide = ["-beam", "-pbeam", "-wbeam"].map { ($0, "1e-300") }
        var log = try log(
            of: cepstra, model: model, network: network, pronunciations: grammar.pronunciations,
            tuning: ["-compallsen": "no", "-maxhmmpf": "1000000"].merging(wide) { $1 })
        var asked: Set<Int> = []
        while let count = number(&log) {
            // The steps from one senone to the next, and then their scores.
            var senone = 0
            for step in log.prefix(count) {
                senone += Int(step)
                asked.insert(senone)
            }
            log = log.dropFirst(3 * count)
        }
        return asked
    }

    /// What PocketSphinx logs of a search, behind the header.
    private static func log(
        of cepstra: Cepstra, model: String, network: GrammarNetwork,
        pronunciations: [(word: String, phones: [String])], tuning: [String: String]
    ) throws -> ArraySlice<UInt8> {
        let folder = try TemporaryFolder()
        let decoder = try SphinxDecoder.start(
            model: model, tuning: tuning.merging(["-senlogdir": folder.path]) { $1 })
        for entry in pronunciations { try decoder.add(word: entry.word, phones: entry.phones) }
        try decoder.setSearch(named: "any", SearchNetwork(network))
        // The mean was taken off before.
        ps_get_feat(decoder.pointer).pointee.cmn = CMN_NONE
        try #require(ps_set_search(decoder.pointer, "any") == 0)
        try #require(ps_start_utt(decoder.pointer) == 0)
        var values = cepstra.values
        let frames = cepstra.frames
        values.withUnsafeMutableBufferPointer { buffer in
            var rows = (0..<frames).map { buffer.baseAddress?.advanced(by: $0 * Cepstra.width) }
            ps_process_cep(decoder.pointer, &rows, Int32(frames), 0, 1)
        }
        try #require(ps_end_utt(decoder.pointer) == 0)
        let logs = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let data = try Data(contentsOf: folder.url(try #require(logs.first)))
        let header = try #require(data.range(of: Data("endhdr\n".utf8)))
        return Array(data)[(header.upperBound + 4)...]
    }

    private static func number(_ log: inout ArraySlice<UInt8>) -> Int? {
        guard let low = log.popFirst(), let high = log.popFirst() else { return nil }
        return Int(Int16(truncatingIfNeeded: Int(low) | Int(high) << 8))
    }
}

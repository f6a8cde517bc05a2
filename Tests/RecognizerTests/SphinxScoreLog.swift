import CPocketSphinx
import Foundation
import LetterSpeech
import Testing

@testable import SphinxRecognizer

/// The acoustic scores that PocketSphinx computes itself, read from the log that it writes of them.
enum SphinxScoreLog {
    /// The scores of all senones, frame after frame.
    ///
    /// - Parameter best: how many Gaussians of a codebook count, PocketSphinx's `-topn`.
    static func scores(of cepstra: Cepstra, model: String, best: Int) throws -> [[Int16]] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "aloud-log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let decoder = try SphinxDecoder.start(
            model: model,
            tuning: [
                "-senlogdir": folder.path(), "-compallsen": "yes", "-topn": String(best),
            ])
        // It scores sounds in a search alone; what this one finds does not matter.
        try decoder.add(word: "see", phones: ["S", "IY"])
        try decoder.setSearch(named: "any", network: GrammarNetwork(word: "see"))
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
        let logs = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        try #require(logs.count == 1)
        return try scores(in: Data(contentsOf: logs[0]))
    }

    /// Behind a header there is for each frame the number of senones, and their scores.
    private static func scores(in log: Data) throws -> [[Int16]] {
        let header = try #require(log.range(of: Data("endhdr\n".utf8)))
        let body = log.dropFirst(header.upperBound + 4)
        var numbers = stride(from: body.startIndex, to: body.endIndex - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(body[$0]) | Int(body[$0 + 1]) << 8)
        }[...]
        var frames: [[Int16]] = []
        while let count = numbers.popFirst() {
            frames.append(Array(numbers.prefix(Int(count))))
            numbers = numbers.dropFirst(Int(count))
        }
        return frames
    }
}

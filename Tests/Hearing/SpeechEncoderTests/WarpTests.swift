import Foundation
import Recognition
import TestTraits
import Testing

@testable import SpeechEncoder

@Suite("Voices heard lower", .listening)
struct WarpTests {
    /// The band with the most power in the middle of a tone.
    private func loudestBand(ofTone frequency: Double, warp: Double) -> Int? {
        let samples = (0..<8_000).map { index in
            Float(0.1 * sin(2 * .pi * frequency * Double(index) / 16_000))
        }
        let frames = LogMel.frames(of: samples.count)
        var mel = LogMel()
        var workspace = Workspace()
        var values = [Float](repeating: 0, count: (frames + 1) * LogMel.bands)
        values.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            mel.write(samples, warp: warp, to: first, &workspace)
        }
        let row = values[frames / 2 * LogMel.bands..<(frames / 2 + 1) * LogMel.bands]
        return row.indices.max { row[$0] < row[$1] }.map { $0 - row.startIndex }
    }

    @Test("a tone lies in the band of a lower one or next to it", arguments: [0.75, 0.8, 0.9])
    func tones(warp: Double) throws {
        for frequency in [500.0, 1_000, 2_000, 4_000] {
            let band = try #require(loudestBand(ofTone: frequency / warp, warp: warp))
            let same = try #require(loudestBand(ofTone: frequency, warp: 1))
            #expect(abs(band - same) <= 1)
        }
    }

    @Test("a sound is heard as before after another factor")
    func again() throws {
        let encoder = try SpeechEncoder(contentsOf: Examples.tiny)
        let before = encoder.frames(of: Examples.sound())
        let lower = encoder.frames(of: Examples.sound(), warp: 0.8)
        #expect(lower.frames == before.frames && lower != before)
        #expect(encoder.frames(of: Examples.sound()) == before)
    }
}

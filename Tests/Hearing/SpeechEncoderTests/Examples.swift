import Foundation
import Recognition
import SpeechEncoder

/// The folder of these tests, with what `training/ear/export.py` wrote for them.
enum Examples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// A net with random weights, of width 32.
    static let tiny = folder.appendingPathComponent("tiny.net").path
    /// The net of the program, and what PyTorch makes of the sound with it: too large for the
    /// repository, so they may not be there.
    static let ear = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("models/ear.net").path
    static let earReference = folder.appendingPathComponent("ear-reference.json").path

    static var hasEar: Bool {
        [ear, earReference].allSatisfy(FileManager.default.fileExists(atPath:))
    }

    /// Three chirps and noise that swell and fade, of whole numbers: sample for sample that of
    /// `sound()` in `training/ear/export.py`.
    static func sound(count: Int = 25_600) -> [Float] {
        var phases: [UInt32] = [0, 0, 0]
        var steps: [UInt32] = [20_000_000, 90_000_000, 400_000_000]
        let slopes: [UInt32] = [700, 9000, UInt32(bitPattern: -8000)]
        var noise: UInt32 = 1
        return (0..<count).map { index in
            var total = 0
            for chirp in phases.indices {
                phases[chirp] &+= steps[chirp]
                steps[chirp] &+= slopes[chirp]
                total += abs(Int(phases[chirp] >> 16) - 32_768) - 16_384
            }
            noise = noise &* 1_664_525 &+ 1_013_904_223
            total += (Int(noise >> 16) - 32_768) >> 4
            let swell = abs(index % 4000 - 2000)
            return Float((total * swell) >> 11) / 65_536
        }
    }
}

/// The results of PyTorch with 32-bit numbers throughout.
struct Reference: Decodable {
    var frames: Int
    /// The step from one listed frame to the next.
    var step: Int
    var values: [[Float]]

    /// The results for `Examples.sound()`.
    static func read(_ path: String) throws -> Reference {
        try JSONDecoder().decode(
            Reference.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The results for the second half of the sound, heard with the memory of the first.
    static func after(_ path: String) throws -> Reference {
        try JSONDecoder().decode(
            Halves.self, from: Data(contentsOf: URL(fileURLWithPath: path))
        ).after
    }

    private struct Halves: Decodable { var after: Reference }

    /// How far scores are from it: the largest difference, the mean one, and the share of listed
    /// frames whose likeliest token is another.
    func distance(of scores: TokenFrames) -> (most: Float, mean: Float, others: Double) {
        var (most, sum, others): (Float, Float, Int) = (0, 0, 0)
        for (index, row) in values.enumerated() {
            let own = row.indices.map { scores[index * step, $0] }
            for (first, second) in zip(row, own) {
                most = max(most, abs(first - second))
                sum += abs(first - second)
            }
            if own.firstIndex(of: own.max()!) != row.firstIndex(of: row.max()!) { others += 1 }
        }
        let count = values.count * values[0].count
        return (most, sum / Float(count), Double(others) / Double(values.count))
    }
}

internal import Foundation
internal import SoundFiles

/// Sound files with random faults, most of them in the header.
package enum MutatedSound {
    /// Files of three tenths of a second.
    package static func seeds() throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        let tone = Tone.sine(440, seconds: 0.3)
        return try SoundFormat.allCases.map { format in
            try SoundFile.write(tone, to: folder.file("seed"), format: format)
            return try [UInt8](Data(contentsOf: folder.url("seed")))
        } + [(0..<10).flatMap { _ in [0xFF, 0xFB, 0x14, 0xC0] + [UInt8](repeating: 0, count: 92) }]
    }

    /// A file with one to ten faults.
    package static func file(of seeds: [[UInt8]], seed: UInt64) -> [UInt8] {
        var generator = SeededNoise(seed: seed)
        func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }
        let marks = ["data", "RIFF", "OggS\0", "fLaC\0", "fmt ", "ID3\u{4}", "\0\0\0\0"]
        var bytes = seeds[number(0..<seeds.count)]
        for _ in 0..<number(1..<11) {
            let place = number(0..<min(bytes.count, [64, 64, 200, bytes.count][number(0..<4)]))
            switch number(0..<20) {
            case 0..<10:
                bytes[place] = [0, 0xFF, 0x7F, 0x80, UInt8(number(0..<256))][number(0..<5)]
            case 10..<13: bytes.insert(contentsOf: marks[number(0..<marks.count)].utf8, at: place)
            case 13..<15: bytes.removeSubrange(max(1, place)...)
            case 15..<17: bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: 8), at: place)
            case 17..<19: bytes.removeSubrange(place..<min(bytes.count, place + number(1..<40)))
            default: bytes += seeds[number(0..<seeds.count)]
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }
}

import Foundation
import TestSpeech

/// A microphone that hears a file: an ALSA configuration whose default device, and a second one,
/// read raw sound. Gone with the object.
final class FileMicrophone {
    /// The variables that the program needs in its environment.
    let variables: [String: String]
    private let folder: TemporaryFolder

    /// - Parameter samples: mono at 16,000 Hz, -1…1. Nil: a computer without any device.
    init(_ samples: [Float]?) throws {
        folder = try TemporaryFolder()
        variables = ["ALSA_CONFIG_PATH": folder.file("asound.conf")]
        guard let samples else {
            try folder.write("# Nothing.\n", to: "asound.conf")
            return
        }
        var bytes = Data(capacity: 2 * samples.count)
        for sample in samples {
            let step = Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
            withUnsafeBytes(of: step.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let sound = try folder.write(Array(bytes), to: "sound.raw")
        let devices = ["!default", "second"].map {
            ALSAFileDevice.configuration($0, sound: sound)
        }
        // Types of hardware stay unknown: no card of this computer is found.
        try folder.write(devices.joined(), to: "asound.conf")
    }
}

/// Sounds to play into it.
enum TestSound {
    static func silence(seconds: Double) -> [Float] {
        [Float](repeating: 0, count: Int(seconds * 16_000))
    }

    /// A sine of 440 Hz; clipped where the amplitude is over 1.
    static func tone(amplitude: Double, seconds: Double) -> [Float] {
        (0..<Int(seconds * 16_000)).map { index in
            let value = amplitude * sin(2 * .pi * 440 * Double(index) / 16_000)
            return Float(max(-1, min(1, value)))
        }
    }

    /// Noise of a given rms that falls by 6 dB an octave over about 80 Hz, as rooms and speech
    /// roughly do; the same each time (xorshift64 of Marsaglia 2003).
    static func noise(rms: Double, seconds: Double) -> [Float] {
        var state: UInt64 = 88_172_645_463_325_252
        var last = 0.0
        let raw = (0..<Int(seconds * 16_000)).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            last = 0.97 * last + Double(state >> 11) / 0x1p52 - 1
            return last
        }
        let power = raw.reduce(0) { $0 + $1 * $1 } / Double(raw.count)
        return raw.map { Float($0 * rms / power.squareRoot()) }
    }
}

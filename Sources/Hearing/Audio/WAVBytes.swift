/// Sound as the bytes of a WAV file: mono, 16,000 Hz, 16 bits.
package enum WAVBytes {
    /// - Parameter samples: amplitudes, -1…1; they are scaled to the level of a clear voice.
    package static func of(_ samples: [Float]) -> [UInt8] {
        let loudest = samples.map(abs).max() ?? 0
        let gain = loudest > 0 ? min(0.7 / loudest, 30) : 1
        let data = PCM16.littleEndian(samples.map { $0 * gain })
        func number(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format =
            number(16, bytes: 4) + number(1, bytes: 2) + number(1, bytes: 2)
            + number(speechRate, bytes: 4) + number(2 * speechRate, bytes: 4)
            + number(2, bytes: 2) + number(16, bytes: 2)
        return Array("RIFF".utf8) + number(36 + data.count, bytes: 4) + Array("WAVEfmt ".utf8)
            + format + Array("data".utf8) + number(data.count, bytes: 4) + data
    }
}

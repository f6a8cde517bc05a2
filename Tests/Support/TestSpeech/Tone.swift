internal import Audio
internal import Foundation

/// Test tones, and what a tone still is after a conversion.
package enum Tone {
    /// A sine of the given amplitude, Hz, starting at phase 0.
    package static func sine(
        _ hertz: Double, seconds: Double, sampleRate: Int = speechRate, amplitude: Double = 0.5
    ) -> [Float] {
        (0..<Int((seconds * Double(sampleRate)).rounded())).map {
            Float(amplitude * sin(2 * .pi * hertz * Double($0) / Double(sampleRate)))
        }
    }

    /// The amplitude of the part of the sound at one frequency (a single DFT bin, Hann window).
    package static func amplitude(
        of hertz: Double, in samples: some Collection<Float>, sampleRate: Int = speechRate
    ) -> Double {
        var real = 0.0
        var imaginary = 0.0
        var weights = 0.0
        let count = Double(samples.count)
        for (index, sample) in samples.enumerated() {
            let weight = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / count)
            let phase = 2 * .pi * hertz * Double(index) / Double(sampleRate)
            real += weight * Double(sample) * cos(phase)
            imaginary -= weight * Double(sample) * sin(phase)
            weights += weight
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / weights
    }

    /// The largest difference between two sounds within a range of samples.
    package static func difference(
        _ one: [Float], _ other: [Float], in range: Range<Int>
    ) -> Float {
        range.reduce(0) { max($0, abs(one[$1] - other[$1])) }
    }

    /// The interleaved form of channels of one length.
    package static func interleaved(_ channels: [[Float]]) -> [Float] {
        (0..<(channels.first?.count ?? 0)).flatMap { frame in channels.map { $0[frame] } }
    }
}

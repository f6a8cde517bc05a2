internal import Acuity
internal import Foundation

/// A microphone that a seed draws: tilted, with resonances and dips, without the lowest and highest
/// tones, and with a hiss of its own. A warm-up is meant to detect it.
struct BadMicrophone: Sendable {
    /// Numbers of the impulse response: 16 ms.
    private static let length = 257
    /// The hiss, dB under the speech.
    private static let hiss = 20.0...32.0

    /// Its impulse response, linear in phase.
    let taps: [Float]
    /// The signal-to-noise ratio with its hiss, dB.
    let ratio: Double
    private let seed: UInt64

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func between(_ low: Double, _ high: Double) -> Double {
            low + (high - low) * generator.fraction()
        }
        // All in dB over Hz; ranges as wide as take the ten letters from 94 to about 84 % right.
        let tilt = between(-8, 6)
        let bumps = (0..<3).map { _ in
            (
                centre: exp(between(log(250), log(5000))), width: between(0.2, 0.5),
                height: between(-10, 9)
            )
        }
        let low = between(80, 350)
        let high = between(3000, 7000)
        ratio = between(Self.hiss.lowerBound, Self.hiss.upperBound)
        self.seed = seed
        let bins = Self.length / 2 + 1
        let gains = (0..<bins).map { bin -> Double in
            let hertz = 8000 * Double(bin) / Double(bins - 1)
            var decibels = tilt * (hertz - 1500) / 4000
            for bump in bumps {
                let octaves = log((hertz + 1) / bump.centre) / bump.width
                decibels += bump.height * exp(-octaves * octaves / 2)
            }
            // 18 dB an octave beyond its band.
            decibels -= 18 * min(max(log2(low / max(hertz, 20)), 0), 3)
            decibels -= 18 * max(log2(max(hertz, 1) / high), 0)
            return pow(10, decibels / 20)
        }
        taps = Self.response(to: gains)
    }

    /// A recording as it would have been through this microphone.
    func applied(to samples: [Float]) -> [Float] {
        var generator = SplitMix64(seed: seed)
        let noise = samples.map { _ in Float(generator.standardNormal()) }
        return AddedNoise(noise: noise, ratio: ratio).added(to: filtered(samples), seed: seed)
    }

    /// The same without its hiss.
    func filtered(_ samples: [Float]) -> [Float] {
        let delay = taps.count / 2
        var heard = [Float](repeating: 0, count: samples.count)
        heard.withUnsafeMutableBufferPointer { heard in
            samples.withUnsafeBufferPointer { samples in
                for (index, tap) in taps.enumerated() {
                    let shift = index - delay
                    for target in max(0, shift)..<max(0, shift, samples.count + min(0, shift)) {
                        heard[target] += tap * samples[target - shift]
                    }
                }
            }
        }
        return heard
    }

    /// The impulse response of gains from 0 Hz up to half the sample rate (frequency sampling with
    /// a Hann window: Oppenheim and Schafer, Discrete-Time Signal Processing).
    private static func response(to gains: [Double]) -> [Float] {
        let half = gains.count - 1
        return (-half...half).map { time in
            var sum = gains[0] + gains[half] * cos(Double.pi * Double(time))
            for bin in 1..<half {
                sum += 2 * gains[bin] * cos(Double.pi * Double(bin * time) / Double(half))
            }
            let window = 0.5 + 0.5 * cos(Double.pi * Double(time) / Double(half + 1))
            return Float(sum / Double(2 * half) * window)
        }
    }
}

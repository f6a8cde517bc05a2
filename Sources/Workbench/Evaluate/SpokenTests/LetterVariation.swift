internal import Acuity
internal import Foundation

/// The difference of one utterance of a letter from its recording: nobody says a letter twice
/// alike.
///
/// Speed and pitch change together, as with a tape that runs faster.
struct LetterVariation: Sendable, Equatable {
    /// The standard deviation of the speed, and how far it is from 1 at most.
    private static let speedSpread = 0.03
    private static let mostSpeed = 0.07
    /// The loudness against the recording, dB.
    static let decibels = -6.0...3.0
    /// Louder than this, of full scale, no utterance is made: it would clip.
    static let loudest: Float = 0.98
    /// Samples on either side that a sample between them is computed from.
    private static let reach = 16

    /// The factor of speed and pitch: 1.05 is 5 % faster and higher.
    let speed: Double
    /// The factor of the amplitude.
    let gain: Float

    /// A variation that a generator draws.
    init(using generator: inout some RandomNumberGenerator) {
        let deviation = Self.speedSpread * generator.standardNormal()
        speed = 1 + min(max(deviation, -Self.mostSpeed), Self.mostSpeed)
        let range = Self.decibels
        let drawn = range.lowerBound + generator.fraction() * (range.upperBound - range.lowerBound)
        gain = Float(pow(10, drawn / 20))
    }

    init(speed: Double, gain: Float) {
        self.speed = speed
        self.gain = gain
    }

    /// The recording, varied.
    func applied(to sound: [Float]) -> [Float] {
        let varied = resampled(sound)
        let peak = varied.reduce(0) { max($0, abs($1)) }
        let gain = min(self.gain, peak > 0 ? Self.loudest / peak : 1)
        return varied.map { $0 * gain }
    }

    /// Interpolation with a windowed sine cardinal (Smith JO. Digital audio resampling, CCRMA 2002;
    /// Hann window). Frequencies that a higher speed would alias are filtered out.
    private func resampled(_ sound: [Float]) -> [Float] {
        guard speed != 1, !sound.isEmpty else { return sound }
        let cutoff = min(1, 1 / speed)
        return (0..<Int(Double(sound.count) / speed)).map { index in
            let time = Double(index) * speed
            let nearest = Int(time)
            var sum = 0.0
            for place in nearest - Self.reach + 1...nearest + Self.reach
            where sound.indices.contains(place) {
                let distance = time - Double(place)
                let window = 0.5 + 0.5 * cos(Double.pi * distance / Double(Self.reach))
                sum += Double(sound[place]) * cutoff * Self.sinc(cutoff * distance) * window
            }
            return Float(sum)
        }
    }

    private static func sinc(_ x: Double) -> Double {
        abs(x) < 1e-9 ? 1 : sin(Double.pi * x) / (Double.pi * x)
    }
}

/// When a person speaks: how long they look before the first letter, and wait between two.
struct ReadingRhythm {
    /// The time from an optotype or a request to the first letter, median and limits, seconds.
    private static let reaction = (median: 1.0, spread: 0.25, limits: 0.6...2.5)
    /// Between two letters, median and limits, seconds.
    private static let pause = (median: 0.6, spread: 0.35, limits: 0.2...2.0)

    /// The quiet before the first letter, seconds.
    static func reaction(using generator: inout some RandomNumberGenerator) -> Double {
        logNormal(reaction, using: &generator)
    }

    /// The quiet between two letters, seconds.
    static func pause(using generator: inout some RandomNumberGenerator) -> Double {
        logNormal(pause, using: &generator)
    }

    private static func logNormal(
        _ times: (median: Double, spread: Double, limits: ClosedRange<Double>),
        using generator: inout some RandomNumberGenerator
    ) -> Double {
        let drawn = times.median * exp(times.spread * generator.standardNormal())
        return min(max(drawn, times.limits.lowerBound), times.limits.upperBound)
    }
}

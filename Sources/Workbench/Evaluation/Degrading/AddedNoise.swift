internal import Acuity
internal import Audio
internal import Foundation

/// Noise under a recording, at a distance in level from its speech.
struct AddedNoise: Sendable {
    /// The noise, mono at 16,000 Hz; repeated where a recording is longer.
    var noise: [Float]
    /// The signal-to-noise ratio, dB: the mean power of the frames that hold speech over the mean
    /// power of the noise in them.
    var ratio: Double

    /// The recording with a piece of the noise that a seed chooses.
    func added(to samples: [Float], seed: UInt64) -> [Float] {
        guard !noise.isEmpty, let speech = Self.speechPower(samples) else { return samples }
        var generator = SplitMix64(seed: seed)
        let start = generator.index(below: noise.count)
        let piece = samples.indices.map { noise[(start + $0) % noise.count] }
        return zip(samples, Self.scaled(piece, under: speech, by: ratio)).map { $0 + $1 }
    }

    /// The noise at its ratio under speech of this power; silence stays silence.
    static func scaled(_ noise: [Float], under speech: Float, by ratio: Double) -> [Float] {
        let power = noise.reduce(0) { $0 + $1 * $1 } / Float(max(1, noise.count))
        guard power > 0 else { return noise }
        let gain = (speech / power).squareRoot() * Float(pow(10, -ratio / 20))
        return noise.map { gain * $0 }
    }

    /// The mean power of the frames of 10 ms that hold speech; nil for silence.
    static func speechPower(_ samples: [Float]) -> Float? {
        let powers = SpeechFrames(of: samples).indices.map { frame in
            let start = frame * SpeechEnergy.hop
            return samples[start..<min(samples.count, start + SpeechEnergy.hop)]
                .reduce(0) { $0 + $1 * $1 } / Float(SpeechEnergy.hop)
        }
        let mean = powers.reduce(0, +) / Float(max(1, powers.count))
        return mean > 0 ? mean : nil
    }
}

/// The frames of 10 ms of a whole sound that hold speech.
struct SpeechFrames {
    /// Minimum level above the quietest tenth, dB. The levels of `--snr` depend on it.
    private static let overNoise: Float = 8

    /// Ascending; empty for an empty sound.
    let indices: [Int]

    /// - Parameter samples: mono at 16,000 Hz.
    init(of samples: [Float]) {
        var energy = SpeechEnergy()
        let levels = energy.take(samples)
        guard let peak = levels.max(), let noise = SpeechThreshold.noise(of: levels) else {
            indices = []
            return
        }
        let threshold = SpeechThreshold.level(
            peak: peak, noise: noise, overNoise: Self.overNoise)
        indices = levels.indices.filter { levels[$0] >= threshold }
    }

    /// A sound from the first to the last of its speech; empty if it has none.
    static func trimmed(_ samples: [Float]) -> [Float] {
        let frames = SpeechFrames(of: samples).indices
        guard let first = frames.first, let last = frames.last else { return [] }
        return Array(
            samples[first * SpeechEnergy.hop..<min(samples.count, (last + 1) * SpeechEnergy.hop)])
    }
}

/// The sound of several people talking at once, mixed from recordings.
enum Babble {
    /// The number of talkers: with six or more, single words are not recognisable (Simpson and
    /// Cooke, JASA 2005).
    fileprivate static let talkers = 6
    /// The length of babble that is made, seconds.
    static let seconds = 20.0
    /// Minimum number of words in a recording that is talk and not a single answer.
    private static let wordsOfTalk = 4

    /// The babble of speakers whom a seed chooses.
    ///
    /// - Parameters:
    ///   - rows: the recordings to mix; whole sentences are preferred if there are enough.
    ///   - listened: speakers who are left out: nobody talks over themselves.
    ///   - read: the samples of a recording.
    /// - Throws: `TooFewTalkers`, or an error of reading.
    static func make(
        of rows: [ReferenceRow], leavingOut listened: Set<String>, seed: UInt64,
        read: (ReferenceRow) throws -> [Float]
    ) throws -> [Float] {
        let others = rows.filter { !$0.transcript.isEmpty && !listened.contains($0.speaker) }
        let pools = [others.filter { $0.transcript.count >= wordsOfTalk }, others]
            .map { Dictionary(grouping: $0, by: \.speaker).sorted { $0.key < $1.key } }
        guard var speakers = pools.first(where: { $0.count >= talkers }) else {
            throw TooFewTalkers(others: pools.last?.count ?? 0)
        }
        var generator = SplitMix64(seed: seed)
        let length = Int(seconds * Double(speechRate))
        var sum = [Float](repeating: 0, count: length)
        for _ in 0..<talkers {
            let chosen = speakers.remove(at: generator.index(below: speakers.count))
            let talk = try talk(of: chosen.value, length: length, read: read)
            for index in talk.indices { sum[index] += talk[index] }
        }
        return sum
    }

    /// One speaker's recordings, joined and repeated, at the same speech power for every speaker.
    private static func talk(
        of rows: [ReferenceRow], length: Int, read: (ReferenceRow) throws -> [Float]
    ) throws -> [Float] {
        var sound: [Float] = []
        for row in rows where sound.count < length { sound += try read(row) }
        guard !sound.isEmpty, let power = AddedNoise.speechPower(sound) else { return [] }
        let gain = 0.05 / power.squareRoot()
        return (0..<length).map { gain * sound[$0 % sound.count] }
    }
}

/// A manifest with too few people other than those who are listened to.
struct TooFewTalkers: Error, Equatable, CustomStringConvertible {
    /// The number of people in the manifest whose letters are not evaluated.
    var others: Int

    var description: String {
        "Babble takes \(Babble.talkers) people who are not evaluated; the manifest has"
            + " \(others). Add recordings of others as a set of their own and choose yours with"
            + " '--set', or give '--noise' a sound file."
    }
}

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
        // All in dB over Hz. With these ranges, about 84 % of the ten letters are heard right
        // instead of 94 %.
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

    /// The sound after the filter of the microphone, without its hiss.
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

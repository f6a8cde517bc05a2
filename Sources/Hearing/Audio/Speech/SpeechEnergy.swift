internal import Foundation

/// The level of a running sound in one band of speech, frame by frame.
package struct SpeechEnergy: Sendable {
    /// Frames in a second: one every 10 ms.
    package static let framesPerSecond = 100
    /// Samples from one frame to the next.
    package static let hop = speechRate / framesPerSecond
    /// Samples in a frame: 25 ms, as in most front ends of speech recognisers.
    static let window = speechRate / 40
    /// First-order pre-emphasis, as in the front end of PocketSphinx.
    static let preEmphasis: Float = 0.97
    /// Keeps digital silence finite: 20 dB under one step of 16 bits.
    static let least: Float = 0.01

    /// Frames overlap in pieces of 5 ms, whose powers are summed once.
    static let piece = hop / 2
    static let piecesPerWindow = window / piece

    /// The number of whole frames in a time, seconds.
    static func frames(in seconds: Double) -> Int { Int(seconds * Double(framesPerSecond)) }

    /// The length of frames, seconds.
    static func seconds(ofFrames count: Int) -> Double { Double(count) / Double(framesPerSecond) }

    private let band: SpeechBand
    private var previous: Float = 0
    private var lowPass = VowelFilter()
    /// Power and count of the samples since the last whole piece.
    private var power: Float = 0
    private var samples = 0
    /// Powers of the pieces that later frames need.
    private var pieces: [Float] = []

    /// A measurement of the whole spectrum with silence before the first sample.
    package init() { self.init(.whole) }

    /// A measurement in a band.
    init(_ band: SpeechBand) { self.band = band }

    /// A sample in steps of 16 bits; 0 for one that is not a number, at most 8 times full scale.
    static func clean(_ sample: Float) -> Float {
        sample.isFinite ? min(max(sample, -8), 8) * PCM16.fullScale : 0
    }

    /// The energies of the frames that these samples complete, in dB over one step of 16 bits.
    ///
    /// Frame `n` covers the samples from `n * hop` on.
    package mutating func take(_ samples: [Float]) -> [Float] {
        var energies: [Float] = []
        var rest = samples[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.piece - self.samples)
            rest = rest.dropFirst(part.count)
            power = power(of: part, after: power)
            self.samples += part.count
            guard self.samples == Self.piece else { break }
            pieces.append(power)
            power = 0
            self.samples = 0
            guard pieces.count == Self.piecesPerWindow else { continue }
            let mean = pieces.reduce(0, +) / Float(Self.window)
            energies.append(10 * log10(mean + Self.least))
            pieces.removeFirst(Self.hop / Self.piece)
        }
        return energies
    }

    /// Adds the power of samples in the band to an earlier power.
    private mutating func power(of part: ArraySlice<Float>, after before: Float) -> Float {
        var sum = before
        var last = previous
        for sample in part {
            let clean = Self.clean(sample)
            let heard =
                switch band {
                case .whole: clean - Self.preEmphasis * last
                case .vowels: lowPass.next(clean)
                }
            last = clean
            sum += heard * heard
        }
        previous = last
        return sum
    }
}

/// A part of the spectrum of speech.
enum SpeechBand: Sendable, Equatable {
    /// The whole spectrum with emphasis on high frequencies: hum and rumble count little, and
    /// consonants count.
    case whole
    /// 100 to 1000 Hz, where vowels have most of their power.
    case vowels
}

/// A band-pass filter of 100 to 1000 Hz at 16,000 samples a second: a Butterworth low-pass of second
/// order (Bristow-Johnson, Cookbook formulae for audio EQ biquad filter coefficients) after a
/// high-pass of first order against hum and offset.
private struct VowelFilter: Sendable {
    private static let highest: Float = 1000
    private static let lowest: Float = 100
    private static let angle = 2 * Float.pi * highest / Float(speechRate)
    private static let alpha = sin(angle) / Float(2).squareRoot()
    private static let scale = 1 + alpha
    private static let ahead = (1 - cos(angle)) / 2 / scale
    private static let back = (-2 * cos(angle) / scale, (1 - alpha) / scale)
    private static let memory = exp(-2 * Float.pi * lowest / Float(speechRate))

    private var previous: Float = 0
    private var high: Float = 0
    /// Inputs and outputs of the last two samples.
    private var into: (Float, Float) = (0, 0)
    private var out: (Float, Float) = (0, 0)

    mutating func next(_ sample: Float) -> Float {
        high = sample - previous + Self.memory * high
        previous = sample
        let low =
            Self.ahead * (high + 2 * into.0 + into.1) - Self.back.0 * out.0 - Self.back.1 * out.1
        into = (high, into.0)
        out = (low, out.0)
        return low
    }
}

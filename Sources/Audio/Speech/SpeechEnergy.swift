internal import Foundation

/// How loud a sound is, frame by frame, as far as speech goes: in one band of it.
public struct SpeechEnergy: Sendable {
    /// Samples from one frame to the next: 10 ms.
    public static let hop = speechRate / 100
    /// Samples a frame looks at: 25 ms, as in most front ends of speech recognisers.
    static let window = speechRate / 40
    /// The first-order pre-emphasis that the PocketSphinx front end uses, too.
    private static let preEmphasis: Float = 0.97
    /// Keeps digital silence finite: 20 dB under one step of 16 bits.
    static let least: Float = 0.01

    /// Windows overlap in pieces of 5 ms, whose powers are added up once.
    private static let piece = hop / 2
    private static let piecesPerWindow = window / piece

    private let band: SpeechBand
    private var previous: Float = 0
    private var lowPass = VowelFilter()
    /// The power of the samples since the last whole piece, and how many they are.
    private var power: Float = 0
    private var samples = 0
    /// The powers of the pieces that frames to come look at.
    private var pieces: [Float] = []

    /// A measure about to begin, with silence before the first sample.
    public init(_ band: SpeechBand = .consonants) { self.band = band }

    /// The energies of the frames that these samples complete, in dB over one step of 16 bits.
    ///
    /// Frame `n` covers the samples from `n * hop` on.
    public mutating func take(_ samples: [Float]) -> [Float] {
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

    /// Adds the power of samples in the band to what came before.
    private mutating func power(of part: ArraySlice<Float>, after before: Float) -> Float {
        var sum = before
        var last = previous
        for sample in part {
            let clean = sample.isFinite ? sample * PCM16.fullScale : 0
            let heard =
                switch band {
                case .consonants: clean - Self.preEmphasis * last
                case .vowels: lowPass.next(clean)
                }
            last = clean
            sum += heard * heard
        }
        previous = last
        return sum
    }
}

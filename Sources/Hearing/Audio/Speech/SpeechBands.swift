internal import Foundation

/// The power of a running sound in eight bands between 115 and 8,000 Hz, frame by frame as in
/// `SpeechEnergy`.
///
/// High frequencies are emphasised: hum and rumble count little, and consonants count.
struct SpeechBands: Sendable {
    /// The powers in a frame, from the lowest band to the highest, in squared steps of 16 bits.
    typealias Powers = SIMD8<Float>

    /// Centres of the lowest and the highest band, Hz; the others lie between them at equal ratios.
    private static let centres = (lowest: 150.0, highest: 6_500.0)

    /// Power below which the filters are reset.
    private static let least: Float = 1e-20

    /// Band-pass filters of second order with a gain of 1 at the centre (Bristow-Johnson, Cookbook
    /// formulae for audio EQ biquad filter coefficients), as wide as the distance between their
    /// centres.
    private static let filters: (gain: Powers, back: (Powers, Powers)) = {
        var (gain, first, second) = (Powers(), Powers(), Powers())
        let ratio = pow(centres.highest / centres.lowest, 1 / Double(Powers.scalarCount - 1))
        let quality = ratio.squareRoot() / (ratio - 1)
        for band in gain.indices {
            let angle =
                2 * Double.pi * centres.lowest * pow(ratio, Double(band)) / Double(speechRate)
            let alpha = sin(angle) / (2 * quality)
            gain[band] = Float(alpha / (1 + alpha))
            first[band] = Float(-2 * cos(angle) / (1 + alpha))
            second[band] = Float((1 - alpha) / (1 + alpha))
        }
        return (gain, (first, second))
    }()

    private var previous: Float = 0
    /// Emphasised inputs and the outputs of the last two samples.
    private var into: (Float, Float) = (0, 0)
    private var out = (Powers(), Powers())
    /// Power and count of the samples since the last whole piece of a frame.
    private var power = Powers()
    private var samples = 0
    /// Powers of the pieces that later frames need.
    private var pieces: [Powers] = []

    /// Takes samples, and returns the powers of the frames that they complete.
    mutating func take(_ samples: [Float]) -> [Powers] {
        let (gain, back) = Self.filters
        var frames: [Powers] = []
        for sample in samples {
            let clean = SpeechEnergy.clean(sample)
            let input = clean - SpeechEnergy.preEmphasis * previous
            previous = clean
            let output =
                gain * Powers(repeating: input - into.1) - back.0 * out.0 - back.1 * out.1
            into = (input, into.0)
            out = (output, out.0)
            power += output * output
            self.samples += 1
            guard self.samples == SpeechEnergy.piece else { continue }
            pieces.append(power)
            // In digital silence the outputs would become denormal numbers, which are slow.
            if power.max() < Self.least { out = (Powers(), Powers()) }
            power = Powers()
            self.samples = 0
            guard pieces.count == SpeechEnergy.piecesPerWindow else { continue }
            frames.append(pieces.reduce(Powers(), +) / Float(SpeechEnergy.window))
            pieces.removeFirst(SpeechEnergy.hop / SpeechEnergy.piece)
        }
        return frames
    }
}

/// The weights of the bands: the louder the noise in a band, the less it counts. So speech is found
/// where its noise is least: by its vowels in a hiss, by its consonants in a rumble.
///
/// The weight of a band is the inverse square of its noise, because the power of a louder noise
/// varies more (this weight maximises the deflection of an energy detector). The best band has a
/// weight of 1.
struct BandWeights: Sendable {
    /// Noise in each band of a quiet room, dB on the scale of `SpeechEnergy`. It is added to the noise,
    /// so that in quiet all bands count alike (chosen on development speakers, decision 067).
    private static let inQuiet: Float = 25
    /// Number of frames at each end of a short sound that give its noise.
    private static let end = 5

    private let weights: SpeechBands.Powers

    /// The weights without noise.
    init() { weights = SpeechBands.Powers(repeating: 1) }

    /// The weights in the noise between words: in each band, the level of its quietest tenth.
    ///
    /// A sound shorter than a second may be speech from end to end. Its noise in each band is the
    /// lowest power at its two ends, where speech is rarely in the same bands.
    init(of frames: [SpeechBands.Powers]) {
        var noise = SpeechBands.Powers()
        if frames.count < SpeechThreshold.shortest {
            let ends = [frames.prefix(Self.end), frames.suffix(Self.end)].map { end in
                end.reduce(end.first ?? noise) { pointwiseMin($0, $1) }
            }
            noise = pointwiseMin(ends[0], ends[1])
        } else {
            for band in noise.indices {
                noise[band] = frames.map { $0[band] }.sorted()[frames.count / 10]
            }
        }
        let inQuiet = pow(10, Self.inQuiet / 10)
        let shares = inQuiet / (inQuiet + noise)
        let relative = shares / shares.max()
        weights = relative * relative
    }

    /// The level of a frame, dB; about that of `SpeechEnergy` where there is no noise.
    func level(of powers: SpeechBands.Powers) -> Float {
        10 * log10((powers * weights).sum() + SpeechEnergy.least)
    }
}

/// The levels of a whole sound.
struct SpeechLevels {
    let weights: BandWeights
    /// dB, 100 frames a second.
    let values: [Float]

    /// - Parameter samples: mono at 16,000 Hz.
    init(of samples: [Float]) {
        var bands = SpeechBands()
        let frames = bands.take(samples)
        let weights = BandWeights(of: frames)
        self.weights = weights
        values = frames.map(weights.level)
    }
}

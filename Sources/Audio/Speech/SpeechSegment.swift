/// A stretch of speech cut out of a sound, with some of what lies around it.
public struct SpeechSegment: Sendable, Equatable {
    /// The sound, mono at 16,000 Hz, from `start - lead` on.
    public var samples: [Float]
    /// How many seconds of `samples` come before the speech.
    public var lead: Double
    /// Where the speech starts, in seconds from the start of the whole sound.
    public var start: Double
    /// Where it ends, in seconds from the start of the whole sound.
    public var end: Double

    /// A stretch of speech from `start` to `end`, seconds of the whole sound, in samples at 16,000
    /// Hz of which the first `lead` seconds come before it.
    public init(samples: [Float], lead: Double, start: Double, end: Double) {
        self.samples = samples
        self.lead = lead
        self.start = start
        self.end = end
    }
}

extension SpeechSegment {
    /// The stretches of speech in a sound that is there from its start to its end, in order.
    ///
    /// The noise is measured over all of it, and so where it is quietest, as before a microphone
    /// is unmuted. The noise of the rest is then one stretch with all that is said in it, longer
    /// than any answer: in such a one the noise is measured anew. Talk without a pause is as long
    /// over the noise of its own room, and is passed over.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public static func all(in samples: [Float]) -> [SpeechSegment] {
        let levels = SpeechLevels(of: samples)
        var endpointer = Endpointer(knowing: levels)
        var found = endpointer.take(samples)
        if let last = endpointer.finish() { found.append(last) }
        for stretch in endpointer.takeTooLong() where hasOtherNoise(stretch, than: levels) {
            let first = Int((stretch.lowerBound * Double(speechRate)).rounded())
            let end = Int((stretch.upperBound + Endpointer.context) * Double(speechRate))
            // It is shorter than the sound, of which a tenth is quieter.
            found += all(in: Array(samples[first..<min(end, samples.count)]))
                .map { $0.moved(by: stretch.lowerBound) }
        }
        return found.sorted { $0.start < $1.start }
    }

    /// Whether a stretch is all over the noise of its sound but a fiftieth: talk comes nearer to
    /// it between its words.
    private static func hasOtherNoise(
        _ stretch: ClosedRange<Double>, than levels: SpeechLevels
    ) -> Bool {
        let first = Int((stretch.lowerBound * 100).rounded())
        let last = Int((stretch.upperBound * 100).rounded())
        let within = levels.values.dropFirst(first).prefix(last - first + 1).sorted()
        guard !within.isEmpty, let noise = SpeechThreshold.noise(of: levels.values) else {
            return false
        }
        return within[within.count / 50] > noise + SpeechThreshold.overNoise
    }

    /// The same stretch in a sound with so many seconds more before it.
    private func moved(by seconds: Double) -> SpeechSegment {
        SpeechSegment(samples: samples, lead: lead, start: start + seconds, end: end + seconds)
    }
}

/// How loud a whole sound is, frame by frame, in the band that tells speech from noise in it.
public struct SpeechLevels: Sendable {
    /// The band they are of.
    public let band: SpeechBand
    /// dB over one step of 16 bits, 100 frames a second.
    public let values: [Float]

    /// Measures a sound from its start to its end.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public init(of samples: [Float]) {
        var consonants = SpeechEnergy()
        let all = consonants.take(samples)
        var low: [Float] = []
        if SpeechBand.mayHide(in: all) {
            var vowels = SpeechEnergy(.vowels)
            low = vowels.take(samples)
        }
        band = low.isEmpty ? .consonants : SpeechBand.suited(to: all, low)
        values = band == .vowels ? low : all
    }
}

/// How loud a sound is where it is quietest and where it is loudest, dB.
public struct LevelRange: Sendable {
    /// Under it lies the quietest tenth of the frames; 0 where there are none.
    public let quietest: Float
    /// The loudest frame; 0 where there is none.
    public let loudest: Float

    /// How far the loudest frame rises over the quietest tenth.
    public var rise: Float { loudest - quietest }

    /// The range of levels in dB.
    ///
    /// - Parameter levels: frame after frame.
    public init(of levels: [Float]) {
        let sorted = levels.sorted()
        quietest = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
        loudest = sorted.last ?? 0
    }
}

/// How far speech rises over what lies around it.
public enum SpeechLoudness {
    /// How far the loudest frame of a sound lies over its quietest tenth, dB, on the scale of
    /// `SpeechEnergy`; 0 for no sound.
    public static func range(of samples: [Float]) -> Double {
        Double(LevelRange(of: SpeechLevels(of: samples).values).rise)
    }
}

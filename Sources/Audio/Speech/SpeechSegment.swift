/// A stretch of speech cut out of a sound, with some of its surroundings and its loudness.
public struct SpeechSegment: Sendable, Equatable {
    /// The sound from `start - lead` on, mono at 16,000 Hz.
    public let samples: [Float]
    /// Seconds of `samples` before the speech.
    public let lead: Double
    /// Start of the speech, seconds from the start of the whole sound.
    public let start: Double
    /// End of the speech, seconds from the start of the whole sound.
    public let end: Double
    /// Loudness of the stretch, measured here once.
    public let analysis: SpeechAnalysis

    /// Length of the speech, seconds.
    public var seconds: Double { end - start }

    /// Start and end of the speech, seconds of the whole sound.
    public var time: ClosedRange<Double> { start...end }

    /// A stretch of speech, measured as it is made.
    ///
    /// - Parameters:
    ///   - samples: mono at 16,000 Hz.
    ///   - lead: seconds of `samples` before the speech.
    ///   - start: of the speech, seconds of the whole sound.
    ///   - end: of the speech, seconds of the whole sound.
    public init(samples: [Float], lead: Double, start: Double, end: Double) {
        self.init(
            samples: samples, lead: lead, start: start, end: end,
            analysis: SpeechAnalysis(of: samples, lead: lead, seconds: end - start))
    }

    /// A stretch with an analysis that was made before.
    package init(
        samples: [Float], lead: Double, start: Double, end: Double, analysis: SpeechAnalysis
    ) {
        self.samples = samples
        self.lead = lead
        self.start = start
        self.end = end
        self.analysis = analysis
    }
}

extension SpeechSegment {
    /// The stretches of speech in a complete sound, in order.
    ///
    /// The noise is measured over the whole sound, and so in its quietest part, such as before a
    /// microphone is unmuted. The rest is then one stretch that is longer than any answer, and its
    /// noise is measured again. Talk without a pause is as long above the noise of its own room,
    /// and is passed over.
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
            // It ends: the stretch is shorter than the sound, of which a tenth is quieter.
            found += all(in: Array(samples[first..<min(end, samples.count)]))
                .map { $0.moved(by: stretch.lowerBound) }
        }
        return found.sorted { $0.start < $1.start }
    }

    /// Whether all but a fiftieth of a stretch is louder than the noise of its sound. Talk comes
    /// nearer to the noise between its words.
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

    /// The same stretch in a sound with more seconds before it.
    private func moved(by seconds: Double) -> SpeechSegment {
        SpeechSegment(
            samples: samples, lead: lead, start: start + seconds, end: end + seconds,
            analysis: analysis)
    }
}

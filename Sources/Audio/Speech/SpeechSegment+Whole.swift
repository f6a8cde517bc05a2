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

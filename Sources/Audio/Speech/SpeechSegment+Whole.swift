extension SpeechSegment {
    /// How much of a sound must lie outside a stretch for the noise in the stretch to be another
    /// than that in all of it, seconds: half the quietest tenth of a stretch too long for an
    /// answer, at the least.
    private static let leastOutside = 0.5

    /// The stretches of speech in a sound that is there from its start to its end, in order.
    ///
    /// The noise is measured over all of it, and so where it is quietest, as before a microphone
    /// is unmuted. The noise of the rest is then one stretch with all that is said in it, longer
    /// than any answer: in such a one the noise is measured anew. Talk without a pause mostly stays
    /// as long, and is passed over.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    public static func all(in samples: [Float]) -> [SpeechSegment] {
        var endpointer = Endpointer(knowing: SpeechLevels(of: samples))
        var found = endpointer.take(samples)
        if let last = endpointer.finish() { found.append(last) }
        for stretch in endpointer.takeTooLong() {
            let first = Int((stretch.lowerBound * Double(speechRate)).rounded())
            let end = Int((stretch.upperBound + Endpointer.context) * Double(speechRate))
            let part = samples[first..<min(end, samples.count)]
            let outside = Double(samples.count - part.count) / Double(speechRate)
            guard outside >= leastOutside else { continue }
            found += all(in: Array(part)).map { $0.moved(by: stretch.lowerBound) }
        }
        return found.sorted { $0.start < $1.start }
    }

    /// The same stretch in a sound with so many seconds more before it.
    private func moved(by seconds: Double) -> SpeechSegment {
        SpeechSegment(samples: samples, lead: lead, start: start + seconds, end: end + seconds)
    }
}

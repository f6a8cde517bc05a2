internal import Platform

/// Praat's text grid, in its long text format (Praat manual, "TextGrid file formats").
enum TextGrid {
    /// A labelled interval of a tier, seconds.
    private typealias Interval = (start: Double, end: Double, text: String)

    /// Three tiers: the answers, their confidences, and the stretches of speech. A recording that
    /// could not be heard has none.
    static func text(of recording: TranscribedRecording) -> String {
        guard let duration = recording.duration, duration > 0 else { return "" }
        let answers = recording.answers
        let tiers: [(name: String, intervals: [Interval])] = [
            ("answers", answers.map { ($0.start ?? 0, $0.end ?? 0, $0.caption) }),
            (
                "confidence",
                answers.map { answer in
                    (
                        answer.start ?? 0, answer.end ?? 0,
                        answer.confidence.map { fixed($0, 3) } ?? ""
                    )
                }
            ),
            (
                "speech",
                recording.utterances.map { ($0.time.lowerBound, $0.time.upperBound, "speech") }
            ),
        ]
        var text = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(fixed(duration, 3))
            tiers? <exists>
            size = \(tiers.count)
            item []:

            """
        for (index, tier) in tiers.enumerated() {
            let intervals = filled(tier.intervals, to: duration)
            text += """
                    item [\(index + 1)]:
                        class = "IntervalTier"
                        name = "\(tier.name)"
                        xmin = 0
                        xmax = \(fixed(duration, 3))
                        intervals: size = \(intervals.count)

                """
            for (number, interval) in intervals.enumerated() {
                text += """
                            intervals [\(number + 1)]:
                                xmin = \(fixed(interval.start, 3))
                                xmax = \(fixed(interval.end, 3))
                                text = "\(interval.text.replacing("\"", with: "\"\""))"

                    """
            }
        }
        return text
    }

    /// The intervals with empty ones between, from 0 to the end: a tier has no gap and no overlap.
    private static func filled(_ intervals: [Interval], to duration: Double) -> [Interval] {
        // Times are written in thousandths. No interval may be empty after rounding.
        let last = (duration * 1000).rounded()
        var filled: [Interval] = []
        var place = 0.0
        for interval in intervals {
            let start = max(place, (interval.start * 1000).rounded())
            let end = min(last, (interval.end * 1000).rounded())
            guard end > start else { continue }
            if start > place { filled.append((place / 1000, start / 1000, "")) }
            filled.append((start / 1000, end / 1000, interval.text))
            place = end
        }
        if place < last || filled.isEmpty { filled.append((place / 1000, last / 1000, "")) }
        return filled
    }
}

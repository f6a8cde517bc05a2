internal import PhoneticMapping
internal import Recognition

/// What was accepted as a letter in recordings that hold none: other words, digits, noise.
package struct WordlessTally: Tally {
    /// Recordings without a letter.
    package var recordings = 0
    /// Those of them that were answered with one.
    package var answered = 0
    /// Letters accepted in them.
    package var letters = 0

    package init() {}

    /// Counts what these thresholds accept.
    init(_ rows: [HeardRow], thresholds: HearingThresholds) {
        for row in rows {
            let accepted = row.answers(at: thresholds).count { $0.kind.letter != nil }
            recordings += 1
            answered += accepted > 0 ? 1 : 0
            letters += accepted
        }
    }

    package mutating func add(_ other: WordlessTally) {
        recordings += other.recordings
        answered += other.answered
        letters += other.letters
    }

    /// The share of recordings answered with a letter, 0…1; nil without recordings.
    var answeredShare: Double? {
        recordings == 0 ? nil : Double(answered) / Double(recordings)
    }
}

internal import Acuity
package import PhoneticMapping
package import Recognition

/// A recording of a manifest, and what was heard in it.
package struct HeardRow: Sendable {
    package var row: ReferenceRow
    package var heard: HeardRecording
    /// Whether letters stand for directions, two of which may name a diagonal.
    var joinsDiagonals = false

    /// What was said as these thresholds judge it.
    package func answers(at thresholds: HearingThresholds) -> [SpokenAnswer] {
        let breaths = thresholds.answers(to: heard.breaths)
        return joinsDiagonals ? breaths.joiningDiagonals : breaths.flatMap(\.self)
    }

    /// The letters compared with the answers, as these thresholds judge them.
    package func tally(at thresholds: HearingThresholds) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: row.letters, heard: answers(at: thresholds))
        return tally
    }
}

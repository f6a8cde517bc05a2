internal import Acuity
internal import LetterSpeech
internal import Listening

/// A recording of a manifest, and what was heard in it.
struct HeardRow: Sendable {
    var row: ReferenceRow
    var heard: HeardRecording
    /// Whether letters stand for directions, two of which may name a diagonal.
    var joinsDiagonals = false

    /// What was said as these thresholds judge it.
    func answers(at thresholds: HearingThresholds) -> [SpokenAnswer] {
        let breaths = thresholds.answers(to: heard.breaths)
        return joinsDiagonals ? breaths.joiningDiagonals : breaths.flatMap(\.self)
    }

    /// The letters compared with the answers, as these thresholds judge them.
    func tally(at thresholds: HearingThresholds) -> LetterTally {
        var tally = LetterTally()
        tally.add(said: row.letters, heard: answers(at: thresholds))
        return tally
    }
}

package import Acuity
package import Dialogue

/// A recording of a line of letters, and what a test made of it.
package struct HeardLine: Sendable {
    package var row: ReferenceRow
    /// What stands at each position after the first reading.
    package var first: [Place]
    /// What stands there at the end of the recording, in which more may have been said.
    package var last: [Place]
    /// The positions, from 0, that were asked for again after the first reading.
    package var asked: [Int] = []
    /// Whether "stop" was heard, which ends a test.
    var wasStopped = false
    /// Whether "wait" or "pause" was.
    var wasPaused = false
    /// Seconds of sound.
    package var duration = 0.0

    /// What was said.
    package var said: [Letter] { row.letters }

    /// How what stands at each position after the first reading compares with what was said; of talk every
    /// answer is wrong.
    var standings: [LineTally.Standing] {
        guard row.isTalk else { return LineTally.standings(said, first) }
        return first.map { $0.isAnswered ? .wrong(isDisplaced: false) : .open }
    }
}

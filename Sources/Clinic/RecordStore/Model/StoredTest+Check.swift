internal import Acuity
internal import Records

// Checks that refuse impossible tests, whether an import or a program adds them.

/// Acuities that charts can measure, logMAR: larger than counting fingers at 30 cm (2.3), and smaller
/// than any eye sees.
private let acuities = -1.0...3.5
/// Tolerance for a clock that is ahead, ms: a day.
private let clockError: Int64 = 86_400_000

extension Moment {
    /// Whether a moment is in the future by more than `clockError`.
    func isAhead(of now: Moment) -> Bool { milliseconds > now.milliseconds + clockError }
}

extension StoredTest {
    /// Makes sure that a test is possible: it begins neither in the future nor after its end, and
    /// charts can measure its acuity.
    ///
    /// - Parameter mayBeAhead: true if the events show that a clock was ahead, and the file is
    ///   right.
    /// - Throws: `RecordError.invalid`.
    package func checkPossible(
        at now: Moment, mayBeAhead: Bool = false
    ) throws(RecordError) {
        if !mayBeAhead, began.isAhead(of: now) {
            throw .invalid("this test began in the future. Check the file, or the clock.")
        }
        if let ended, ended < began {
            throw .invalid("this test ended before it began. Check the file.")
        }
        if let logMAR = record.score.logMAR?.value, !acuities.contains(logMAR) {
            throw .invalid("an acuity of \(logMAR) logMAR is impossible. Check the file.")
        }
    }
}

extension StoredEvent {
    /// Makes sure that events form a whole test: numbered from 0, each one line of text.
    ///
    /// - Throws: `RecordError.invalid`.
    package static func check(_ events: [StoredEvent]) throws(RecordError) {
        for (number, event) in events.enumerated() {
            guard event.number == number else {
                throw .invalid("the events of a test are numbered 0, 1, 2 and so on, each once.")
            }
            try event.checkText()
        }
    }

    /// Makes sure that the text is one line.
    ///
    /// - Throws: `RecordError.invalid`.
    package func checkText() throws(RecordError) {
        guard !text.utf8.contains(0x0A), !text.utf8.contains(0) else {
            throw .invalid("an event is JSON on one line.")
        }
    }
}

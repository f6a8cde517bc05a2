import Acuity
import Dialogue
import PhoneticMapping
import Testing

/// A word before a line that may have been its first letter.
@Suite("A word before the line", .timeLimit(.minutes(1)))
struct WordBeforeLineTests {
    /// A reading of a word and, after a quiet, of letters with equal pauses between them, in
    /// seconds.
    private func reading(after quiet: Double, pause: Double, _ text: String) -> LineReading {
        var reading = LineReading(count: 5)
        _ = reading.takeMaybe(at: 1...1.6)
        var begin = 1.6 + quiet
        for spoken in said(text) {
            var timed = spoken
            timed.time = begin...begin + 0.4
            _ = reading.take([timed])
            begin += 0.4 + pause
        }
        return reading
    }

    @Test(
        "The word may be the first letter unless a long quiet follows it",
        arguments: [
            // "Okay." Then four letters; one was lost.
            (1.5, 0.5, "S R H N", "....."), (1.1, 0.7, "S R H N", "....."),
            // It comes as the others do.
            (0.5, 0.5, "R H N V", ".RHNV"), (1.5, 1.4, "R H N V", ".RHNV"),
            (0.9, 0.3, "R H N V", ".RHNV"),
            // All letters were heard.
            (1.5, 0.5, "S R H N V", "SRHNV"),
        ])
    func whereItStands(quiet: Double, pause: Double, words: String, text: String) {
        #expect(reading(after: quiet, pause: pause, words).text == text)
    }
}

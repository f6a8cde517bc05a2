import Acuity
import Dialogue
import Testing

/// "Wait" of somebody who corrects a letter, and of one who asks for a pause.
@Suite("\"Wait\" as a correction", .timeLimit(.minutes(1)))
struct SecondThoughtTests {
    @Test(
        "\"Wait\" with \"no\", or before a letter, takes back the last letter",
        arguments: [
            ("S R no wait D", "H N V", "S.HNV"), ("S R wait no D", "H N V", "S.HNV"),
            ("S R wait D", "H N V", "S.HNV"), ("S R wait ?", "H N V", "S.HNV"),
            ("S R no wait", "D H N V", "S.HNV"),
            // The letter may be the next one.
            ("S R wait H", "N V", "S...."), ("S R wait H N V", "", "S...."),
            // Nothing was named that it could mean.
            ("wait S R H N V", "", ".RHNV"), ("wait S R H N V Z", "", "RHNVZ"),
        ])
    func correction(first: String, rest: String, text: String) {
        var reading = LineReading(count: 5)
        #expect(!reading.take(said(first)).contains(.paused) && !reading.isPaused)
        _ = reading.take(said(rest))
        #expect(reading.text == text)
    }

    @Test("Alone, after letters, or with \"go on\" in the same utterance it is a pause")
    func pause() {
        for words in ["wait", "S R wait", "S wait R go H"] {
            var reading = LineReading(count: 5)
            #expect(reading.take(said(words)).contains(.paused))
        }
        var later = LineReading.after("S R wait")
        _ = later.take(said("H"))
        #expect(later.isPaused && later.text == "SR...")
    }

    @Test("a single letter is asked for again") func aLetterByItselfIsAskedForAgain() throws {
        var reading = LineReading(count: 1, of: .tumblingE)
        _ = reading.take(said("L wait R"))
        #expect(reading.ask() == [0])
        _ = reading.take(said("R"))
        #expect(reading.text == "R")
    }

    @Test("the test continues") func theTestGoesOn() throws {
        let test = try ScriptedTest([typed("N C K wait no Z O"), typed("K Z O")])
        #expect(
            test.story.prefix(9) == [
                "present 1", "0N", "1C", "2K", "correction 2", "ask 234", "2K", "3Z", "4O",
            ])
    }
}

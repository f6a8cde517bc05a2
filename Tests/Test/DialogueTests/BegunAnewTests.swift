import Acuity
import Dialogue
import PhoneticMapping
import Testing

/// People who restart a line while reading it.
@Suite("A restarted line", .timeLimit(.minutes(1)))
struct BegunAnewTests {
    @Test(
        "Letters repeated in order after a pause replace the first ones",
        arguments: [
            (2, "S R S R H", "SR..."), (3, "S R H S R", "SRH.."), (3, "S R H R H", "SRH.."),
            (2, "S R S R", "SR..."),
        ])
    func part(late: Int, words: String, text: String) {
        for (pause, isAnew) in [(1.5, true), (0.7, false)] {
            var reading = LineReading(count: 5)
            _ = reading.take(heard(words, pause: pause, before: late))
            #expect((reading.text == text) == isAnew, "\(pause) s: \(reading.text)")
        }
    }

    @Test(
        "Typed letters have no pauses, and stay",
        arguments: ["SRSRH", "SRHSR", "SRHNS", "SSRHN", "CCCCC", "-----", "S-S-H"])
    func typed(line: String) {
        let words = line.map(String.init).joined(separator: " ")
        #expect(LineReading.after(words).text == line)
    }

    @Test("A line restarted and read to its end counts, with or without a pause")
    func toItsEnd() {
        #expect(LineReading.after("H D", "H D K N R").text == "HDKNR")
        var reading = LineReading(count: 5)
        _ = reading.take(heard("H D H D K N R", pause: 1.5, before: 2))
        #expect(reading.text == "HDKNR" && reading.expected == 0)
        // Six items, and only four letters of the line.
        var short = LineReading(count: 5)
        _ = short.take(heard("H D H D K N", pause: 1.5, before: 2))
        #expect(short.text == "HDKN." && short.ask() == [4])
        // No letter was repeated.
        #expect(LineReading.after("H D", "H V K N R").text == ".....")
    }

    @Test("After a restart the rest is awaited; a second identical reading counts")
    func once() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("S R S R H", pause: 1.5, before: 2))
        #expect(reading.expected == 2)
        var goesOn = reading
        _ = goesOn.take(said("N V"))
        #expect(goesOn.text == "SRHNV")
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(heard("S R S R H", pause: 1.5, before: 2))
        #expect(reading.text == "SRSRH" && reading.isFull)
    }

    /// Letters of 0.4 s with 0.5 s between them, and another pause before one of them.
    private func heard(_ text: String, pause: Double, before late: Int) -> [SpokenAnswer] {
        var begin = 1.0
        return said(text).enumerated().map { index, spoken in
            if index > 0 { begin += 0.4 + (index == late ? pause : 0.5) }
            var timed = spoken
            timed.time = begin...begin + 0.4
            return timed
        }
    }

    @Test(
        "A repeated single letter counts after the longest pause",
        arguments: [
            (1.5, 1, "S S R H N", "S...."), (1.5, 4, "S R H N S", "SRHN."),
            (1.5, 3, "S R H S N", "SRHSN"), (0.7, 1, "S S R H N", "SSRHN"),
            (1.5, 2, "S S R H N", "SSRHN"), (1.5, 3, "S R H S", "SRH.."),
        ])
    func single(pause: Double, late: Int, words: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(heard(words, pause: pause, before: late))
        #expect(reading.text == text)
    }

    @Test("An unclear letter is its likeliest candidate")
    func unclear() {
        var words = heard("S R S ? H", pause: 1.5, before: 2)
        words[3].posterior = LetterPosterior(letters: [.r: 0.5, .h: 0.1])
        var reading = LineReading(count: 5)
        _ = reading.take(words)
        #expect(reading.text == "SR...")
    }

    @Test("Repeated directions are not a restart, nor is a last repeated letter of HOTV")
    func whereTheyRepeat() {
        for (set, late, words, text) in [
            (OptotypeSet.tumblingE, 2, "L R L R U", "LRLRU"), (.hotv, 4, "H O T V H", "HOTVH"),
            (.hotv, 2, "H O H O T", "HO..."),
        ] {
            var reading = LineReading(count: 5, of: set)
            _ = reading.take(heard(words, pause: 1.5, before: late))
            #expect(reading.text == text)
        }
    }
}

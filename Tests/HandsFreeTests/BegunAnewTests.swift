import Acuity
import HandsFree
import LetterSpeech
import Testing

/// Who begins a line again while reading it.
@Suite struct BegunAnewTests {
    @Test(
        "A part that comes again in the same order has no sure place, nor has what follows",
        arguments: [
            ("S R S R H", "....."), ("S R H S R", "....."), ("S R H R H", "S...."),
            ("S R S R", "....."), ("S ? S R", "S...."),
            // A letter that comes again by itself was misread.
            ("S R H N S", "SRHNS"), ("S S R H N", "SSRHN"), ("S R H S N", "SRHSN"),
            ("C C C C C", "CCCCC"), ("- - - - -", "-----"), ("S - S - H", "S-S-H"),
        ])
    func typed(words: String, text: String) {
        #expect(LineReading.after(words).text == text)
    }

    @Test("More is awaited then, and a second reading of the same stands")
    func once() {
        var reading = LineReading.after("S R S R H")
        #expect(reading.expected == 2)
        var goesOn = reading
        _ = goesOn.take(said("N V"))
        #expect(goesOn.text == ".....")
        #expect(reading.ask() == [0, 1, 2, 3, 4])
        _ = reading.take(said("S R S R H"))
        #expect(reading.text == "SRSRH" && reading.isFull)
    }

    /// Letters of 0.4 s with 0.5 s between them, but before one.
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
        "A single letter that comes again does after the longest pause",
        arguments: [
            (1.5, 1, "S S R H N", "....."), (1.5, 4, "S R H N S", ".RHN."),
            (1.5, 3, "S R H S N", "SRHSN"), (0.7, 1, "S S R H N", "SSRHN"),
            (1.5, 2, "S S R H N", "SSRHN"), (1.5, 3, "S R H S", "....."),
        ])
    func single(pause: Double, late: Int, words: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(heard(words, pause: pause, before: late))
        #expect(reading.text == text)
    }

    @Test("An unclear letter is the one that it most likely was")
    func unclear() {
        var words = said("S R ? R H")
        words[2].belief = LetterBelief(letters: [.s: 0.5, .h: 0.1])
        var reading = LineReading(count: 5)
        _ = reading.take(words)
        #expect(reading.text == ".....")
    }

    @Test("Directions come again, and of HOTV the last letter does")
    func whereTheyRepeat() {
        for (set, words, text) in [
            (OptotypeSet.tumblingE, "L R L R U", "LRLRU"), (.hotv, "H O T V H", "HOTVH"),
            (.hotv, "H O H O T", "....."),
        ] {
            var reading = LineReading(count: 5, of: set)
            _ = reading.take(heard(words, pause: 1.5, before: 4))
            #expect(reading.text == text)
        }
    }

    @Test func theTestAsksForTheLine() throws {
        let test = try ScriptedTest([
            spoken("N C"), spoken("N C K"), .silence, spoken("N C K Z O"), .settled,
        ])
        #expect(test.story.contains("ask 01234"))
        #expect(test.story.contains("right 5"))
    }
}

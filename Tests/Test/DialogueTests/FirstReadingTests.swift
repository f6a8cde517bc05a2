import Acuity
import Dialogue
import PhoneticMapping
import Testing

@Suite("The first reading of a line", .timeLimit(.minutes(1)))
struct FirstReadingTests {
    @Test("letters may come in one breath or one at a time") func inOneBreathOrOneAtATime() {
        #expect(LineReading.after("C Z R H S").text == "CZRHS")
        #expect(LineReading.after("C", "Z R", "", "H", "S").text == "CZRHS")
        #expect(LineReading.after("C Z R H S").isFull)
        #expect(
            LineReading.after("C Z R H S").finalAnswers?.map(\.response)
                == "CZRHS".compactMap { Letter($0) }.map { .named($0) })
    }

    @Test(
        "\"can't see it\" fills a position",
        arguments: [
            ("- Z - H S", "-Z-HS", []), ("--", "-----", []), ("C Z --", "CZ---", []),
            ("C Z R H S --", "CZRHS", []), ("- - - - -", "-----", []), ("C -", "C-...", [2, 3, 4]),
        ])
    func cannotSee(utterance: String, text: String, missing: [Int]) {
        let reading = LineReading.after(utterance)
        #expect(reading.text == text)
        #expect(reading.missing == missing)
    }

    @Test(
        "a position is never guessed",
        arguments: [
            // As many as letters: only the unclear places are open.
            ("C Z ? H S", "CZ.HS"), ("? Z ? H S", ".Z.HS"), ("? ? ? ? ?", "....."),
            ("- ? R H S", "-.RHS"),
            // All letters clear, the rest is noise.
            ("C Z ? R H S", "CZRHS"), ("? C Z R H S ?", "CZRHS"), ("C ? Z ? - ? H S", "CZ-HS"),
            // Too few: only the letters before the first unclear one are sure.
            ("C Z R", "CZR.."), ("C ? R", "C...."), ("? Z R", "....."), ("C Z R ?", "CZR.."),
            // Too many: one too many can stand anywhere.
            ("C Z R H S N", "....."), ("C Z R H S -", "....."), ("C Z R H S N ?", "....."),
            // Too many with too few letters among them: what follows is the last one.
            ("C Z ? R ? H", "CZ..H"), ("C ? ? ? ? ? S", "C...S"), ("? ? ? ? ? C", "....C"),
            // Not sure which are left.
            ("C ? --", "C...."),
        ])
    func neverGuessesAPosition(utterance: String, text: String) {
        #expect(LineReading.after(utterance).text == String(text.prefix(5)))
        let letterByLetter = utterance.split(separator: " ").map(String.init)
        var reading = LineReading(count: 5)
        for word in letterByLetter { _ = reading.take(said(word)) }
        #expect(reading.text == String(text.prefix(5)))
    }

    /// A name heard as two letters leaves one too many, and the unclear one may not be noise.
    @Test(
        "a probable letter between others is not noise",
        arguments: [
            (0.9, "....."), (0.55, "....."), (0.45, "CZRHS"), (0.1, "CZRHS"),
        ])
    func likelyLetter(presence: Double, text: String) {
        let unclear = SpokenAnswer(
            .unclear, posterior: LetterPosterior(letters: [.d: presence / 2, .v: presence / 2]))
        for place in 0...5 {
            var answers = said("C Z R H S")
            answers.insert(unclear, at: place)
            var reading = LineReading(count: 5)
            _ = reading.take(answers)
            #expect(reading.text == text, "at \(place)")
        }
    }

    @Test("an utterance without an answer changes nothing")
    func anUtteranceWithoutAnswerChangesNothing() {
        for utterances in ["", "C Z", "C Z ?", "C Z R H S", "C no", "C wait"] {
            var reading = LineReading.after(utterances)
            let before = reading
            #expect(reading.take([]).isEmpty)
            #expect(reading == before)
        }
    }

    @Test("the reading counts the remaining letters") func tellsHowManyAreToCome() {
        #expect(LineReading.after("").expected == 5)
        #expect(LineReading.after("C Z").expected == 3)
        #expect(LineReading.after("C ?").expected == 3)
        #expect(LineReading.after("C Z R H S").expected == 0)
        #expect(LineReading.after("C Z R H S no").expected == 1)
    }

    @Test("the display gets the state of each position") func placesForTheDisplay() {
        var reading = LineReading.after("C - ? H S")
        #expect(reading.places == [.heard(.c), .missed, .waiting, .heard(.h), .heard(.s)])
        _ = reading.ask()
        #expect(reading.places == [.heard(.c), .missed, .asked, .heard(.h), .heard(.s)])
    }

    @Test("changes have positions and words") func changesTellPositionsAndWhatWasHeard() {
        var reading = LineReading(count: 5)
        let c = HeardAnswer(.named(.c), heard: "c", confidence: 0.9)
        let missed = HeardAnswer(.missed)
        #expect(
            reading.take(said("C -")) == [
                .answered(position: 0, c), .answered(position: 1, missed),
            ])
    }
}

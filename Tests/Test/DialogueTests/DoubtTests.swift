import Acuity
import Dialogue
import PhoneticMapping
import Testing

/// A letter that was unclear and is read again: both readings count.
@Suite("Doubtful answers", .timeLimit(.minutes(1)))
struct DoubtTests {
    private func unclear(_ letters: [Letter: Double]) -> SpokenAnswer {
        SpokenAnswer(.unclear, posterior: LetterPosterior(letters: letters, accept: 0.5))
    }

    private func clear(_ letter: Letter, _ letters: [Letter: Double]) -> SpokenAnswer {
        SpokenAnswer(
            .letter(letter), confidence: letters[letter] ?? 0,
            posterior: LetterPosterior(letters: letters, accept: 0.5))
    }

    /// A line whose third letter was unclear and is asked for.
    private func asked(_ letters: [Letter: Double]) -> LineReading {
        var reading = LineReading(count: 5)
        _ = reading.take(said("C Z") + [unclear(letters)] + said("H S"))
        #expect(reading.ask() == [2])
        return reading
    }

    @Test("two unclear readings that agree are an answer")
    func agreeing() {
        var reading = asked([.d: 0.45, .v: 0.40])
        let changes = reading.take([unclear([.d: 0.48, .v: 0.20, .z: 0.1])])
        #expect(reading.text == "CZDHS" && reading.isFull)
        #expect(changes.count == 1)
        #expect((reading.finalAnswers?[2].confidence ?? 0) > 0.5)
    }

    @Test("a letter outside the set is never the answer of unclear readings")
    func offChart() {
        var reading = asked([.t: 0.48, .d: 0.20])
        _ = reading.take([unclear([.t: 0.48, .d: 0.20])])
        #expect(reading.text == "CZ.HS" && reading.ask() == [2])
        _ = reading.take([clear(.t, [.t: 0.8])])
        #expect(reading.text == "CZTHS")
    }

    @Test("a letter with two unclear readings that disagree is asked for again")
    func disagreeing() {
        var reading = asked([.d: 0.45, .v: 0.40])
        _ = reading.take([unclear([.d: 0.40, .v: 0.45])])
        #expect(reading.text == "CZ.HS")
        #expect(reading.ask() == [2])
        // The third counts with both.
        _ = reading.take([unclear([.d: 0.48, .v: 0.30])])
        #expect(reading.text == "CZDHS")
    }

    @Test("an unclear reading counts as not understood, however likely its letter is")
    func countedOnce() {
        // Two such readings would be an answer.
        var reading = asked([.d: 0.48, .v: 0.20])
        #expect(reading.notUnderstood == [2])
        _ = reading.take([unclear([.v: 0.48, .d: 0.20])])
        #expect(reading.ask() == [2] && reading.notUnderstood == [2])
        _ = reading.take([clear(.d, [.d: 0.9])])
        #expect(reading.text == "CZDHS")
        #expect(reading.finalAnswers?.map(\.unclearBefore) == [0, 0, 2, 0, 0])
    }

    @Test("a letter that stays doubtful is asked for by its code word")
    func byCodeWord() {
        var reading = LineReading(count: 1)
        var requests: [Asking] = []
        for likeliest: Letter in [.d, .v, .d] {
            let other: Letter = likeliest == .d ? .v : .d
            _ = reading.take([unclear([likeliest: 0.48, other: 0.20])])
            #expect(reading.ask() == [0])
            requests.append(reading.asking)
        }
        #expect(requests == [.again, .again, .codeWord])
    }

    @Test("a clear reading that contradicts the one before is unclear")
    func contradicted() {
        var reading = asked([.v: 0.49, .d: 0.02])
        _ = reading.take([clear(.d, [.d: 0.52, .v: 0.46])])
        #expect(reading.text == "CZVHS")
        reading = asked([.v: 0.30, .d: 0.02])
        _ = reading.take([clear(.d, [.d: 0.52, .v: 0.08])])
        #expect(reading.text == "CZ.HS")
    }

    @Test("a clear answer stays clear after nothing or a correction")
    func untouched() {
        var reading = LineReading.after("C Z ? H S")
        _ = reading.ask()
        _ = reading.take([clear(.d, [.d: 0.52, .v: 0.46])])
        #expect(reading.text == "CZDHS")
        reading = asked([.v: 0.49, .d: 0.02])
        _ = reading.take(said("K no") + [clear(.d, [.d: 0.52, .v: 0.46])])
        #expect(reading.text == "CZDHS")
    }

    @Test("doubt about one letter does not affect another")
    func positions() {
        var reading = asked([.v: 0.49, .d: 0.02])
        // The whole line once more: the doubt belongs to the third letter.
        _ = reading.take(
            said("C") + [clear(.d, [.d: 0.52, .v: 0.46])] + said("R H S"))
        #expect(reading.text == "CDRHS")
    }
}

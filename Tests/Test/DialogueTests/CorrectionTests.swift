import Acuity
import Dialogue
import PhoneticMapping
import Testing

@Suite("Correcting an answer", .timeLimit(.minutes(1)))
struct CorrectionTests {
    @Test(
        "\"no\" corrects a letter, in one breath or in pieces",
        arguments: [
            ("C Z R H K no S", "CZRHS"), ("C K no Z R H S", "CZRHS"), ("C - no Z R H S", "CZRHS"),
            ("C K no no Z", "CZ..."), ("C K no N no Z", "CZ..."),
            // The correction is unclear: its place is sure, its letter is not.
            ("C K no ? R H S", "C.RHS"), ("C K no ? R", "C.R.."),
            // The correction may mean the unclear letter or the letter before it.
            ("C Z ? no R H S", "C..HS"), ("? no R", "....."),
            // Nothing was named that it could mend; what follows may or may not be the line.
            ("no N", "....."), ("no N C Z R H S", "CZRHS"), ("no C Z R H S", "....."),
            ("no C Z R H S N", "ZRHSN"), ("? no R H S N Z", ".HSNZ"),
            // "No, I can't see it."
            ("no - Z R H S", "-ZRHS"), ("no --", "-----"), ("C Z no --", "C.---"),
            ("C Z no - H S", "C..HS"), ("C Z no - R H S", "C.RHS"), ("C Z no ? R H S N", "....."),
            // Dropped together with the reading.
            ("C K no again Z", "Z...."),
        ])
    func inOneBreathOrInPieces(utterance: String, text: String) {
        #expect(LineReading.after(utterance).text == text)
        var reading = LineReading(count: 5)
        for word in utterance.split(separator: " ") { _ = reading.take(said(String(word))) }
        #expect(reading.text == text)
    }

    @Test("\"sorry\" corrects a letter, and before any it means nothing")
    func apology() {
        var reading = LineReading(count: 5)
        let sorry = SpokenAnswer(.command(.correction), heard: "sorry")
        _ = reading.take([sorry] + said("C K"))
        #expect(reading.text == "CK...")
        _ = reading.take([sorry] + said("H R S N"))
        #expect(reading.text == "CHRSN")
    }

    /// "No, N" that is not sure may have been a plain N: what follows has no sure position.
    @Test(
        "a phrase that may be a letter leaves the line open",
        arguments: [
            ("D K S", "V", "DK..V"), ("D K S", "N V", "DK.NV"), ("D K S H", "", "DKS.."),
            ("D K S H V", "", "DKSH."),
            ("", "N", "....."),
        ])
    func aPhraseThatMayBeALetter(before: String, after: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(said(before))
        let time = 3.0...3.8
        _ = reading.take([
            SpokenAnswer(.command(.correction), time: time), SpokenAnswer(.unclear, time: time),
        ])
        _ = reading.take(said(after))
        #expect(reading.text == text)
    }

    @Test("a letter said apart from its \"no\" has a sure place")
    func aLetterSaidApartFromItsNoHasASurePlace() {
        let time = 3.0...3.8
        var apart = LineReading.after("D K S")
        _ = apart.take([
            SpokenAnswer(.command(.correction), time: time), SpokenAnswer(.unclear, time: 4...4.5),
        ])
        _ = apart.take(said("N V"))
        #expect(apart.text == "DK.NV")
    }

    @Test("a correction reports the old answer and the new one")
    func tellsWhatWasThereBeforeAndWhatItBecame() {
        var reading = LineReading(count: 5)
        let k = HeardAnswer(.named(.k), heard: "k", confidence: 0.9)
        let z = HeardAnswer(.named(.z), heard: "z", confidence: 0.9)
        #expect(
            reading.take(said("K no Z")) == [
                .answered(position: 0, k), .mended(position: 0, z),
            ])
        #expect(reading.take(said("no ?")) == [.mended(position: 0, nil)])
    }

    @Test("a correction changes an answer of an earlier reading")
    func mendsAnAnswerOfAnEarlierReading() {
        var reading = LineReading.after("C K")
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(said("no Z"))
        #expect(reading.text == "CZ...")
        _ = reading.take(said("R H S"))
        #expect(reading.text == "CZRHS")
    }

    /// A letter that "no" takes back is asked for, and then named with another "no" or without.
    @Test(
        "a letter taken back can be named in the reply",
        arguments: [
            ("C Z no", [1, 2, 3, 4], "no N R H S", "CNRHS"),
            ("C Z no", [1, 2, 3, 4], "no N", "CN..."),
            ("C Z no", [1, 2, 3, 4], "N R H S", "CNRHS"),
            ("C Z no", [1, 2, 3, 4], "no ? R H S", "C.RHS"),
            ("C no", [0, 1, 2, 3, 4], "no K Z R H S", "KZRHS"),
            ("? Z ? H S no", [0, 2, 4], "no N C R", "CZRHN"),
            ("? Z ? H S no", [0, 2, 4], "C R N", "CZRHN"),
            // The unclear one or the letter of the earlier reading.
            ("C Z", [2, 3, 4], "? no K", "C...."), ("C Z", [2, 3, 4], "? no K H S", "C..HS"),
        ])
    func namedAfterItWasTakenBack(first: String, asked: [Int], reply: String, text: String) {
        var reading = LineReading.after(first)
        #expect(reading.ask() == asked)
        _ = reading.take(said(reply))
        #expect(reading.text == text)
    }

    @Test("a correction changes the reply to a request") func mendsTheReplyToAnAsking() {
        var reading = LineReading.after("? Z ? H S")
        _ = reading.ask()
        _ = reading.take(said("K no C R"))
        #expect(reading.text == "CZRHS")
        _ = reading.take(said("no N"))
        #expect(reading.text == "CZNHS")
    }

    @Test("a \"no\" without a letter takes the answer back")
    func withoutItsLetterItTakesTheAnswerBack() {
        var reading = LineReading.after("C Z R H S no")
        #expect(!reading.isFull)
        #expect(reading.ask() == [4])
        #expect(reading.text == "CZRH.")
        var said1 = reading
        _ = said1.take(said("N"))
        #expect(said1.text == "CZRHN")
        var said2 = reading
        _ = said2.take(said("no N"))
        #expect(said2.text == "CZRHN")
    }

    @Test("an earlier answer that is taken back is asked for too")
    func takingBackAnEarlierAnswerAsksForItToo() {
        var reading = LineReading.after("C Z")
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(said("no ?"))
        _ = reading.take(said("R H S"))
        #expect(reading.text == "C.RHS" && !reading.isFull)
        #expect(reading.ask() == [1])
    }

    @Test("a \"no\" before the first letter changes nothing")
    func beforeAnythingWasNamedNothingComesOfIt() {
        var reading = LineReading.after("no")
        #expect(reading.ask() == [0, 1, 2, 3, 4])
        _ = reading.take(said("C Z R H S"))
        #expect(reading.text == "CZRHS")
    }

    @Test(
        "After a request a correction means the last letter if nothing unclear followed",
        arguments: [
            (["C Z R H ?"], "no K", "CZRH."), (["C ? H"], "no K", "C...."),
            (["C Z", "R H S N"], "no K", "CZ..."), (["C Z R H"], "no K", "CZRK."),
            (["C Z ? H S"], "no K", "CZ.HK"), (["C Z ? H S", "R"], "no K", "CZKHS"),
        ])
    func afterAsking(read: [String], correction: String, text: String) {
        var reading = LineReading(count: 5)
        for words in read {
            _ = reading.take(said(words))
            _ = reading.ask()
        }
        _ = reading.take(said(correction))
        #expect(reading.text == text)
    }

    @Test("A letter withdrawn again and again is left open")
    func takenBackForEver() {
        var reading = LineReading(count: 1)
        var askings = 0
        while !reading.isFull, askings < 20 {
            _ = reading.take(said("C no ?"))
            _ = reading.ask()
            askings += 1
        }
        #expect(askings == LineReading.mostRequests(letters: 1) + 1)
    }
}

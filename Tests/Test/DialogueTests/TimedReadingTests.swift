import Acuity
import Dialogue
import PhoneticMapping
import Testing

/// The positions of answers by the times at which they were heard.
@Suite("Timing within a line", .timeLimit(.minutes(1)))
struct TimedReadingTests {
    /// Words as heard answers, each of a length and with a pause after it, from a time on.
    private func heard(
        _ text: String, from start: Double = 1, lasting length: Double = 0.4
    ) -> [SpokenAnswer] {
        said(text).enumerated().map { index, spoken in
            var timed = spoken
            let begin = start + Double(index) * (length + 0.3)
            timed.time = begin...begin + length
            return timed
        }
    }

    @Test("\"Nothing\" for several letters counts when it is heard again")
    func none() {
        for (before, text) in [("", "....."), ("C K", "CK...")] {
            var reading = LineReading.after(before)
            #expect(reading.take(heard("--")).isEmpty)
            #expect(reading.text == text)
            _ = reading.ask()
            _ = reading.take(heard("--", from: 9))
            #expect(reading.text == text.replacing(".", with: "-"))
        }
    }

    @Test("\"Nothing\" for one letter, typed, or as a phrase counts at once")
    func noneOfOne() {
        var phrase = heard("--")
        phrase[0].wording = .phrase
        var all = LineReading(count: 5)
        _ = all.take(phrase)
        #expect(all.text == "-----")
        var reading = LineReading.after("C K H S")
        _ = reading.take(heard("--"))
        #expect(reading.text == "CKHS-")
        #expect(LineReading.after("C --").text == "C----")
    }

    @Test("An ambiguous phrase counts when it is heard again")
    func ambiguous() {
        var phrase = heard("--")
        phrase[0].wording = .phrase
        phrase[0].isAmbiguous = true
        var reading = LineReading.after("C K")
        #expect(reading.take(phrase).isEmpty)
        #expect(reading.text == "CK...")
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(phrase)
        #expect(reading.text == "CK---")
    }

    @Test("After \"nothing\" the line may still be read")
    func readAfterAll() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("--"))
        #expect(reading.ask() == [0, 1, 2, 3, 4])
        _ = reading.take(heard("C K H S N", from: 9))
        #expect(reading.text == "CKHSN")
    }

    @Test("If letters are missing, a letter as long as two leaves the rest open")
    func long() {
        let before = heard("C K")
        let long = heard("H", from: 3, lasting: 1.3)
        var short = LineReading(count: 5)
        _ = short.take(before + long + heard("S", from: 5))
        #expect(short.text == "CK...")
        #expect(short.ask() == [2, 3, 4])
        #expect(short.notUnderstood == [2, 3])
        var full = LineReading(count: 5)
        _ = full.take(before + long + heard("S N", from: 5))
        #expect(full.text == "CKHSN")
    }

    @Test(
        "A letter of double length leaves the rest open, unless a pause follows it",
        arguments: [
            (0.67, 0.0, "C...."), (0.67, 0.4, "CDHS."), (0.5, 0.0, "CDHS."), (0.4, 0.0, "CDHS."),
        ])
    func longInRow(length: Double, pause: Double, text: String) {
        var reading = LineReading(count: 5)
        let after = 1.3 + length + pause
        _ = reading.take(
            heard("C") + heard("D", from: 1.3, lasting: length)
                + heard("H", from: after, lasting: 0.3)
                + heard("S", from: after + 0.3, lasting: 0.28))
        #expect(reading.text == text)
        _ = reading.take(heard("N", from: after + 0.6, lasting: 0.3))
        #expect(reading.text == "CDHSN")
    }

    @Test(
        "Letters read on during a request are not placed by guess",
        arguments: [
            ("?", 4.0, "S N", "CK..."), ("?", 5.5, "S N", "CKSN."), ("?", 4.0, "H S N", "CKHSN"),
            ("", 4.0, "S N", "CKSN."), ("~", 6.4, "S N", "CK..."), ("~", 6.6, "S N", "CKSN."),
        ])
    func readsOn(unclear: String, pause: Double, reply: String, text: String) {
        var reading = LineReading(count: 5)
        let first = heard(unclear == "?" ? "C K ?" : "C K")
        _ = reading.take(first)
        let end = first.last?.time?.upperBound ?? 0
        if unclear == "~" { _ = reading.takeMaybe(at: end + 1...end + 1.5) }
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(heard(reply, from: end + pause))
        #expect(reading.text == text)
    }

    @Test(
        "A letter and its code word right after it are one letter",
        arguments: [(0.3, "kilo", "CKHSN"), (1.1, "kilo", "....."), (0.3, "kay", ".....")])
    func codeWord(pause: Double, word: String, text: String) {
        var again = heard("K", from: 2 + pause)
        again[0].heard = word
        again[0].wording = .init(of: [word], for: .k)
        var reading = LineReading(count: 5)
        _ = reading.take(heard("C") + heard("K", from: 1.6) + again)
        _ = reading.take(heard("H S N", from: 5))
        #expect(reading.text == text)
    }

    /// A long "oh" is found as "oh oh", an "aitch" as "kay aitch".
    @Test(
        "Of six letters for five, one heard as two is one",
        arguments: [
            (0.0, "C O O K S N", "COKSN"), (0.0, "O O K S N C", "OKSNC"),
            (0.0, "C K S N O O", "CKSNO"), (0.04, "C O O K S N", "COKSN"),
            // With a pause between them, two such pairs, or something unclear, it may be another.
            (0.3, "C O O K S N", "....."), (0.0, "C O O O K S", "C.OKS"),
            (0.0, "C C O O K S", "..OKS"), (0.0, "C O K S N H", "....."),
            (0.0, "C O O K S N H", "....."), (0.0, "C - - K S N", "....."),
            // The beginning of an "aitch", found as a letter of its own.
            (0.0, "C A H S N O", "CHSNO"), (0.0, "I H C S N O", "HCSNO"),
            (0.0, "C S N O K H", "CSNOH"), (0.3, "C K H S N O", "....."),
            (0.0, "C H K S N O", "....."), (0.0, "C O H S N K", "....."),
            (0.0, "C K K H S N", "C.HSN"), (0.0, "I H N N C O", "..NCO"),
            // Seven with two such places.
            (0.0, "S R I H O O N", "SRHON"), (0.0, "S R I H O N C", "....."),
            (0.0, "S O O O R N C", "SORNC"),
            // As many as were asked for are taken as they are.
            (0.0, "C O O K S", "COOKS"), (0.0, "C K H S N", "CKHSN"),
        ])
    func oneTooMany(pause: Double, letters: String, text: String) {
        var reading = LineReading(count: 5)
        var answers = heard(letters)
        var begin = 1.0
        for index in answers.indices {
            answers[index].time = begin...begin + 0.4
            begin += 0.4 + pause
        }
        _ = reading.take(answers)
        #expect(reading.text == text)
    }

    @Test(
        "The unclear beginning of an H is part of the H",
        arguments: [(Letter.i, "CHSNO"), (.d, ".....")])
    func unclearBeforeH(likeliest: Letter, text: String) {
        var answers = heard("C ? H S N O")
        answers[1].posterior = LetterPosterior(letters: [likeliest: 0.5, .b: 0.1])
        var reading = LineReading(count: 5)
        _ = reading.take(answers)
        #expect(reading.text == text)
    }

    /// Of C K H S N four letters are heard. The fifth is asked for, and answered.
    @Test(
        "A fifth letter equal to the fourth shows that one was lost before",
        arguments: [
            ("C K H S", "N", "CKHSN"), ("K H S N", "N", "....."), ("C K H N", "N", "....."),
            ("C K S N", "?", "CKSN."),
            // Reading the whole line again gives all.
            ("C K S N", "C K H S N", "CKHSN"),
            // As many letters as the line has are not a reading of one less.
            ("C K H N ?", "N", "CKHNN"), ("C K N ? H", "N", "CKNNH"),
            // Two were lost, or more.
            ("C K H", "S N", "CKHSN"), ("C H N", "S N", "....."), ("K H N", "S N", "....."),
            ("C H S", "S N", "....."), ("N", "K H S N", "....."), ("C S ?", "H S N", "....."),
        ])
    func lost(first: String, reply: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(heard(first))
        _ = reading.ask()
        _ = reading.take(heard(reply, from: 20))
        #expect(reading.text == text)
        guard text == "....." else { return }
        #expect(!reading.isFull && reading.ask() == [0, 1, 2, 3, 4])
        _ = reading.take(heard("C K H S N", from: 30))
        #expect(reading.text == "CKHSN" && reading.isFull)
    }

    @Test("A reader who names letters twice keeps their positions")
    func notLostWhereOthersRepeat() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("H D D"))
        #expect(reading.ask() == [3, 4])
        _ = reading.take(heard("H D", from: 20))
        #expect(reading.text == "HDDHD" && reading.isFull)
    }

    @Test(
        "A letter may be missing in the longest pause: the rest is asked for",
        arguments: [(1.0, "CK..."), (0.5, "CKHS.")])
    func lostInPause(pause: Double, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("C K") + heard("H S", from: 2.1 + pause))
        #expect(reading.text == text)
    }

    @Test(
        "A short reply shows a lost letter also if there are several replies",
        arguments: [
            (["C K", "H", "S N"], "CKHSN"), (["C K", "S", "S N"], "....."),
            (["C H", "?", "H S N"], "....."),
        ])
    func lostInReplies(readings: [String], text: String) {
        var reading = LineReading(count: 5)
        for (turn, letters) in readings.enumerated() {
            if turn > 0 { _ = reading.ask() }
            _ = reading.take(heard(letters, from: 20 * Double(turn)))
        }
        #expect(reading.text == text)
    }

    @Test("A corrected letter does not show a lost one")
    func mendedEnd() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("C H"))
        _ = reading.ask()
        _ = reading.take(heard("no K", from: 20))
        _ = reading.take(heard("H S N", from: 30))
        #expect(reading.text == "CKHSN")
    }

    @Test(
        "In HOTV only a double letter hints at a lost one; with directions nothing does",
        arguments: [
            (OptotypeSet.hotv, "H O T", "V H", "HOTVH"), (.hotv, "H O T", "V T", "HOTVT"),
            (.hotv, "H O T", "T V", "....."), (.hotv, "H O T V", "V", "....."),
            (.tumblingE, "L R U D", "D", "LRUDD"),
        ])
    func lostWhereLettersRepeat(set: OptotypeSet, first: String, reply: String, text: String) {
        var reading = LineReading(count: 5, of: set)
        _ = reading.take(heard(first))
        _ = reading.ask()
        _ = reading.take(heard(reply, from: 20))
        #expect(reading.text == text)
    }

    @Test("Typed letters and unseen ones were not lost")
    func notLost() {
        var typed = LineReading.after("C K H S")
        _ = typed.ask()
        _ = typed.take(said("S"))
        #expect(typed.text == "CKHSS")
        var missed = LineReading(count: 5)
        _ = missed.take(heard("C K H -"))
        _ = missed.ask()
        _ = missed.take(heard("-", from: 20))
        #expect(missed.text == "CKH--")
    }

    @Test("A phrase may be of any length")
    func longPhrase() {
        var phrase = heard("C - K", lasting: 1.3)
        phrase[0].wording = .codeWord
        phrase[2].wording = .codeWord
        var reading = LineReading(count: 5)
        _ = reading.take(phrase)
        #expect(reading.text == "C-K..")
    }

    @Test(
        "Long after a correction the number of letters decides what was corrected",
        arguments: [
            (0.9, "Z", "CZ..."), (1.1, "Z", "C...."), (0.9, "Z R H S", "CZRHS"),
            (1.1, "R H S", "C.RHS"), (1.1, "Z R H S", "CZRHS"), (1.1, "R H", "C...."),
        ])
    func lateCorrection(pause: Double, after: String, text: String) {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("C K"))
        _ = reading.take(heard("no", from: 3))
        _ = reading.take(heard(after, from: 3.4 + pause))
        #expect(reading.text == text)
    }

    @Test("One letter with unclear speech may be talk: all are asked for")
    func letterOfTalk() {
        for unclear in [heard("?", from: 3), []] {
            var reading = LineReading(count: 5)
            _ = reading.take(heard("C") + unclear)
            if unclear.isEmpty { _ = reading.takeTalk(at: 3...4) }
            #expect(reading.text == ".....")
            #expect(reading.ask() == [0, 1, 2, 3, 4])
            #expect(reading.text == ".....")
            // The C heard before does not contradict the new reading, and "no" does not refer to
            // it.
            _ = reading.take(heard("no K D H S N", from: 9))
            #expect(reading.text == ".....")
            #expect(reading.ask() == [0, 1, 2, 3, 4])
            _ = reading.take(heard("K D H S N", from: 19))
            #expect(reading.text == "KDHSN")
        }
    }

    @Test("A single letter is kept if alone, typed, asked for, or next to another letter")
    func letterOfReading() {
        var alone = LineReading(count: 5)
        _ = alone.take(heard("C"))
        #expect(alone.ask() == [1, 2, 3, 4])
        var two = LineReading(count: 5)
        _ = two.take(heard("C K ?"))
        #expect(two.ask() == [2, 3, 4])
        var typed = LineReading(count: 5)
        _ = typed.take(said("C ?"))
        #expect(typed.ask() == [1, 2, 3, 4])
        var asked = LineReading.after("C K ? ? N")
        #expect(asked.ask() == [2, 3])
        _ = asked.take(heard("H"))
        _ = asked.takeTalk(at: 3...4)
        #expect(asked.ask() == [3])
    }

    @Test("After a sound for each letter a reply does not read on")
    func reply() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("? Z ? H S"))
        #expect(reading.ask() == [0, 2])
        _ = reading.take(heard("C", from: 6))
        #expect(reading.text == "CZ.HS")
    }

    @Test("each piece read during a request is asked about, in the end for one letter")
    func readsOnInPieces() {
        var patient = LineReading(count: 5)
        _ = patient.take(heard("C K ?"))
        for start in [5.0, 8] {
            #expect(patient.ask() == [2, 3, 4])
            _ = patient.take(heard("S", from: start))
            #expect(patient.text == "CK...")
        }
        #expect(patient.ask() == [2])
        _ = patient.take(heard("S", from: 11))
        #expect(patient.text == "CKS.." && patient.ask() == [3])
    }

    @Test("With a hum or an unclear letter, no letter is taken for the start of an H")
    func unclearBeforeH() {
        var reading = LineReading(count: 5)
        var words = heard("D V O")
        words.append(SpokenAnswer(.unclear))
        words[3].posterior = LetterPosterior(letters: [.k: 0.4], unlikely: [])
        _ = reading.take(words + heard("H", from: 5))
        _ = reading.takeMaybe(at: 6...6.4)
        #expect(reading.text != "DVOH.")
        #expect(reading.text.dropFirst(3).prefix(1) != "H")
    }

    @Test("A letter long after \"no\" in a reply has no sure place")
    func lateAfterNo() {
        var reading = LineReading(count: 5)
        _ = reading.take(heard("D L"))
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(heard("no", from: 8))
        _ = reading.take(heard("R", from: 9.6))
        #expect(reading.text == "D....")
    }
}

import Acuity
import Dialogue
import PhoneticMapping
import Records
import Testing

/// Sounds in which no answer was heard though they may have been letters, written "~".
@Suite("Sounds that may have been letters", .timeLimit(.minutes(1)))
struct MaybeTests {
    /// The reading after these words, each an utterance of its own.
    private func reading(_ words: some Sequence<String>) -> LineReading {
        var reading = LineReading(count: 5)
        for word in words { reading.take(word) }
        return reading
    }

    private func reading(_ text: String) -> LineReading {
        reading(text.split(separator: " ").map(String.init))
    }

    @Test(
        "a sound may be a letter if one is missing",
        arguments: [
            // Four letters and one such sound: its place is open, and it alone.
            ("~ Z R H S", ".ZRHS"), ("C Z ~ H S", "CZ.HS"), ("C Z R H ~", "CZRH."),
            ("~ Z - ~ S", ".Z-.S"), ("~ ~ ~ ~ ~", "....."),
            // Five letters: it was a hum.
            ("~ C Z R H S", "CZRHS"), ("C ~ Z ~ ~ R H S ~", "CZRHS"), ("C Z ~ - - - ~", "CZ---"),
            // Too few to tell: the letters before it are sure.
            ("C ~", "C...."), ("~ C Z R", "....."), ("C Z ~ R", "CZ..."), ("~", "....."),
            // Too many to tell which were letters, but not where the others stand.
            ("C ~ Z ~ R H", "C..RH"), ("~ ~ Z R H S", ".ZRHS"), ("C Z ~ ~ ~ ~ S", "CZ..S"),
            // Either the sound or the unclear answer is a letter.
            ("C ~ Z ? H S", "C..HS"), ("C Z ? H S ~", "CZ..."), ("C ~ Z ? H", "C.Z.H"),
            // Six letters are too many with it or without.
            ("C ~ Z R H S N", "....."),
        ])
    func whereItCounts(words: String, text: String) {
        #expect(reading(words).text == text)
    }

    @Test("At a break in the sound a hum does not replace a letter")
    func brokenOff() {
        for (words, text) in [("~ K R ? S", "....."), ("K R", "KR..."), ("K ? R", "K....")] {
            var reading = self.reading(words)
            _ = reading.breakOff()
            #expect(reading.text == text)
        }
    }

    @Test(
        "a sound among commands leaves only the affected letters open",
        arguments: [
            // "I can't see any" before any letter was read, and after one.
            ("~ --", "-----"), ("C ~ --", "C.---"), ("C ~ ~ --", "C..--"), ("C -- ~", "C----"),
            // The correction means the last letter of a full line.
            ("C Z R H K ~ no S", "CZRHS"), ("C K ~ Z R H no S", "CKZRS"),
            // In a line that is not full it may mean what was not understood.
            ("C K ~ no Z", "C...."),
            // The letter after "no" may have been the sound or may come after it.
            ("C K no ~ Z R H", "C.ZRH"), ("C Z R H K no ~ S", "....."), ("C Z R H K no ~", "CZRH."),
            // Nothing counts in a pause, and "again" drops all.
            ("C wait ~ go Z R H S", "CZRHS"), ("C ~ again K ~ N O S", "K.NOS"),
        ])
    func amongCommands(words: String, text: String) {
        #expect(reading(words).text == text)
    }

    @Test(
        "a sound in a reply fills or opens the requested positions",
        arguments: [
            ("C ~ R H S", [1], "~ Z", "CZRHS"), ("C ~ R H S", [1], "~", "C.RHS"),
            ("~ Z ~ H S", [0, 2], "C ~ R", "CZRHS"), ("~ Z ~ H S", [0, 2], "~ R", ".ZRHS"),
            ("~ Z ~ H S", [0, 2], "~ C ~", ".Z.HS"), ("C ~ R H S", [1], "K ~ Z R H N", "KZRHN"),
        ])
    func inTheReplyToAnAsking(first: String, asked: [Int], reply: String, text: String) {
        var reading = reading(first)
        #expect(reading.ask() == asked)
        for word in reply.split(separator: " ") { reading.take(String(word)) }
        #expect(reading.text == text)
    }

    /// Talk, or letters that nobody understood, where the words say "talk".
    @Test(
        "talk leaves open any letters that may be in it",
        arguments: [
            // It may contain any number of letters: those before it are sure.
            ("C talk Z R H", "C...."), ("talk C Z R H", "....."), ("C Z R H talk", "CZRH."),
            ("C talk Z", "C...."), ("talk", "....."), ("C ~ talk R H", "C...."),
            // With all letters it was talk.
            ("talk C Z R H S", "CZRHS"), ("C Z talk R H talk S", "CZRHS"),
            // After "no" it may have been the letter.
            ("C K no talk Z R H", "C.ZRH"), ("C wait talk go Z R H S", "CZRHS"),
        ])
    func talk(words: String, text: String) {
        var reading = LineReading(count: 5)
        for word in words.split(separator: " ") {
            if word == "talk" { _ = reading.takeTalk(at: nil) } else { reading.take(String(word)) }
        }
        #expect(reading.text == text)
    }

    /// Four letters and an unclear sound that was probably a letter. Talk and hums before it, in it
    /// and after it are not further letters.
    @Test(
        "a sound next to a likely letter moves no other letter",
        arguments: [
            (0.9, ["talk", "C", "Z", "?", "H", "S"], "CZ.HS"),
            (0.9, ["~", "C", "?", "R", "H", "S", "~"], "C.RHS"),
            (0.9, ["C", "talk", "Z", "R", "?", "S"], "CZR.S"),
            (0.9, ["talk", "C", "?", "R", "H"], "....."),
            (0.45, ["talk", "C", "Z", "?", "H", "S"], "CZ.HS"),
            (0.45, ["~", "C", "?", "R", "H", "S"], "..RHS"),
        ])
    func besideALikelyLetter(presence: Double, words: [String], text: String) {
        let unclear = SpokenAnswer(
            .unclear, posterior: LetterPosterior(letters: [.d: presence / 2, .v: presence / 2]))
        var reading = LineReading(count: 5)
        for word in words {
            switch word {
            case "talk": _ = reading.takeTalk(at: nil)
            case "?": _ = reading.take([unclear])
            default: reading.take(word)
            }
        }
        #expect(reading.text == text)
    }

    @Test("a sound does not complete a line") func aLineIsNotTakenForReadBecauseOfIt() {
        #expect(reading("C ~ Z R H").expected == 1)
        #expect(reading("~ ~ ~ ~ ~").expected == 5)
        #expect(reading("C Z R H S ~").expected == 0)
        #expect(reading("C Z R H S ~").isFull)
    }

    /// A person reads five letters. Some are not understood, and either all of those leave a sound,
    /// or sounds that are not letters come in between. No letter ever gets another's place.
    @Test("no letter replaces another") func noLetterGetsThePlaceOfAnother() {
        let letters = ["C", "D", "H", "K", "N", "O", "R", "S", "V", "Z"]
        var settledWithHum = 0
        var askedForOne = 0
        for seed in UInt64(0)..<5000 {
            var generator = SplitMix64(seed: seed)
            let line = letters.shuffled(using: &generator).prefix(5)
            var words = line.map { letter in
                switch Int.random(in: 0..<10, using: &generator) {
                case 0, 1: "~"
                case 2: "?"
                default: letter
                }
            }
            let lost = words.filter { $0 == "~" }.count
            let unclear = words.filter { $0 == "?" }.count
            let hums = Int.random(in: 0...2, using: &generator)
            for _ in 0..<hums {
                words.insert("~", at: Int.random(in: 0...words.count, using: &generator))
            }
            let reading = reading(words)
            let context: Comment = "seed \(seed): \(line) said as \(words) gave \(reading.text)"
            for (said, heard) in zip(line, reading.text) where heard != "." {
                #expect(said == String(heard), context)
            }
            if lost + unclear == 0 {
                #expect(reading.isFull, context)
                settledWithHum += hums > 0 ? 1 : 0
            } else if hums == 0 {
                // Only the letters not understood are asked for.
                let open = words.indices.filter { words[$0] == "~" || words[$0] == "?" }
                #expect(reading.missing == open, context)
                askedForOne += open.count == 1 ? 1 : 0
            }
        }
        // The property was tested often enough.
        #expect(settledWithHum > 100 && askedForOne > 100)
    }

    @Test("the test asks for that letter alone") func theTestAsksForJustThatLetter() throws {
        let test = try ScriptedTest([
            spoken("N C"), .maybe(nil), spoken("Z O"), .idle, .silence, spoken("K"), .settled,
        ])
        #expect(
            test.story.prefix(8) == [
                "present 1", "0N", "1C", "3Z", "4O", "ask 2", "2K", "right 5",
            ])
        #expect(test.report.lettersAskedAgain == 1)
    }

    @Test("a hum does not delay the test") func aHumDoesNotHoldUpTheTest() throws {
        let test = try ScriptedTest([
            .maybe(nil), spoken("N C"), .maybe(nil), spoken("K Z O"), .maybe(nil), .settled,
        ])
        #expect(test.story.dropLast(2).last == "right 5" && !test.story.contains("ask 01234"))
    }

    @Test("hums do not prevent the pause after silence")
    func humsAreNoAnswersInTheSilenceThatPausesTheTest() throws {
        let test = try ScriptedTest([.silence, .maybe(nil), .silence, .maybe(nil), .silence])
        #expect(test.story.contains("pause silence"))
    }

    @Test("hums end the pause after silence three times in a line, answers end it at any time")
    func humsEndFewPauses() throws {
        let silences = Array(repeating: AnswerEvent.silence, count: 3)
        let hums = Array(repeating: [AnswerEvent.maybe(nil), .silence], count: 10).flatMap(\.self)
        let test = try ScriptedTest(silences + hums + [spoken("N C K Z O"), .settled])
        #expect(test.story.count { $0 == "pause silence" } == 4)
        #expect(test.story.count { $0 == "resume" } == 4)
        #expect(test.story.contains("right 5"))
    }
}

extension LineReading {
    /// Takes one word: "~" for a sound that may have been a letter, else as in `said`.
    fileprivate mutating func take(_ word: String) {
        if word == "~" { _ = takeMaybe(at: nil) } else { _ = take(said(word)) }
    }
}
